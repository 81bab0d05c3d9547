import gzip
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import Sitemap, SitemapChild, SitemapEntry
from tidings.model.web.reason import Reason
from tidings.read.feeds import sitemaps
from tidings.read.feeds.feed_formats import looks_like_sitemap
from tidings.read.feeds.sitemaps import read_sitemap

URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
ONE = "<url><loc>https://example.com/1</loc></url>"


def sitemap(body: str | bytes) -> Sitemap:
    read = read_sitemap(body.encode() if isinstance(body, str) else body)
    assert isinstance(read, Sitemap), read
    return read


def test_a_urlset_is_read() -> None:
    read = sitemap(
        f"""<?xml version="1.0"?>{URLSET}
        <url><loc> https://example.com/?a=1&amp;b=2
        </loc><lastmod>2024-05-01</lastmod><priority>0.5</priority></url>
        <url><loc>https://example.com/2</loc></url><url><lastmod>2024-05-01</lastmod></url></urlset>"""
    )
    assert read == Sitemap(
        (
            SitemapEntry("https://example.com/?a=1&b=2", datetime(2024, 5, 1, tzinfo=UTC)),
            SitemapEntry("https://example.com/2"),
        ),
        (),
        is_news=False,
    )


def test_a_sitemap_index_is_read() -> None:
    read = sitemap(
        """<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>https://example.com/a.xml</loc><lastmod>2024-05-01T10:00:00Z</lastmod></sitemap>
        <sitemap><loc>https://example.com/b.xml.gz</loc></sitemap></sitemapindex>"""
    )
    assert read.entries == ()
    assert read.children == (
        SitemapChild("https://example.com/a.xml", datetime(2024, 5, 1, 10, tzinfo=UTC)),
        SitemapChild("https://example.com/b.xml.gz"),
    )


@pytest.mark.parametrize(
    "declarations",
    [
        'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"',
        'xmlns="https://wrong.example/" xmlns:news="https://wrong.example/news"',
        "",
    ],
)
def test_the_news_extension_is_read_whatever_its_namespaces(declarations: str) -> None:
    read = sitemap(
        f"""<urlset {declarations}><url><loc>https://example.com/1</loc>
        <news:news><news:publication><news:name>The Example</news:name>
        <news:language>en</news:language></news:publication>
        <news:publication_date>2024-05-01T10:00:00Z</news:publication_date>
        <news:title>Fish &amp;amp; chips</news:title></news:news></url></urlset>"""
    )
    assert read.is_news
    assert read.entries == (
        SitemapEntry(
            href="https://example.com/1",
            published=datetime(2024, 5, 1, 10, tzinfo=UTC),
            title="Fish & chips",
            language="en",
            publication="The Example",
        ),
    )


def test_an_image_is_not_a_page() -> None:
    read = sitemap(
        '<urlset xmlns:image="i"><url><image:image><image:loc>https://example.com/i.png</image:loc>'
        "</image:image><loc>https://example.com/1</loc></url></urlset>"
    )
    assert [entry.href for entry in read.entries] == ["https://example.com/1"]


def test_a_text_sitemap_is_read() -> None:
    read = sitemap("\ufeffhttps://example.com/1\r\nhttps://example.com/2\n\nnot an address\n")
    assert [entry.href for entry in read.entries] == [
        "https://example.com/1",
        "https://example.com/2",
    ]


def test_a_feed_used_as_sitemap_is_read() -> None:
    read = sitemap(
        "<rss><channel><item><title>A</title><link>https://example.com/a</link>"
        "<pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate></item></channel></rss>"
    )
    published = datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert read.entries == (SitemapEntry("https://example.com/a", None, published, "A"),)


def test_gzip_is_recognised_by_its_magic_number() -> None:
    assert sitemap(gzip.compress(f"{URLSET}{ONE}</urlset>".encode())).entries[0].href


def test_several_gzip_members_are_one_file() -> None:
    body = gzip.compress(URLSET.encode()) + gzip.compress(f"{ONE}</urlset>".encode())
    assert len(sitemap(body).entries) == 1


