"""Small feeds for the suites: each case writes only the element that it is about."""

from tidings.model.web.discovery import Feed, FeedItem
from tidings.read.feeds.feed_formats import read_feed

XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "atom": "http://www.w3.org/2005/Atom",
        "content": "http://purl.org/rss/1.0/modules/content/",
        "dc": "http://purl.org/dc/elements/1.1/",
        "dcterms": "http://purl.org/dc/terms/",
        "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
        "googleplay": "http://www.google.com/schemas/play-podcasts/1.0",
        "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
        "media": "http://search.yahoo.com/mrss/",
        "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    }.items()
)
LINK = "<link>http://news.example/1</link>"


def rss(item: str, channel: str = "", link: str = LINK, root: str = "") -> bytes:
    """Return RSS 2.0 with one item, which has a link unless another is given."""
    return (
        f'<?xml version="1.0"?><rss version="2.0" {NAMESPACES} {root}><channel>{channel}'
        f"<item>{link}{item}</item></channel></rss>"
    ).encode()


def atom(entry: str, feed: str = "", link: str = '<link href="/1"/>', root: str = "") -> bytes:
    """Return Atom 1.0 with one entry, which has a link unless another is given."""
    return (
        f'<feed xmlns="http://www.w3.org/2005/Atom" {NAMESPACES} {root}>{feed}'
        f"<entry>{link}{entry}</entry></feed>"
    ).encode()


def feed_in(body: bytes, content_type: str = "") -> Feed:
    """Return the feed in `body`, which must be one."""
    read = read_feed(body, content_type)
    assert isinstance(read, Feed), read
    return read


def item_in(body: bytes, content_type: str = "") -> FeedItem:
    """Return the only item of the feed in `body`."""
    (item,) = feed_in(body, content_type).items
    return item
