"""What one response yields when a worker reads it."""

from dataclasses import replace
from datetime import UTC, datetime

from tests.factories import make_response, make_visit

from tidings.crawl.links.admission import LINKED, UNLIKELY
from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.settling.recheck_settling import archived_response
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_record import read_record

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HOME = "https://paper.example/"
SENTENCE = "The council met on Monday and spoke at length about the new bridge over the river. "
STORY = f"""<html><head><title>A bridge for the town - The Paper</title>
<link rel="canonical" href="/news/bridge"></head><body><nav><a href="/">Home</a></nav>
<article><h1>A bridge for the town</h1>{f"<p>{SENTENCE * 3}</p>" * 6}
<a href="/news/other">Another story of the day</a></article></body></html>"""
LIST = "".join(
    f'<li><a href="/news/{n}">The story number {n} of a long day</a></li>' for n in range(9)
)
FRONT = f"""<html><head><title>The Paper</title><meta property="og:site_name" content="The Paper">
<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head>
<body><h1>The Paper</h1><ul>{LIST}</ul><a href="https://elsewhere.example/">Elsewhere</a>
<a rel="nofollow" href="/sponsored">Buy this now, dear reader</a></body></html>"""


def visit(url: str, role: UrlRole = UrlRole.PAGE, *, depth: int = 1, listed: bool = False) -> Visit:
    return make_visit(url, site=7, role=role, listed=listed, published=NOW, depth=depth)


def read(
    body: str | bytes,
    url: str = HOME,
    role: UrlRole = UrlRole.PAGE,
    *,
    depth: int = 1,
    listed: bool = False,
    categories: tuple[str, ...] = (),
    headers: tuple[tuple[str, str], ...] = (("content-type", "text/html; charset=utf-8"),),
    archive_only: bool = False,
) -> Reading:
    data = body.encode() if isinstance(body, str) else body
    response = make_response(url, data, headers=headers, at=NOW)
    page = replace(visit(url, role, depth=depth, listed=listed), categories=categories)
    task = ReadingTask(page, response, "paper.example", "The Paper")
    return read_response(task, CrawlSettings(archive_only=archive_only))


def test_an_article_is_kept_under_its_canonical_url() -> None:
    reading = read(STORY, f"{HOME}news/bridge?session=1")
    assert reading.article is not None
    assert reading.article.url == f"{HOME}news/bridge"
    assert reading.article.title == "A bridge for the town"
    assert reading.article.text.count("new bridge") == 18
    assert reading.article.language == "en"
    assert reading.entry is not None
    assert "bridg" in reading.entry.title


def test_the_links_of_an_article_are_not_followed() -> None:
    assert read(STORY, f"{HOME}news/bridge").found == ()


def test_a_feed_gives_the_date_that_a_page_does_not() -> None:
    article = read(STORY, f"{HOME}news/bridge").article
    assert article is not None
    assert article.published == NOW


def test_a_feeds_categories_become_tags_once() -> None:
    tagged = STORY.replace("<head>", '<head><meta property="article:tag" content="Bridges">')
    article = read(tagged, f"{HOME}news/bridge", categories=("bridges", "Politics")).article
    assert article is not None
    assert article.tags == ("Bridges", "Politics")


def test_an_old_date_of_a_page_that_a_feed_lists_as_new_needs_a_second_source() -> None:
    url = f"{HOME}news/bridge"
    meta = '<meta property="article:published_time" content="2024-03-04T10:00:00Z">'
    old = STORY.replace("<head>", f"<head>{meta}")
    article = read(old, url).article
    assert article is not None
    assert article.published == NOW  # the feed's date, which is near
    confirmed = read(old.replace("</h1>", "</h1><p>4 March 2024</p>"), url).article
    assert confirmed is not None
    assert confirmed.published == datetime(2024, 3, 4, 10, tzinfo=UTC)


def test_a_short_page_is_an_article_if_a_feed_lists_it() -> None:
    short = (
        f"<html><title>In short</title><body><h1>In short</h1><p>{SENTENCE * 2}</p></body></html>"
    )
    assert read(short, f"{HOME}n/1").article is None
    assert read(short, f"{HOME}n/1", listed=True).article is not None


