"""What is a feed: roots, prefixes and namespaces, what stands before them, and encodings."""

import codecs
import gzip

import pytest
from tests.suites.feed_documents import feed_in, item_in

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import FeedFormat
from tidings.read.feeds.feed_formats import looks_like_feed, read_feed

ITEM = "<item><title>A</title><link>http://a.example/1</link></item>"
CAPITALS = "<ITEM><TITLE>A</TITLE><LINK>http://a.example/1</LINK></ITEM>"
ENTRY = "<entry><title>A</title><link href='http://a.example/1'/></entry>"
RSS = f"<rss version='2.0'><channel>{ITEM}</channel></rss>"
PREFIXED = RSS.replace("<", "<r:").replace("<r:/", "</r:").replace("<r:rss", "<r:rss xmlns:r='u'")
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
ATOM = "http://www.w3.org/2005/Atom"


@pytest.mark.parametrize(
    ("body", "format"),
    [
        (RSS, FeedFormat.RSS),
        (f"<rss version='0.91'>{ITEM}</rss>", FeedFormat.RSS),
        (f"<rss xmlns=''><channel>{ITEM}</channel></rss>", FeedFormat.RSS),
        (f"<rss xmlns='http://backend.userland.com/rss2'>{ITEM}</rss>", FeedFormat.RSS),
        (f"<rss xmlns='urn:unknown'>{ITEM}</rss>", FeedFormat.RSS),
        (f"<rss xmlns='{ATOM}'>{ITEM}</rss>", FeedFormat.RSS),
        (f"<RSS>{CAPITALS}</RSS>", FeedFormat.RSS),
        (PREFIXED, FeedFormat.RSS),
        (
            f"<rdf:RDF xmlns:rdf='{RDF}' xmlns='http://purl.org/rss/1.0/'>{ITEM}</rdf:RDF>",
            FeedFormat.RDF,
        ),
        (f"<rdf:RDF xmlns:rdf='{RDF}'>{ITEM}</rdf:RDF>", FeedFormat.RDF),
        (f"<RDF xmlns='{RDF}'>{ITEM}</RDF>", FeedFormat.RDF),
        (f"<feed xmlns='{ATOM}'>{ENTRY}</feed>", FeedFormat.ATOM),
        (f"<feed version='0.3' xmlns='http://purl.org/atom/ns#'>{ENTRY}</feed>", FeedFormat.ATOM),
        (f"<feed>{ENTRY}</feed>", FeedFormat.ATOM),
        (f"<feed xmlns='http://www.w3.org/2005/atom/'>{ENTRY}</feed>", FeedFormat.ATOM),
        (
            f"<a:feed xmlns:a='{ATOM}'><a:entry><a:title>A</a:title>"
            "<a:link href='http://a.example/1'/></a:entry></a:feed>",
            FeedFormat.ATOM,
        ),
    ],
)
def test_every_kind_of_root_is_a_feed(body: str, format: FeedFormat) -> None:
    assert looks_like_feed(body.encode())
    assert feed_in(body.encode()).format == format
    item = item_in(body.encode())
    assert (item.title, item.href) == ("A", "http://a.example/1")


@pytest.mark.parametrize(
    "body",
    [
        f"<rss><channel><title>T</title>{ENTRY}</channel></rss>",
        f"<rdf:RDF xmlns:rdf='{RDF}'>{ENTRY}</rdf:RDF>",
        f"<feed xmlns='{ATOM}'>{ITEM}</feed>",
        f"<response><rss>{ITEM}</rss></response>",
        f"<rss><channel/><channel>{ITEM}</channel></rss>",
    ],
)
def test_entries_and_items_are_read_in_the_wrong_kind_of_feed(body: str) -> None:
    item = item_in(body.encode())
    assert (item.title, item.href) == ("A", "http://a.example/1")


@pytest.mark.parametrize(
    "namespace",
    [
        "http://purl.org/dc/elements/1.1/",
        " http://purl.org/dc/elements/1.1/\n",
        "https://purl.org/dc/elements/1.1",
        "HTTP://PURL.ORG/DC/elements/1.0/",
    ],
)
@pytest.mark.parametrize("prefix", ["dc", "x"])
def test_a_namespace_is_known_whatever_its_prefix_and_spelling(namespace: str, prefix: str) -> None:
    item = f"<item><link>/1</link><{prefix}:creator>Jo</{prefix}:creator></item>"
    assert item_in(f"<rss xmlns:{prefix}='{namespace}'>{item}</rss>".encode()).authors == ("Jo",)


