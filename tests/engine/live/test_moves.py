"""Sources that redirect elsewhere, permanently or for an hour, end to end."""

from tests.engine.paper_server import PaperServer, clocked_crawler, paper_server

from tidings.settings.tree import Settings


def redirect(old: PaperServer, status: int, to: str) -> None:
    """Redirect every URL of a server to the same path on another, or to one page."""
    for path in old.pages:
        old.pages[path] = (status, "", to if "/" in to[8:] else f"{to}{path}")


async def test_a_source_that_moves_permanently_is_followed_to_its_new_domain(
    settings: Settings,
) -> None:
    async with paper_server() as old, paper_server() as new, clocked_crawler(settings) as crawler:
        paths = [old.article(number) for number in range(4)]
        old.front(*paths[:2])
        await crawler.follow(f"{old.origin}/")
        await crawler.crawl()
        new.pages = dict(old.pages)
        new.front(*paths)
        redirect(old, 301, new.origin)
        crawler.wait(days=1)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert source.site.domain == new.origin.removeprefix("http://")
        assert source.articles == 2  # earlier articles stay with the old domain
        for path in paths[2:]:
            assert (await crawler.why(new.url(path))).kind == "article"


async def test_a_source_that_redirects_temporarily_is_followed_when_it_returns(
    settings: Settings,
) -> None:
    async with (
        paper_server() as paper,
        paper_server() as other,
        clocked_crawler(settings) as crawler,
    ):
        paths = [paper.article(number) for number in range(4)]
        paper.front(*paths[:2])
        await crawler.follow(f"{paper.origin}/")
        await crawler.crawl()
        pages = dict(paper.pages)
        other.page("/sorry", "<h1>We will be back soon</h1>")
        redirect(paper, 302, other.url("/sorry"))
        crawler.wait(days=1)
        await crawler.crawl()
        paper.pages = pages
        paper.front(*paths)
        crawler.wait(days=1)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert source.site.domain == paper.origin.removeprefix("http://")
        assert source.articles == 4


async def test_articles_in_a_feed_are_fetched_after_an_hour_of_maintenance(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        paths = [stand.article(number) for number in range(3)]
        pages = dict(stand.pages)
        redirect(stand, 302, stand.url("/sorry"))
        stand.page("/sorry", "<h1>We will be back soon</h1>")
        stand.feed("/feed", paths)
        stand.front("/about", head="<link rel='alternate' type='application/rss+xml' href='/feed'>")
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        assert (await crawler.why(stand.url(paths[0]))).state == "queued"
        stand.pages |= pages
        crawler.wait(days=1)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert source.articles == 3


async def test_a_page_that_always_redirects_to_nothing_is_given_up(settings: Settings) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        path = stand.article(1)
        redirect(stand, 302, stand.url("/sorry"))
        stand.page("/sorry", "<h1>Log in</h1>")
        stand.feed("/feed", [path])
        stand.front("/about", head="<link rel='alternate' type='application/rss+xml' href='/feed'>")
        await crawler.follow(f"{stand.origin}/")
        for _ in range(settings.crawl.max_attempts + 2):
            await crawler.crawl()
            crawler.wait(days=1)
        assert stand.requests[path] == settings.crawl.max_attempts
        assert (await crawler.why(stand.url(path))).state == "done"
