"""Sources whose first visit fails: the next visit counts as the first, end to end."""

import pytest
from tests.engine.paper_server import clocked_crawler, paper_server

from tidings.settings.tree import Settings


async def test_the_usual_feed_urls_are_tried_even_if_the_first_visit_fails(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        paths = [stand.article(number) for number in range(3)]
        stand.feed("/feed", paths)
        stand.pages["/"] = (503, "text/html", "busy")
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        stand.front("/about")
        crawler.wait(days=1)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert (source.feeds, source.articles) == (1, 3)


@pytest.mark.parametrize("status", [302, 301])
async def test_a_domain_is_learned_from_a_redirect_even_if_the_first_visit_fails(
    settings: Settings, status: int
) -> None:
    async with (
        paper_server() as stand,
        paper_server() as home,
        clocked_crawler(settings) as crawler,
    ):
        paths = [home.article(number) for number in range(3)]
        home.front(*paths)
        stand.pages["/"] = (503, "text/html", "busy")
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        stand.pages["/"] = (status, "text/html", f"{home.origin}/")
        crawler.wait(days=1)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert source.site.domain == home.origin.removeprefix("http://")
        assert source.articles == 3


async def test_a_duplicate_article_is_recognised_even_if_its_first_visit_fails(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        path = stand.article(1)
        stand.pages["/copy/of/story-1"] = (503, "text/html", "busy")
        stand.front(path, "/copy/of/story-1")
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        stand.pages["/copy/of/story-1"] = stand.pages[path]
        crawler.wait(days=1)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert source.articles == 1
