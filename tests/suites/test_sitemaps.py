"""Sitemaps as sites really publish them: every form, extension, mistake and limit."""

import gzip

import pytest

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import Sitemap
from tidings.read.feeds import sitemaps
from tidings.read.feeds.feed_formats import looks_like_sitemap
from tidings.read.feeds.sitemaps import read_sitemap

PAGE = "http://a.example/1"
URLSET = (
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml">'
)


def sitemap_in(body: str | bytes) -> Sitemap:
    read = read_sitemap(body if isinstance(body, bytes) else body.encode())
    assert isinstance(read, Sitemap), read
    return read


def pages(body: str | bytes) -> list[str]:
    return [entry.href for entry in sitemap_in(body).entries]


@pytest.mark.parametrize(
    "entry",
    [
        f"<url><loc>{PAGE}</loc></url>",
        f"<url><loc>\n {PAGE}\n</loc><priority>high</priority><changefreq>never</changefreq></url>",
        f"<url><loc><![CDATA[{PAGE}]]></loc></url>",
        "<url><loc>http://a.example/<![CDATA[1]]></loc></url>",
        "<url><loc>http://a.example/<!-- one -->1</loc></url>",
        "<url><loc>http://a.example/\n  1</loc></url>",
        f"<url><loc><url><![CDATA[{PAGE}]]></url></loc></url>",
        f"<url>{PAGE}</url>",
        f"<url><loc>{PAGE}</loc><loc>{PAGE}</loc></url>",
        f"<url><!-- nothing --></url><url><loc/></url><url><loc>{PAGE}</loc></url>",
        f"<url><image:image><image:loc>/i.png</image:loc></image:image><loc>{PAGE}</loc></url>",
        f"<url><image:loc>/i.png</image:loc><loc>{PAGE}</loc></url>",
        f"<url><loc>{PAGE}</loc><video:video><video:url>/v</video:url></video:video></url>",
        f"<url><loc>{PAGE}</loc><xhtml:link rel='alternate' href='/de'/><mobile:mobile/></url>",
        f"<url><loc>{PAGE}</loc><PageMap xmlns='urn:p'><Attribute>x</Attribute></PageMap></url>",
        f"<URL><LOC>{PAGE}</LOC></URL>",
        f"<Url><Loc>{PAGE}</Loc></Url>",
    ],
)
def test_the_page_of_an_entry_is_found(entry: str) -> None:
    assert pages(f"{URLSET}{entry}</urlset>") == [PAGE]


def test_an_entry_may_list_several_pages() -> None:
    several = "<loc>/1</loc><lastmod>2024-05-01</lastmod><loc>/2</loc><loc/><loc>/3</loc>"
    assert pages(f"{URLSET}<url>{several}</url></urlset>") == ["/1", "/2", "/3"]
    children = sitemap_in(f"<sitemapindex><sitemap>{several}</sitemap></sitemapindex>").children
    assert [child.href for child in children] == ["/1", "/2", "/3"]
    assert all(child.lastmod for child in children)


@pytest.mark.parametrize(
    "root",
    [
        URLSET,
        "<urlset>",
        '<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">',
        '<urlset xmlns="https://wrong.example/">',
        '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><!-- made by x -->' + URLSET,
        "\n\n <?xml version='1.0'?>" + URLSET,
        "\ufeff" + URLSET,
        "<!DOCTYPE html>" + URLSET,
        "<URLSET>",
        "<urlSet>",
    ],
)
def test_the_root_is_recognised(root: str) -> None:
    body = f"{root}<url><loc>{PAGE}</loc></url>"
    assert looks_like_sitemap(body.encode())
    assert pages(body) == [PAGE]


@pytest.mark.parametrize("prefix", ["", "s:", "S:"])
@pytest.mark.parametrize("declared", ["", " xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9'"])
def test_prefixes_do_not_matter(prefix: str, declared: str) -> None:
    body = (
        f"<{prefix}urlset{declared}><{prefix}url><{prefix}loc>{PAGE}</{prefix}loc>"
        f"</{prefix}url></{prefix}urlset>"
    )
    assert pages(body) == [PAGE]


