"""Sources that stop, partly fail, or whose pages are all refused: what is said of them."""

from tests.engine.paper_server import ClockedCrawler, PaperServer, clocked_crawler, paper_server

from tidings.model.crawl.source_condition import SourceCause
from tidings.settings.tree import Settings

_FEED = '<link rel="alternate" type="application/rss+xml" href="/{name}.xml">'


async def visit_again(crawler: ClockedCrawler, stand: PaperServer, *paths: str) -> None:
    """Let days pass until all of these pages have been requested again."""
    before = {path: stand.requests[path] for path in paths}
    for _ in range(10):
        crawler.wait(days=1)
        await crawler.crawl()
        if all(stand.requests[path] > count for path, count in before.items()):
            return
    raise AssertionError(stand.requests)


async def test_a_source_that_brought_articles_and_stopped_says_why_until_it_is_back(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        paths = [stand.article(number) for number in range(3)]
        stand.front(*paths, head=_FEED.format(name="news"))
        stand.feed("/news.xml", paths)
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert (source.articles, source.condition.in_words()) == (3, "")
        kept = dict(stand.pages)
        stand.pages = dict.fromkeys(kept, (403, "text/html", "no"))
        await visit_again(crawler, stand, "/", "/news.xml")
        (source,) = (await crawler.sources()).values()
        found = source.condition
        assert (found.cause, found.sentence) == (SourceCause.REFUSED, "refuses us (403)")
        assert found.is_alarming
        assert found.since is not None
        assert found.next_attempt is not None
        stand.pages = kept
        await visit_again(crawler, stand, "/", "/news.xml")
        (source,) = (await crawler.sources()).values()
        assert not source.condition.is_alarming


async def test_one_feed_of_two_that_fails_is_said_without_alarm(settings: Settings) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        paths = [stand.article(number) for number in range(6)]
        stand.front(*paths, head=_FEED.format(name="news") + _FEED.format(name="sport"))
        stand.feed("/news.xml", paths[:3])
        stand.feed("/sport.xml", paths[3:])
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        stand.pages["/sport.xml"] = (500, "text/html", "broken")
        await visit_again(crawler, stand, "/sport.xml")
        (source,) = (await crawler.sources()).values()
        assert source.condition.cause is SourceCause.PARTLY_FAILING
        assert source.condition.sentence == "1 feed fails: its server fails (500)"
        assert not source.condition.is_alarming


async def test_a_source_whose_articles_robots_txt_forbids_says_so(settings: Settings) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        paths = [stand.article(number) for number in range(4)]
        stand.front(*paths)
        stand.pages["/robots.txt"] = (200, "text/plain", "User-agent: *\nDisallow: /2026/\n")
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert source.condition.sentence == "its pages: blocked by robots.txt"
        assert source.condition.is_alarming