@pytest.mark.parametrize(
    "before",
    [
        "\ufeff",
        "\n\n \t",
        '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?>',
        "<!-- made for <html> and <rdf> -->",
        '<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://n.example/rss-0.91.dtd">',
        '<!DOCTYPE rss [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>',
        "<!DOCTYPE html>",
        '<?xml version="1.0"?>\n<!doctype HTML>\n<!-- a -->\n',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://w3.example/xhtml1.dtd">\n',
        "Notice: undefined index in /a.php\n",
        "<br />\n<b>Warning</b>: a in <b>/a.php</b><br />\n<?xml version='1.0'?>",
        "\0",
    ],
)
def test_what_stands_before_the_root_does_not_matter(before: str) -> None:
    body = f"{before}{RSS}".encode()
    assert looks_like_feed(body)
    assert item_in(body).title == "A"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "garbage",
        "<!DOCTYPE html><html><head><title>A</title></head></html>",
        "<!DOCTYPE html><p>How to write <rss > by hand</p>",
        "<html><body><pre><rss version='2.0'></pre></body></html>",
        "<body><feed>",
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "<opml><body/></opml>",
        '{"a": 1}',
    ],
)
def test_other_documents_are_not_feeds(body: str) -> None:
    assert not looks_like_feed(body.encode())
    assert isinstance(read_feed(body.encode()), UnreadablePage)


def test_a_compressed_feed_is_a_feed() -> None:
    assert looks_like_feed(gzip.compress(RSS.encode()))
    assert item_in(gzip.compress(RSS.encode())).title == "A"
    cut = gzip.compress(f"<rss>{ITEM * 500}".encode())
    assert feed_in(cut[: len(cut) // 2]).items


def encoded(title: str, codec: str, label: str = "") -> bytes:
    prolog = f'<?xml version="1.0" encoding="{label}"?>' if label else ""
    return f"{prolog}<rss><item><title>{title}</title><link>/1</link></item></rss>".encode(codec)


@pytest.mark.parametrize(
    ("codec", "title"),
    [
        *((wide, "Zürich") for wide in ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig")),
        *((wide, "Zürich") for wide in ("utf-32", "utf-32-le", "utf-32-be")),
        ("iso-8859-2", "Žlutý"), ("iso-8859-7", "Γειά"), ("iso-8859-9", "İstanbul"),
        ("iso-8859-15", "prix €"), ("windows-1250", "Žluť"), ("windows-1251", "Привет"),
        ("windows-1252", "Zürich “1”"), ("windows-1253", "Γειά"), ("windows-1254", "İstanbul"),
        ("windows-1255", "שלום"), ("windows-1256", "مرحبا"), ("windows-1257", "Žinios"),
        ("windows-1258", "Đông"), ("koi8-r", "Привет"), ("koi8-u", "Привіт"), ("ibm866", "Привет"),
        ("tis-620", "ข่าว"), ("gb2312", "中文"), ("gbk", "中文"), ("gb18030", "中文𠀀"),
        ("big5", "中文"), ("big5-hkscs", "中文"), ("euc-jp", "日本"), ("shift_jis", "日本"),
        ("iso-2022-jp", "日本"), ("euc-kr", "안녕"),
    ],
)  # fmt: skip
def test_a_declared_encoding_is_used(codec: str, title: str) -> None:
    assert item_in(encoded(title, codec, codec)).title == title


@pytest.mark.parametrize(
    ("body", "content_type", "title"),
    [
        (encoded("Новости", "cp1251"), "text/xml; charset=windows-1251", "Новости"),
        (encoded("Новости", "cp1251"), 'text/xml;charset="windows-1251"', "Новости"),
        (encoded("Новости", "cp1251", "utf-8"), "text/xml; charset=windows-1251", "Новости"),
        (encoded("Zürich", "utf-8", "iso-8859-1"), "text/xml; charset=us-ascii", "Zürich"),
        (encoded("Zürich", "utf-8", "nonsense"), "text/xml; charset=nonsense", "Zürich"),
        (encoded("Zürich", "utf-8", "utf-16"), "", "Zürich"),
        (codecs.BOM_UTF8 + encoded("Zürich", "utf-8", "windows-1252"), "", "Zürich"),
        (encoded("It\x92s \x93here\x94", "latin-1", "iso-8859-1"), "", "It’s “here”"),
        (encoded("It&#146;s &#x93;here&#148;", "ascii"), "", "It’s “here”"),
    ],
)
def test_bytes_are_read_as_they_are_not_only_as_declared(
    body: bytes, content_type: str, title: str
) -> None:
    assert item_in(body, content_type).title == title


def test_a_wrong_byte_spoils_only_its_word() -> None:
    items = "".join(
        f"<item><title>Größere Schäden {number}</title><link>/{number}</link></item>"
        for number in range(20)
    )
    body = f'<?xml version="1.0" encoding="utf-8"?><rss>{items}</rss>'.encode()
    read = feed_in(body.replace("Schäden 7<".encode(), b"Sch\xffden 7<"))
    titles = [item.title for item in read.items]
    assert [title for title in titles if "Größere" in title] == titles
    assert sum("Schäden" in title for title in titles) == 19