def test_an_index_page_yields_its_links_feeds_and_name() -> None:
    reading = read(FRONT, depth=0)
    assert isinstance(reading.page, Extraction)
    assert reading.page.kind is PageKind.INDEX
    assert reading.article is None
    found = {url.url: url for url in reading.found}
    assert found[f"{HOME}feed.xml"].role is UrlRole.FEED
    assert found[f"{HOME}news/3"].depth == 1
    assert f"{HOME}sponsored" not in found
    assert reading.drops == {Reason.NOFOLLOW: 1}
    assert len(reading.foreign) == 1
    assert reading.site_name == "The Paper"
    assert reading.announced


def test_the_links_of_a_nofollow_page_are_not_followed() -> None:
    meta = '<meta name="robots" content="nofollow"></head>'
    reading = read(FRONT.replace("</head>", meta), depth=0)
    assert [url.role for url in reading.found] == [UrlRole.FEED]
    assert reading.drops[Reason.NOFOLLOW] == 11


def test_a_header_may_forbid_keeping_an_article() -> None:
    headers = (("content-type", "text/html"), ("x-robots-tag", "noindex"))
    reading = read(STORY, f"{HOME}news/bridge", headers=headers)
    assert reading.article is None
    assert isinstance(reading.page, Extraction)
    assert reading.page.robots.noindex


def test_the_root_of_a_site_is_an_index_page_whatever_it_looks_like() -> None:
    reading = read(STORY, HOME, depth=0)
    assert isinstance(reading.page, Extraction)
    assert reading.page.kind is PageKind.INDEX
    assert reading.article is None


def test_a_feed_is_recognised_where_a_page_was_expected() -> None:
    rss = f"""<rss version="2.0"><channel><title>The Paper</title><link>{HOME}</link>
    <item><title>One</title><link>{HOME}news/1</link>
    <category>Politics</category><category>Town hall</category>
    <pubDate>Fri, 02 Jan 2026 08:00:00 GMT</pubDate></item>
    <item><title>Advert</title><link>https://ads.example/x</link></item></channel></rss>"""
    reading = read(rss, f"{HOME}feed.xml")
    assert reading.role is UrlRole.FEED
    (found,) = reading.found
    assert (found.url, found.listed) == (f"{HOME}news/1", True)
    assert found.published == datetime(2026, 1, 2, 8, tzinfo=UTC)
    assert found.categories == ("Politics", "Town hall")
    assert [(found.url, found.listed) for found in reading.foreign] == [
        ("https://ads.example/x", True)
    ]
    assert reading.record is None


def test_a_feed_added_by_hand_names_its_sites_domain() -> None:
    rss = """<rss version="2.0"><channel><title>Else</title><link>https://else.example/</link>
    <item><title>One</title><link>https://else.example/1</link></item></channel></rss>"""
    reading = read(rss, "https://feeds.host.example/else", depth=0)
    assert reading.domain == "else.example"
    assert [url.url for url in reading.found] == ["https://else.example/1"]