@pytest.mark.parametrize(
    "children",
    [
        "<sitemap><loc>/a.xml</loc></sitemap><sitemap><loc>/b.xml?x&amp;y</loc></sitemap>",
        "<sitemap>\n/a.xml\n</sitemap><sitemap>/b.xml?x&amp;y</sitemap>",
        "<sitemap><loc>/a.xml</loc><lastmod>never</lastmod></sitemap>"
        "<sitemap><loc>/b.xml<![CDATA[?x&y]]></loc><las",
        "<sitemap><loc>/a.xml</loc></sitemap></sitemap><sitemap><loc>/b.xml?x&y</loc></sitemap>",
        "<sitemap><loc>/a.xml<sitemap><loc>/b.xml?x&y</loc></sitemap>",
    ],
)
def test_the_sitemaps_of_an_index_are_found(children: str) -> None:
    for body in (f"<sitemapindex>{children}", f"<sitemapindex>{children}</sitemapindex>"):
        found = sitemap_in(body)
        assert [child.href for child in found.children] == ["/a.xml", "/b.xml?x&y"]
        assert found.entries == ()


def test_an_index_may_list_pages_and_a_sitemap_sitemaps() -> None:
    both = "<sitemap><loc>/a.xml</loc></sitemap><url><loc>/1</loc></url>"
    for root in ("sitemapindex", "urlset"):
        found = sitemap_in(f"<{root}>{both}</{root}>")
        assert ([child.href for child in found.children], pages(f"<{root}>{both}")) == (
            ["/a.xml"],
            ["/1"],
        )


@pytest.mark.parametrize(
    "broken",
    [
        "<url><loc>/1</loc></url></url><url><loc>/2</loc></url>",
        "<url><loc>/1</loc><url><loc>/2</loc></url>",
        "<url><loc>/1</url><url><loc>/2</loc></url>",
        "<url><loc>/1<loc></url><url><loc>/2</loc></url>",
        "<url><loc>/1</lco></url><url><loc>/2</loc></url>",
        "<url><loc>/1</loc><br></url><url><loc>/2</loc></url>",
        "<url><loc>/1\x0b</loc></url><url><loc>/2</loc></url>",
        "<url><loc>/1</loc></url></urlset><url><loc>/2</loc></url>",
        "<url><loc>/1</loc></url></urlset><urlset><url><loc>/2</loc></url>",
        "<url><loc>/1</loc><!-- -- --></url><url><loc>/2</lo",
    ],
)
def test_a_mistake_costs_no_page(broken: str) -> None:
    for body in (f"{URLSET}{broken}", f"{URLSET}{broken}</urlset>"):
        assert pages(body) == ["/1", "/2"]


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2014", "2014-01-01 00:00:00"),
        ("2014-06", "2014-06-01 00:00:00"),
        ("2014-06-03", "2014-06-03 00:00:00"),
        ("2014-06-03T10:30+00:00", "2014-06-03 10:30:00"),
        ("2014-06-03T10:30:45.82Z", "2014-06-03 10:30:45.820000"),
        ("2014-06-03 10:30:45", "2014-06-03 10:30:45"),
        ("<![CDATA[ 2014-06-03 ]]>", "2014-06-03 00:00:00"),
        ("Tue, 03 Jun 2014 10:30:45 GMT", "2014-06-03 10:30:45"),
        ("blah", "None"),
        ("", "None"),
    ],
)
def test_the_last_change_is_read(written: str, moment: str) -> None:
    entry = f"<url><loc>/1</loc><lastmod>{written}</lastmod></url>"
    (read,) = sitemap_in(f"{URLSET}{entry}</urlset>").entries
    assert str(read.lastmod).removesuffix("+00:00") == moment


