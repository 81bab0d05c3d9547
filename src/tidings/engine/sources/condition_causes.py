"""What a stored reason means for a whole source: the cause in a few words, and what to do."""

from dataclasses import dataclass, replace

from tidings.model.crawl.source_condition import SourceCause
from tidings.model.web.reason import Reason

_BROWSER = "open it in a browser"
_OWNER = "ask its owner to let Tidings in"
_ANOTHER = "add the site's front page or its feed instead"
_FEED = "add its feed if it has one, or a site that writes about the same"
_CREDENTIALS = (
    "if you have an account there: 'tidings credentials set NAME --user USER', then "
    "'tidings sources set URL credentials=NAME'"
)


@dataclass(frozen=True, slots=True)
class CauseInWords:
    """A cause with its sentence and advice."""

    cause: SourceCause
    sentence: str
    advice: str


_NOT_A_PAGE = CauseInWords(SourceCause.NOT_A_PAGE, "is not a page that we can read", _ANOTHER)
_SLOW = CauseInWords(
    SourceCause.TOO_SLOW, "does not answer in time", f"{_BROWSER}: if it is slow there too, wait"
)
_REDIRECTS = CauseInWords(
    SourceCause.REDIRECT, "redirects to nowhere", "add the address that a browser ends at"
)
_READER = CauseInWords(
    SourceCause.READER_FAILED,
    "reading its page failed on our side",
    "please report it with the page's address",
)
_GONE = "check the address in a browser; the site may have moved"
_BY_REASON = {
    Reason.ROBOTS_DENIED: CauseInWords(
        SourceCause.ROBOTS, "blocked by robots.txt", f"{_OWNER}, or add its feed if that is allowed"
    ),
    Reason.ROBOTS_UNREACHABLE: CauseInWords(
        SourceCause.ROBOTS_UNREACHABLE,
        "its robots.txt cannot be read",
        "wait: without its rules nothing may be fetched",
    ),
    Reason.META_NOINDEX: CauseInWords(
        SourceCause.NOINDEX, "its pages ask not to be indexed", _OWNER
    ),
    Reason.META_NOARCHIVE: CauseInWords(
        SourceCause.NOINDEX, "its pages ask not to be archived", _OWNER
    ),
    Reason.UNAVAILABLE: CauseInWords(
        SourceCause.NOINDEX, "its pages ask not to be shown any more", _OWNER
    ),
    Reason.SEARCH_RESERVED: CauseInWords(
        SourceCause.SEARCH_RESERVED, "its publisher does not allow its pages to be searched", _OWNER
    ),
    Reason.OFF_TOPIC: CauseInWords(
        SourceCause.OFF_TOPIC,
        "none of its articles is about its topic",
        "widen the topic ('tidings add URL --about WORDS'), or remove it with --about ''",
    ),
    Reason.UNPROMISING: CauseInWords(
        SourceCause.OFF_TOPIC,
        "nothing of it looks as if it were about its topic",
        "widen the topic ('tidings add URL --about WORDS'), or remove it with --about ''",
    ),
    Reason.OTHER_LANGUAGE: CauseInWords(
        SourceCause.LANGUAGE,
        "its language is filtered out",
        "add its language to this source's languages, or to crawl.languages",
    ),
    Reason.EXCLUDED: CauseInWords(
        SourceCause.EXCLUDED,
        "its settings exclude all of its pages",
        "change its include and exclude patterns with 'tidings sources set'",
    ),
    Reason.PRIVATE_ADDRESS: CauseInWords(
        SourceCause.PRIVATE_ADDRESS,
        "its address is private",
        "allow its network with fetch.allow_private if it is your own",
    ),
    Reason.NOT_HTML: _NOT_A_PAGE,
    Reason.ENCRYPTED: _NOT_A_PAGE,
    Reason.NO_TEXT: _NOT_A_PAGE,
    Reason.BROKEN: _NOT_A_PAGE,
    Reason.TOO_LARGE: _NOT_A_PAGE,
    Reason.EMPTY: CauseInWords(
        SourceCause.NOT_A_PAGE, "its page is empty", f"{_BROWSER}, or add the site's feed instead"
    ),
    Reason.SOFT_404: CauseInWords(SourceCause.NOT_FOUND, "shows an error page", _GONE),
    Reason.NEEDS_JAVASCRIPT: CauseInWords(SourceCause.NEEDS_JAVASCRIPT, "needs JavaScript", _FEED),
    Reason.CATCH_ALL: CauseInWords(
        SourceCause.SAME_PAGE, "answers every address with the same page", _FEED
    ),
    Reason.BOT_CHECK: CauseInWords(
        SourceCause.BOT_CHECK, "a bot check stands before it", f"{_OWNER}, or add its feed"
    ),
    Reason.CONSENT_WALL: CauseInWords(
        SourceCause.CONSENT, "a consent page stands before it", f"{_OWNER}, or add its feed"
    ),
    Reason.DNS: CauseInWords(
        SourceCause.NO_SUCH_HOST, "no such host", "check the address, and this machine's DNS"
    ),
    Reason.CONNECT: CauseInWords(
        SourceCause.NO_CONNECTION,
        "refuses the connection",
        f"{_BROWSER}: if that fails too, the site is down",
    ),
    Reason.TIMEOUT_CONNECT: CauseInWords(
        SourceCause.NO_CONNECTION,
        "cannot be reached",
        f"{_BROWSER}: if that fails too, the site is down",
    ),
    Reason.TIMEOUT_TOTAL: _SLOW,
    Reason.TOO_SLOW: _SLOW,
    Reason.TLS: CauseInWords(
        SourceCause.CERTIFICATE,
        "no trusted TLS",
        "ask its owner to renew it; for a CA of your own, set fetch.ca_file",
    ),
    Reason.PROXY: CauseInWords(
        SourceCause.PROXY, "our proxy does not work", "check fetch.proxy; 'tidings doctor' tries it"
    ),
    Reason.PROXY_DENIED: CauseInWords(
        SourceCause.PROXY, "our proxy refuses it", "ask who runs the proxy, or set proxy=none"
    ),
    Reason.PROTOCOL: CauseInWords(
        SourceCause.PROTOCOL, "does not speak proper HTTP", "check the address and its port"
    ),
    Reason.HEADERS_TOO_LARGE: CauseInWords(
        SourceCause.PROTOCOL, "sends headers that are too large", "tell its owner"
    ),
    Reason.BODY_TRUNCATED: CauseInWords(
        SourceCause.PROTOCOL, "its pages end early", f"{_BROWSER}: if that works, report it"
    ),
    Reason.BAD_ENCODING: CauseInWords(
        SourceCause.PROTOCOL,
        "its pages are compressed wrongly",
        f"{_BROWSER}: if that works, report it",
    ),
    Reason.REDIRECT_LOOP: CauseInWords(
        SourceCause.REDIRECT_LOOP,
        "redirects in a circle",
        "it may want cookies: add the address that a browser ends at, or its feed",
    ),
    Reason.TOO_MANY_HOPS: CauseInWords(
        SourceCause.REDIRECT_LOOP,
        "redirects without end",
        "add the address that a browser ends at, or its feed",
    ),
    Reason.BAD_REDIRECT: _REDIRECTS,
    Reason.CREDENTIALS: _REDIRECTS,
    Reason.OFF_SITE: CauseInWords(
        SourceCause.MOVED_AWAY, "redirects to another site", "add that site instead"
    ),
    Reason.NOT_FOUND: CauseInWords(SourceCause.NOT_FOUND, "not found (404)", _GONE),
    Reason.GONE: CauseInWords(SourceCause.NOT_FOUND, "gone (410)", _GONE),
    Reason.TOO_MANY_REQUESTS: CauseInWords(
        SourceCause.RATE_LIMIT,
        "slows us down (429)",
        "wait, or set a longer delay for this source",
    ),
    Reason.SERVER_ERROR: CauseInWords(
        SourceCause.SERVER_ERROR, "its server fails", "wait: that is usually mended within hours"
    ),
    Reason.BAD_FEED: CauseInWords(SourceCause.UNREADABLE_LIST, "its feed cannot be read", _ANOTHER),
    Reason.BAD_SITEMAP: CauseInWords(
        SourceCause.UNREADABLE_LIST, "its sitemap cannot be read", _ANOTHER
    ),
    Reason.CREDENTIALS_UNUSABLE: CauseInWords(
        SourceCause.LOGIN, "its credentials cannot be used", "mend the file of credentials"
    ),
    Reason.STAGE_CRASHED: _READER,
    Reason.STAGE_TIMEOUT: _READER,
    Reason.STAGE_ERROR: _READER,
}
_BY_STATUS = {
    401: CauseInWords(SourceCause.LOGIN, "needs a login (401)", _CREDENTIALS),
    402: CauseInWords(SourceCause.PAYMENT, "wants to be paid (402)", _CREDENTIALS),
    403: CauseInWords(SourceCause.REFUSED, "refuses us (403)", f"{_OWNER}, or add its feed"),
    407: CauseInWords(SourceCause.LOGIN, "the proxy needs a login (407)", "set it in fetch.proxy"),
    451: CauseInWords(
        SourceCause.LEGAL, "is not available here for legal reasons (451)", "remove it"
    ),
}
# A reason, words in its detail, and what they mean.
_BY_DETAIL = (
    (
        (Reason.TLS, Reason.PROTOCOL),
        "http/2",
        CauseInWords(
            SourceCause.HTTP2_ONLY, "only HTTP/2", "Tidings speaks HTTP/1.1: add another address"
        ),
    ),
    (
        (Reason.TLS,),
        "expired",
        CauseInWords(
            SourceCause.CERTIFICATE_EXPIRED, "certificate expired", "ask its owner to renew it"
        ),
    ),
    (
        (Reason.DNS,),
        "name server",
        CauseInWords(
            SourceCause.NAME_SERVER, "its name cannot be looked up", "check this machine's DNS"
        ),
    ),
    (
        (Reason.CONNECT,),
        "reset",
        CauseInWords(
            SourceCause.NO_CONNECTION,
            "resets the connection",
            f"{_BROWSER}: if that works, its firewall may know us",
        ),
    ),
)
_DETAILED = frozenset(  # causes whose detail says more than their sentence
    {
        SourceCause.PROTOCOL,
        SourceCause.PROXY,
        SourceCause.ROBOTS_UNREACHABLE,
        SourceCause.NOT_A_PAGE,
        SourceCause.UNREADABLE_LIST,
        SourceCause.REDIRECT,
        SourceCause.MOVED_AWAY,
        SourceCause.BOT_CHECK,
        SourceCause.CONSENT,
        SourceCause.READER_FAILED,
    }
)
_OWN_WORDS = frozenset(  # causes whose detail is a better sentence
    {SourceCause.CERTIFICATE, SourceCause.CERTIFICATE_EXPIRED, SourceCause.NAME_SERVER}
)
_MAX_DETAIL = 160