def test_a_truncated_gzip_yields_what_could_be_read() -> None:
    whole = (
        f"{URLSET}{''.join(f'<url><loc>https://example.com/{i}</loc></url>' for i in range(999))}"
    )
    body = gzip.compress(whole.encode())
    read = sitemap(body[: len(body) // 2])
    assert 0 < len(read.entries) < 999
    assert read.entries[0].href == "https://example.com/0"


def test_a_corrupt_gzip_yields_what_came_before_the_damage() -> None:
    urls = "".join(f"<url><loc>https://example.com/{i * 7919}</loc></url>" for i in range(20_000))
    body = bytearray(gzip.compress(f"{URLSET}{urls}".encode()))
    body[-20_000:-10_000] = bytes(10_000)
    assert sitemap(bytes(body)).entries[0].href == "https://example.com/0"


def test_a_gzip_bomb_is_cut_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemaps, "MAX_BYTES", 1000)
    body = gzip.compress(f"{URLSET}{ONE}{' ' * 10_000_000}{ONE}</urlset>".encode())
    assert len(sitemap(body).entries) == 1


def test_no_more_entries_are_read_than_the_protocol_allows() -> None:
    read = sitemap(URLSET + ONE * (sitemaps.MAX_ENTRIES + 5) + "</urlset>")
    assert len(read.entries) == sitemaps.MAX_ENTRIES


def test_broken_xml_keeps_what_came_before() -> None:
    assert len(sitemap(f"{URLSET}{ONE}<url><loc>https://example.com/x & <b></url>").entries) >= 1


def test_no_entity_is_expanded() -> None:
    body = f'<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>{URLSET}<url><loc>&x;</loc></url>'
    assert [entry.href for entry in sitemap(body).entries] == ["&x;"]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "the body is empty"),
        (b"<html><body>404</body></html>", "it is neither XML nor a list of addresses"),
        (b"\x1f\x8b\x08not gzip at all", "the body is empty"),
    ],
)
def test_a_body_that_is_not_a_sitemap_gives_a_reason(body: bytes, detail: str) -> None:
    assert read_sitemap(body) == UnreadablePage(Reason.BAD_SITEMAP, detail)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (URLSET.encode(), True),
        (b'<?xml version="1.0"?>\n<sitemapindex>', True),
        (gzip.compress(URLSET.encode(), mtime=0), True),
        (URLSET.encode("utf-16"), True),
        (b"<html>", False),
        (b"<html><body><urlset></body></html>", False),
        (b"<rss>", False),
        (b"https://example.com/", False),
        (b"", False),
    ],
)
def test_a_sitemap_is_recognised_by_its_first_bytes(body: bytes, expected: bool) -> None:
    assert looks_like_sitemap(body) is expected


FRAGMENTS = st.sampled_from(
    [
        *(b"<urlset> <sitemapindex> <url> </url> <loc> </loc> <sitemap> a <news:news> &x;".split()),
        *(b"<news:publication> <lastmod>2024 <![CDATA[ \x1f\x8b\x08 <rss> <item>".split()),
        b"http://a\n",
        b"<url xmlns='\xff'>",
    ]
)
BODIES = st.lists(FRAGMENTS | st.binary(max_size=8), max_size=30).map(b"".join)


@given(BODIES | BODIES.map(gzip.compress))
def test_any_bytes_are_a_sitemap_or_a_reason(body: bytes) -> None:
    read = read_sitemap(body)
    assert isinstance(read, Sitemap) or read.reason is Reason.BAD_SITEMAP
    looks_like_sitemap(body)


def test_the_address_of_an_image_is_not_that_of_its_page() -> None:
    picture = "<image:loc>https://cdn.example/1.jpg</image:loc>"
    read = read_sitemap(
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="urn:image">'
        f"<url>{picture}<loc>https://a.example/1</loc>{picture}</url></urlset>".encode()
    )
    assert isinstance(read, Sitemap)
    assert [entry.href for entry in read.entries] == ["https://a.example/1"]
