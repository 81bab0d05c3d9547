"""The condition of a followed source: whether it brings articles, and if not, why."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class SourceCause(StrEnum):
    """Why a source brings what it brings. Values are stable: scripts rely on them."""

    # nothing is wrong
    FINE = "fine"
    PARTLY_FAILING = "partly_failing"  # some of its lists fail, others bring articles
    QUIET = "quiet"  # nothing new for weeks, which is usual there
    NO_ARTICLES_YET = "no_articles_yet"  # its pages wait for their first visit
    NOT_VISITED = "not_visited"
    PAUSED = "paused"
    OTHER_NODE = "other_node"

    # nothing new, although it can be read
    SILENT = "silent"
    NO_ARTICLES = "no_articles"
    OFF_TOPIC = "off_topic"
    LANGUAGE = "language"
    EXCLUDED = "excluded"  # by the source's own patterns

    # its publisher does not allow it
    ROBOTS = "robots"
    NOINDEX = "noindex"
    SEARCH_RESERVED = "search_reserved"
    LOGIN = "login"
    PAYMENT = "payment"
    REFUSED = "refused"
    LEGAL = "legal"
    RATE_LIMIT = "rate_limit"
    BOT_CHECK = "bot_check"
    CONSENT = "consent"

    # it cannot be read
    NEEDS_JAVASCRIPT = "needs_javascript"
    SAME_PAGE = "same_page"  # every address answers with it
    NOT_A_PAGE = "not_a_page"
    UNREADABLE_LIST = "unreadable_list"
    READER_FAILED = "reader_failed"

    # it cannot be reached
    NO_SUCH_HOST = "no_such_host"
    NAME_SERVER = "name_server"
    NO_CONNECTION = "no_connection"
    CERTIFICATE_EXPIRED = "certificate_expired"
    CERTIFICATE = "certificate"
    HTTP2_ONLY = "http2_only"
    PROTOCOL = "protocol"
    TOO_SLOW = "too_slow"
    REDIRECT_LOOP = "redirect_loop"
    REDIRECT = "redirect"
    MOVED_AWAY = "moved_away"
    NOT_FOUND = "not_found"
    SERVER_ERROR = "server_error"
    CLIENT_ERROR = "client_error"
    ROBOTS_UNREACHABLE = "robots_unreachable"
    PRIVATE_ADDRESS = "private_address"
    PROXY = "proxy"  # ours
    OTHER = "other"


_CALM = frozenset(
    {
        SourceCause.FINE,
        SourceCause.PARTLY_FAILING,
        SourceCause.QUIET,
        SourceCause.NO_ARTICLES_YET,
        SourceCause.NOT_VISITED,
        SourceCause.PAUSED,
        SourceCause.OTHER_NODE,
    }
)


_UNHURRIED = frozenset(
    {SourceCause.NOT_VISITED, SourceCause.NO_ARTICLES_YET, SourceCause.QUIET, SourceCause.SILENT}
)


@dataclass(frozen=True, slots=True)
class SourceCondition:
    """Why a source brings what it brings, what to do about it, and when it is tried again."""

    cause: SourceCause
    sentence: str = ""  # such as "refuses us (403)"; empty: all is well
    advice: str = ""  # what its reader can do
    since: datetime | None = None
    next_attempt: datetime | None = None

    @property
    def is_alarming(self) -> bool:
        """Whether the source brings nothing although it should."""
        return self.cause not in _CALM

    @property
    def attempt_words(self) -> str:
        """What the next attempt is: of what was never tried, it is the first."""
        return "next visit" if self.cause in _UNHURRIED else "tried again"

    def in_words(self) -> str:
        """Return all of it as text, with moments in UTC."""
        parts = [self.sentence]
        if self.since is not None:
            parts.append(f", since {self.since:%Y-%m-%d %H:%M} UTC")
        if self.next_attempt is not None:
            parts.append(f"; {self.attempt_words} at {self.next_attempt:%Y-%m-%d %H:%M} UTC")
        if self.advice:
            parts.append(f". {self.advice[0].upper()}{self.advice[1:]}")
        return "".join(parts)


FINE = SourceCondition(SourceCause.FINE)