def cause_in_words(reason: Reason, status: int | None, detail: str) -> CauseInWords:
    """Return what the outcome of a visit means for its source."""
    words = (
        _by_detail(reason, detail) or _by_status(reason, status, detail) or _BY_REASON.get(reason)
    )
    if words is None:
        return CauseInWords(SourceCause.OTHER, str(reason), "see 'tidings why' for its address")
    if words.cause in _OWN_WORDS and detail:
        return replace(words, sentence=detail.removeprefix("the ")[:_MAX_DETAIL])
    if words.cause in _DETAILED and detail:
        return replace(words, sentence=f"{words.sentence} ({detail[:_MAX_DETAIL]})")
    return words


def _by_detail(reason: Reason, detail: str) -> CauseInWords | None:
    small = detail.lower()
    return next(
        (words for reasons, mark, words in _BY_DETAIL if reason in reasons and mark in small), None
    )


def _by_status(reason: Reason, status: int | None, detail: str) -> CauseInWords | None:
    if reason is Reason.SERVER_ERROR and status is not None:
        words = _BY_REASON[reason]
        return replace(words, sentence=f"{words.sentence} ({status})")
    if reason is not Reason.CLIENT_ERROR:
        return None
    fallback = CauseInWords(
        SourceCause.CLIENT_ERROR, f"refuses our request ({status or 'an error'})", _GONE
    )
    words = _BY_STATUS.get(status or 0, fallback)
    more = detail.partition(": ")[2]
    if more.startswith("the credentials"):  # which were sent, and did not help
        return replace(words, sentence=f"{words.sentence}: {more}")
    return words


def underlying(reason: Reason, detail: str) -> tuple[Reason, str]:
    """Return why a dead list failed, from what was noted when it was put to rest."""
    if reason is not Reason.DEAD:
        return reason, detail
    cause = detail.partition("; failing since")[0]
    known = max((each for each in Reason if cause.startswith(each)), key=len, default=None)
    return (reason, detail) if known is None else (known, cause[len(known) :].lstrip(", "))