@pytest.mark.parametrize(
    "news",
    [
        "<loc>/1</loc><news:news><news:publication><news:name>P</news:name></news:publication>"
        "<news:title>A &amp; b</news:title><news:keywords>c</news:keywords>"
        "<news:publication_date>2024-05-01</news:publication_date></news:news>",
        "<news:news><news:title>A &amp;amp; b</news:title>"
        "<news:publication_date>2024-05-01</news:publication_date></news:news><loc>/1</loc>",
        "<loc>/1</loc><news:publication_date>2024-05-01</news:publication_date>"
        "<news:title>A &amp; b</news:title>",
        "<loc>/1</loc><image:image><image:title>x</image:title></image:image><news:news>"
        "<news:publication_date>2024-05-01</news:publication_date><news:title>A & b</news:title>"
        "</news:news><news:news><news:title>Second</news:title></news:news>",
    ],
)
def test_news_are_read(news: str) -> None:
    read = sitemap_in(f"{URLSET}<url>{news}</url></urlset>")
    assert read.is_news
    ((entry),) = read.entries
    assert (entry.href, entry.title, str(entry.published)[:10]) == ("/1", "A & b", "2024-05-01")


@pytest.mark.parametrize(
    "text",
    [
        "http://a.example/1\nhttp://a.example/2",
        "\ufeffhttp://a.example/1\r\n\r\nhttp://a.example/2\r\n",
        "http://a.example/1\rhttp://a.example/2",
        "# our pages\nhttp://a.example/1\nHTTP://a.example/2\n/relative",
        "http://a.example/1\t2024-05-01\nhttp://a.example/2 weekly",
    ],
)
def test_a_list_of_addresses_is_a_sitemap(text: str) -> None:
    expected = ["http://a.example/1", "http://a.example/2"]
    for body in (text.encode(), gzip.compress(text.encode()), text.encode("utf-16")):
        assert [href.replace("HTTP", "http") for href in pages(body)] == expected


@pytest.mark.parametrize(
    "feed",
    [
        f"<rss><channel><link>/</link><item><link>{PAGE}</link></item></channel></rss>",
        f"<rss><item><guid>{PAGE}</guid></item></rss>",
        f"<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='{PAGE}'/></entry></feed>",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
        "xmlns='http://purl.org/rss/1.0/'><channel><items><rdf:Seq><rdf:li resource='/x'/>"
        f"</rdf:Seq></items></channel><item rdf:about='{PAGE}'/></rdf:RDF>",
        f'{{"version": "https://jsonfeed.org/version/1", "items": [{{"url": "{PAGE}"}}]}}',
    ],
)
def test_a_feed_is_a_sitemap(feed: str) -> None:
    assert pages(feed) == [PAGE]
    assert pages(gzip.compress(feed.encode())) == [PAGE]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "iso-8859-1"])
def test_addresses_keep_their_letters(codec: str) -> None:
    body = f'<?xml version="1.0" encoding="{codec}"?>{URLSET}<url><loc>/é?a&b</loc></url></urlset>'
    assert pages(body.encode(codec)) == ["/é?a&b"]
    assert pages(gzip.compress(body.encode(codec))) == ["/é?a&b"]


def test_limits_count_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemaps, "MAX_ENTRIES", 10)
    entry = "<url><loc>/1</loc></url>"
    assert len(pages(f"{URLSET}{entry * 10}</urlset>")) == 10
    assert len(pages(f"{URLSET}{entry * 11}</urlset>")) == 10
    many = "".join(f"<loc>/{number}</loc>" for number in range(11))
    assert len(pages(f"{URLSET}<url>{many}</url></urlset>")) == 10
    assert len(pages("http://a.example/1\n" * 11)) == 10


@pytest.mark.parametrize(
    "body",
    [
        "",
        "this is a bogus sitemap",
        "Not found. See\nhttp://a.example/help\nor ask us\nagain",
        "<!DOCTYPE html><html><body><a href='http://a.example/1'>A</a></body></html>",
        '{"urls": ["http://a.example/1"]}',
        "\x1f\x8b\x08 not gzip",
    ],
)
def test_other_bodies_give_a_reason(body: str) -> None:
    assert isinstance(read_sitemap(body.encode("latin-1")), UnreadablePage)