def test_a_sitemap_yields_pages_and_further_sitemaps() -> None:
    index = f"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <sitemap><loc>{HOME}news.xml</loc></sitemap></sitemapindex>"""
    (child,) = read(index, f"{HOME}sitemap.xml", UrlRole.SITEMAP).found
    assert child.role is UrlRole.SITEMAP
    urls = f"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>{HOME}old</loc><lastmod>2020-01-01</lastmod></url>
    <url><loc>{HOME}new</loc><lastmod>2026-01-01</lastmod></url></urlset>"""
    found = {url.url: url for url in read(urls, f"{HOME}news.xml", UrlRole.SITEMAP).found}
    assert found[f"{HOME}new"].priority < found[f"{HOME}old"].priority


def test_an_unreadable_page_has_a_reason_and_is_still_archived() -> None:
    reading = read(b"%PDF-1.7 ...", f"{HOME}x")
    assert isinstance(reading.page, UnreadablePage)
    assert reading.page.reason is Reason.BROKEN
    assert reading.record is not None
    assert read_record(reading.record).body == b"%PDF-1.7 ..."


DOCUMENT = rb"{\rtf1{\info{\title Bridge will be built}{\author Jane Doe}}" + (
    rb"The council decided that evening, after a long debate, what nobody had expected. " * 6
    + rb"\par}"
)


def test_a_document_becomes_an_article_and_its_bytes_are_archived_as_they_are() -> None:
    reading = read(DOCUMENT, f"{HOME}files/bridge.rtf")
    assert reading.article is not None
    assert reading.article.title == "Bridge will be built"
    assert reading.article.authors == ("Jane Doe",)
    assert reading.article.text.startswith("The council decided")
    assert reading.entry is not None
    assert reading.found == ()
    assert reading.record is not None
    assert read_record(reading.record).body == DOCUMENT


def test_html_in_place_of_a_feed_is_a_bad_feed() -> None:
    reading = read(FRONT, f"{HOME}feed.xml", UrlRole.FEED)
    assert isinstance(reading.page, UnreadablePage)
    assert reading.page.reason is Reason.BAD_FEED


def test_a_reading_survives_the_pipe() -> None:
    reading = read(STORY, f"{HOME}news/bridge")
    message = packed([reading])
    assert HEADER.unpack(message[: HEADER.size])[0] == len(message) - HEADER.size
    assert unpacked(message[HEADER.size :]) == [reading]


def test_a_canonical_url_on_another_site_is_ignored() -> None:
    elsewhere = STORY.replace('href="/news/bridge"', 'href="https://else.example/"')
    article = read(elsewhere, f"{HOME}news/bridge").article
    assert article is not None
    assert article.url == f"{HOME}news/bridge"
    assert replace(article, url="").source == "paper.example"


def test_a_link_that_looks_like_a_service_page_comes_last() -> None:
    links = '<a href="/privacy-policy">Privacy policy</a>' + LIST
    found = read(f"<title>The Paper</title><h1>The Paper</h1><ul>{links}</ul>", depth=0).found
    waits = {each.url.rpartition("/")[2]: each.priority for each in found}
    assert waits["privacy-policy"] == UNLIKELY
    assert waits["3"] == LINKED


def test_an_archive_only_reading_is_a_copy_and_links() -> None:
    reading = read(FRONT, archive_only=True)
    assert reading.page is None
    assert reading.record is not None
    assert {found.url for found in reading.found} >= {f"{HOME}news/{n}" for n in range(9)}


def test_no_copy_is_made_of_a_noarchive_page() -> None:
    page = FRONT.replace("<head>", '<head><meta name="robots" content="noarchive">')
    for archive_only in (True, False):
        reading = read(page, archive_only=archive_only)
        assert reading.record is None
        assert reading.noarchive
        assert reading.found


def test_a_page_that_only_refreshes_leads_to_its_target() -> None:
    markup = '<meta http-equiv="refresh" content="0; url=/en/"><title>The Paper</title>'
    reading = read(markup, f"{HOME}go/1")
    assert [each.url for each in reading.found] == [f"{HOME}en/"]


def test_a_front_page_of_frames_leads_to_them() -> None:
    markup = '<title>The Paper</title><frameset><frame src="news.html"></frameset>'
    assert f"{HOME}news.html" in {each.url for each in read(markup, HOME, depth=0).found}


def test_what_was_fetched_with_credentials_is_marked_and_stays_so_in_the_archive() -> None:
    response = replace(make_response(f"{HOME}news/bridge", STORY.encode(), at=NOW), with_login=True)
    task = ReadingTask(visit(response.url), response, "paper.example", "The Paper")
    reading = read_response(task, CrawlSettings())
    assert reading.article is not None
    assert reading.article.with_login
    assert reading.record is not None
    copy = archived_response(read_record(reading.record))
    again = read_response(replace(task, response=copy), CrawlSettings())
    assert again.article is not None
    assert again.article.with_login
