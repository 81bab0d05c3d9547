"""A machine's clock that jumps, end to end."""

from tests.engine.paper_server import clocked_crawler, paper_server

from tidings.settings.tree import Settings


async def test_correcting_a_clock_that_was_a_year_ahead_does_not_stop_the_crawl(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        paths = [stand.article(number) for number in range(4)]
        stand.front(*paths[:2])
        crawler.wait(days=365)
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        stand.front(*paths)
        crawler.wait(days=-365)
        await crawler.crawl()
        crawler.wait(days=1)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert source.articles == 4
