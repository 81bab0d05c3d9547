"""What an agent sees of a response."""

from datetime import UTC, datetime

from tests.engine.reading.test_response_reading import FRONT, HOME, STORY
from tests.factories import make_response, make_visit

from tidings.crawl.agents.query_terms import query_terms
from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.model.agents.page_sight import SeenPage
from tidings.model.articles.article import UnreadablePage
from tidings.model.web.page import PageKind, UrlRole
from tidings.settings.tree import CrawlSettings

NOW = datetime(2026, 1, 2, tzinfo=UTC)
BRIDGE = query_terms("a bridge over the river", "en")
FLOODS = query_terms("floods in Ravenmoor", "en")
XML = (("content-type", "application/xml"),)
HTML = (("content-type", "text/html; charset=utf-8"),)
FEED = f"""<rss version='2.0'><channel><title>The Paper</title><link>{HOME}</link>
<item><title>A bridge falls</title><link>{HOME}news/1</link>
<description>The river took it.</description>
<pubDate>Fri, 02 Jan 2026 08:00:00 GMT</pubDate></item>
<item><title>Elsewhere</title><link>https://elsewhere.example/2</link></item>
</channel></rss>"""
SITEMAP = f"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>{HOME}news/1</loc><lastmod>2026-01-02T08:00:00Z</lastmod></url></urlset>"""


def read(
    body: str,
    query: object = BRIDGE,
    url: str = f"{HOME}news/bridge",
    headers: tuple[tuple[str, str], ...] = HTML,
    *,
    for_source: bool = False,
    annotator: Annotator | None = None,
) -> Reading:
    response = make_response(url, body, headers=headers, at=NOW, seconds=0.25)
    task = ReadingTask(
        make_visit(url, depth=1),
        response,
        "paper.example",
        query=query,  # type: ignore[arg-type]
        for_source=for_source,
    )
    return read_response(task, CrawlSettings(), annotator)


def sight(body: str, **more: object) -> SeenPage:
    seen = read(body, **more).seen  # type: ignore[arg-type]
    assert seen is not None
    return seen


def test_a_relevant_article_is_read_as_a_crawl_would_with_what_the_agent_sees() -> None:
    reading = read(STORY, annotator=Annotator())
    seen = reading.seen
    assert seen is not None
    assert seen.relevance.ours >= 0.5
    assert (seen.kind, seen.title) == (PageKind.ARTICLE, "A bridge for the town")
    assert (seen.seconds, seen.bytes) == (0.25, len(STORY))
    assert reading.article is not None
    assert seen.article == reading.article.id
    assert reading.annotation is not None
    assert reading.entry is not None
    assert reading.record


def test_of_an_irrelevant_page_that_nobody_follows_only_the_sight_is_left() -> None:
    reading = read(STORY, FLOODS, annotator=Annotator())
    assert reading.seen is not None
    assert reading.seen.relevance.ours < 0.5
    kept = (reading.article, reading.page, reading.record, reading.annotation, reading.found)
    assert kept == (None, None, None, None, ())
    assert len(packed(reading)[HEADER.size :]) < len(STORY) / 2


def test_an_irrelevant_page_of_a_followed_source_is_read_whole() -> None:
    reading = read(STORY, FLOODS, for_source=True, annotator=Annotator())
    assert reading.seen is not None
    assert reading.article is not None
    assert reading.annotation is not None


def test_links_have_the_words_of_their_text_and_those_around_them() -> None:
    page = """<html><body><p>Water rose all night near the old mill.
<a href="/floods/ravenmoor.html">Ravenmoor is flooded</a> Boats carry people from their homes.</p>
<script>var hidden = "secret words"</script></body></html>"""
    (link,) = sight(page, query=FLOODS).links
    assert link.url == f"{HOME}floods/ravenmoor.html"
    assert link.words == "Ravenmoor is flooded"
    assert set(query_terms("Ravenmoor flooded", "en").weights) <= set(link.anchor)
    assert set(query_terms("water mill boats", "en").weights) <= set(link.around)
    assert not set(query_terms("secret words", "en").weights) & set(link.around)
    assert set(query_terms("ravenmoor", "en").weights) <= set(link.address)


def test_links_to_other_sites_count_but_not_those_that_must_not_be_followed() -> None:
    urls = {link.url for link in sight(FRONT, url=HOME).links}
    assert "https://elsewhere.example/" in urls
    assert f"{HOME}sponsored" not in urls
    assert f"{HOME}news/0" in urls
    head = '<html><head><meta name="robots" content="nofollow"></head>'
    assert sight(FRONT.replace("<html><head>", head), url=HOME).links == ()


def test_media_files_are_no_links() -> None:
    page = '<body><a href="/photo.jpg">A bridge</a><a href="/bridge">A bridge</a></body>'
    assert [link.url for link in sight(page).links] == [f"{HOME}bridge"]


def test_the_feeds_that_a_page_names_are_links() -> None:
    roles = {link.url: link.role for link in sight(FRONT, url=HOME).links}
    assert roles[f"{HOME}feed.xml"] is UrlRole.FEED


def test_a_feed_is_a_page_of_links_with_headlines_and_dates() -> None:
    seen = sight(FEED, url=f"{HOME}feed.xml", headers=XML)
    first, second = seen.links
    assert seen.kind is PageKind.INDEX
    assert (first.words, first.url) == ("A bridge falls", f"{HOME}news/1")
    assert first.published == datetime(2026, 1, 2, 8, tzinfo=UTC)
    assert set(query_terms("river", "en").weights) <= set(first.around)
    assert second.url == "https://elsewhere.example/2"


def test_a_sitemap_is_a_page_of_links_with_dates() -> None:
    (link,) = sight(SITEMAP, url=f"{HOME}sitemap.xml", headers=XML).links
    assert (link.url, link.published) == (f"{HOME}news/1", datetime(2026, 1, 2, 8, tzinfo=UTC))


def test_a_page_that_cannot_be_read_shows_nothing() -> None:
    reading = read("%PDF-1.4 broken", url=f"{HOME}a.pdf")
    assert isinstance(reading.page, UnreadablePage)
    assert reading.seen is None


def test_an_article_that_must_not_be_indexed_is_no_find() -> None:
    page = STORY.replace("<head>", '<head><meta name="robots" content="noindex">')
    reading = read(page)
    assert reading.seen is not None
    assert reading.article is None
    assert reading.seen.article == ""


def test_a_sight_travels_between_processes() -> None:
    reading = read(STORY)
    assert unpacked(packed(reading)[HEADER.size :]) == reading
