"""The reasons for a URL's state: every refusal, failure and drop names one of them."""

from enum import StrEnum


class Reason(StrEnum):
    """The reasons that `tidings why` prints. Values are stable: they are stored and published."""

    # no problem
    ARTICLE = "article"
    INDEX_PAGE = "index page"
    ARCHIVED = "archived, to be read later"
    FEED_READ = "feed read"
    SITEMAP_READ = "sitemap read"
    NOT_MODIFIED = "not modified"
    SAME_BYTES = "sent again unchanged"  # of a request only; its URL is not modified
    REDIRECTED = "redirected"
    SAME_AS_CANONICAL = "same as canonical"
    REVISED = "its words have changed"
    MISSING = "missing at a second look, to be confirmed"
    WITHDRAWN = "deleted by the publisher"
    UNJUDGED = "a second look that could not be judged"
    SAME_TEXT = "the same text as another article of the site"
    WAITING = "waiting"

    # dropped without ever being fetched
    NOT_A_URL = "not a URL"
    BAD_SCHEME = "scheme is not http or https"
    OFF_SITE = "belongs to no followed site"
    MEDIA_FILE = "media or download by its name"
    URL_TOO_LONG = "URL too long"
    TRAP = "looks like a spider trap"
    TRAP_SHAPE = "addresses of this shape bring nothing new"
    TRAP_SITE = "the site's unproven addresses bring nothing new"
    SAME_PAGE = "the same page as another address"
    TOO_DEEP = "too many links from the start page"
    SITE_FULL = "the site's share of the frontier is full"
    SITE_REMOVED = "its site is no longer followed"
    TAKEN_DOWN = "deleted here, never to be kept again"
    OTHER_NODE = "another node crawls its site"
    NOFOLLOW = "the page asks not to follow its links"
    UNPROMISING = "unlikely to lead to what this site is followed for"
    EXCLUDED = "the source's settings exclude its path"

    FOREIGN_ITEM = "an advert or partner's item: it leads to a domain that is not followed"
    SIDE_FEED = "a feed of comments, of one article or of a search"
    TOO_MANY_FEEDS = "the site has feeds enough that bring articles"
    TOO_MANY_ITEMS = "beyond the items that are read of one feed"
    TOO_MANY_SITEMAPS = "the site has sitemaps enough"

    # resting: a feed, sitemap or index page that is rarely fetched
    DEAD = "dead: it failed again and again"
    STALE = "nothing new has appeared in it for long"
    SAME_FEED = "it lists the same as another feed"
    UNMOVED = "its sitemap index says that it has not changed"
    UNLISTED = "its sitemap index lists it no longer"

    # refused: not allowed, or not wanted by us
    ROBOTS_DENIED = "robots.txt disallows it"
    ROBOTS_UNREACHABLE = "robots.txt is unreachable, so we wait"
    META_NOINDEX = "the page asks not to be indexed"
    META_NOARCHIVE = "the page asks not to be archived"
    SEARCH_RESERVED = "its publisher does not allow it to be searched"
    UNAVAILABLE = "the page asks not to be shown any more"
    PRIVATE_ADDRESS = "the address is private"
    CREDENTIALS = "the URL carries a user name or password"
    OFF_TOPIC = "not about what this site is followed for"
    OTHER_LANGUAGE = "its language is not wanted"

    # valueless: fetched, read, not worth keeping
    VALUELESS = "nothing worth keeping"
    DOUBTFUL = "followed for its links, too doubtful to keep"
    NOT_HTML = "not a document we can read"
    ENCRYPTED = "a document that asks for a password"
    NO_TEXT = "a document without text, scanned or drawn"
    BROKEN = "a damaged document"
    TOO_LARGE = "too large or too costly to read"
    EMPTY = "empty"
    SOFT_404 = "an error page served as 200"
    NEEDS_JAVASCRIPT = "it shows nothing without JavaScript"
    CATCH_ALL = "the site answers other addresses with the same page"

    # failed: the server or the network did not deliver
    DNS = "the host name does not resolve"
    CONNECT = "the connection was refused or reset"
    TLS = "the TLS certificate or handshake is bad"
    PROXY = "the proxy is out of reach or does not work"
    PROXY_DENIED = "the proxy refuses it"
    TIMEOUT_CONNECT = "no connection in time"
    TIMEOUT_TOTAL = "no complete answer in time"
    TOO_SLOW = "the body dripped too slowly"
    PROTOCOL = "not proper HTTP"
    HEADERS_TOO_LARGE = "headers too large"
    BODY_TRUNCATED = "the body ended early"
    BAD_ENCODING = "the compressed body is corrupt"
    TOO_MANY_HOPS = "too many redirects"
    REDIRECT_LOOP = "redirects in a circle"
    BAD_REDIRECT = "redirects to nowhere usable"
    NOT_FOUND = "not found"
    GONE = "gone"
    CLIENT_ERROR = "the server refuses the request"
    TOO_MANY_REQUESTS = "the server asks us to slow down"
    SERVER_ERROR = "the server is failing"
    BOT_CHECK = "a bot check stands before it"
    CONSENT_WALL = "a consent page stands before it"
    CREDENTIALS_UNUSABLE = "its credentials cannot be used"
    BAD_FEED = "not a readable feed"
    BAD_SITEMAP = "not a readable sitemap"

    # quarantined: our own stages repeatedly failed on it
    STAGE_CRASHED = "reading it crashed a worker"
    STAGE_TIMEOUT = "reading it took too long"
    STAGE_ERROR = "reading it raised an error"


# Another attempt may succeed: the cause was the server or the network, not the URL.
TRANSIENT = frozenset(
    {
        Reason.ROBOTS_UNREACHABLE,
        Reason.DNS,
        Reason.CONNECT,
        Reason.TLS,
        Reason.PROXY,
        Reason.TIMEOUT_CONNECT,
        Reason.TIMEOUT_TOTAL,
        Reason.TOO_SLOW,
        Reason.PROTOCOL,
        Reason.BODY_TRUNCATED,
        Reason.BAD_ENCODING,
        Reason.TOO_MANY_REQUESTS,
        Reason.SERVER_ERROR,
        Reason.CREDENTIALS_UNUSABLE,
    }
)

# The server has said that there is nothing of the kind at this address.
ABSENT = frozenset(
    {Reason.NOT_FOUND, Reason.GONE, Reason.BAD_FEED, Reason.BAD_SITEMAP, Reason.CATCH_ALL}
)

# May be cured by whoever reads or publishes: by another setting, a login, a certificate, an
# address, or by a newer version of ours.
CURABLE = TRANSIENT | {
    Reason.CLIENT_ERROR,
    Reason.TOO_MANY_HOPS,
    Reason.REDIRECT_LOOP,
    Reason.BAD_REDIRECT,
    Reason.HEADERS_TOO_LARGE,
    Reason.PRIVATE_ADDRESS,
    Reason.PROXY_DENIED,
    Reason.BOT_CHECK,
    Reason.CONSENT_WALL,
}

REFUSALS = frozenset(
    {
        Reason.ROBOTS_DENIED,
        Reason.ROBOTS_UNREACHABLE,
        Reason.META_NOINDEX,
        Reason.META_NOARCHIVE,
        Reason.SEARCH_RESERVED,
        Reason.UNAVAILABLE,
        Reason.PRIVATE_ADDRESS,
        Reason.CREDENTIALS,
        Reason.BAD_SCHEME,
    }
)

# Another page was sent in place of the requested one: it was not delivered.
BARRIERS = frozenset({Reason.BOT_CHECK, Reason.CONSENT_WALL})
