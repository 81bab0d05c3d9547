"""Sources that fail at first, in every way: each is tried again soon, and then works."""

import socket
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from tests.engine.paper_server import ClockedCrawler, PaperServer, clocked_crawler, paper_server

from tidings.fetch.transport import resolver
from tidings.model.web.page import FrontierState
from tidings.settings.tree import Settings

Answer = tuple[int, str, str]
# What the address of a source answers at first; a redirect names its target, 0 hangs up.
ANSWERS: dict[str, Answer] = {
    "401": (401, "text/html", "who are you?"),
    "403": (403, "text/html", "go away"),
    "404": (404, "text/html", "no such page"),
    "410": (410, "text/html", "gone"),
    "451": (451, "text/html", "not in your country"),
    "500": (500, "text/html", "oops"),
    "503": (503, "text/html", "busy"),
    "hangs up": (0, "", ""),
    "redirect loop": (302, "", "?again=1"),
    "bad redirect": (301, "", "javascript:void(0)"),
    "redirect to a missing page": (301, "", "/missing"),
    "redirect to an error page": (301, "", "/sorry"),
    "temporary redirect to an error page": (302, "", "/sorry"),
    "empty": (200, "text/html", ""),
    "not HTML": (200, "image/png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\1\0\0\0\0"),
    "error page": (200, "text/html", "<html><title>Error</title><h1>Page not found</h1></html>"),
}
ROBOTS: dict[str, Answer] = {
    "robots.txt fails": (500, "text/plain", "oops"),
    "robots.txt hangs up": (0, "", ""),
    "robots.txt forbids": (200, "text/plain", "User-agent: *\nDisallow: /"),
}
WAYS = [*ANSWERS, *ROBOTS]
SORRY = "<html><title>Sorry</title><h1>Sorry, an error has occurred</h1></html>"


def break_down(paper: PaperServer, path: str, way: str) -> None:
    """Make a paper fail."""
    paper.pages["/sorry"] = (200, "text/html", SORRY)
    if way in ROBOTS:
        paper.pages["/robots.txt"] = ROBOTS[way]
        return
    paper.pages[path] = ANSWERS[way]
    if way == "redirect loop":
        paper.pages[f"{path}?again=1"] = (302, "", path)


def put_right(paper: PaperServer, path: str) -> None:
    """Make a paper work, at the same address."""
    paper.pages.pop("/robots.txt", None)
    paths = [paper.article(number) for number in range(2)]
    if path == "/":
        paper.front(*paths)
    else:
        paper.feed(path, paths)


async def next_visit(crawler: ClockedCrawler, url: str) -> timedelta:
    """Return how long it takes until a URL that has failed is visited again."""
    explanation = await crawler.why(url)
    assert explanation.state in (FrontierState.QUEUED, FrontierState.REFUSED, FrontierState.DONE)
    assert explanation.next_visit is not None, url
    assert explanation.last_visit is not None, url
    return explanation.next_visit - explanation.last_visit


@pytest.mark.parametrize("path", ["/", "/news.xml"], ids=["start page", "feed"])
async def test_a_source_that_fails_is_tried_again_within_minutes(
    settings: Settings, path: str
) -> None:
    async with AsyncExitStack() as stack, clocked_crawler(settings) as crawler:
        papers = {way: await stack.enter_async_context(paper_server()) for way in WAYS}
        for way, paper in papers.items():
            break_down(paper, path, way)
            await crawler.follow(paper.url(path))
        await crawler.crawl()
        for way, paper in papers.items():
            assert await next_visit(crawler, paper.url(path)) <= timedelta(minutes=6), way
            put_right(paper, path)
        crawler.wait(minutes=6)
        await crawler.crawl()
        sources = await crawler.sources()
        brought = {way: sources[paper.url(path)].articles for way, paper in papers.items()}
        assert brought == dict.fromkeys(WAYS, 2)


async def test_a_feed_that_a_failing_site_names_is_tried_again_within_minutes(
    settings: Settings,
) -> None:
    ways = [*ANSWERS]
    named = "<link rel='alternate' type='application/rss+xml' href='/news.xml'>"
    async with AsyncExitStack() as stack, clocked_crawler(settings) as crawler:
        papers = {way: await stack.enter_async_context(paper_server()) for way in ways}
        for way, paper in papers.items():
            paper.page("/", "", head=named)  # a shell that needs JavaScript
            break_down(paper, "/news.xml", way)
            await crawler.follow(paper.url("/"))
        await crawler.crawl()
        for way, paper in papers.items():
            assert await next_visit(crawler, paper.url("/news.xml")) <= timedelta(minutes=1), way
            put_right(paper, "/news.xml")
        crawler.wait(minutes=2)
        await crawler.crawl()
        sources = await crawler.sources()
        brought = {way: sources[paper.url("/")].articles for way, paper in papers.items()}
        assert brought == dict.fromkeys(ways, 2)


async def test_a_source_is_tried_for_days_and_found_when_it_is_back(settings: Settings) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        break_down(paper, "/", "403")
        await crawler.follow(paper.url("/"))
        for _ in range(15):
            await crawler.crawl()
            wait = await next_visit(crawler, paper.url("/"))
            assert wait <= timedelta(days=1)
            crawler.wait(seconds=wait.total_seconds() + 1)
        assert paper.requests["/"] == 15
        put_right(paper, "/")
        await crawler.crawl()
        assert (await crawler.sources())[paper.url("/")].articles == 2


async def test_a_source_is_dead_after_weeks_of_failures_and_comes_back(settings: Settings) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        break_down(paper, "/", "404")
        await crawler.follow(paper.url("/"))
        await crawler.crawl()
        crawler.wait(days=settings.crawl.dead_days)
        await crawler.crawl()
        assert (await crawler.why(paper.url("/"))).state == FrontierState.RESTING
        put_right(paper, "/")
        crawler.wait(days=settings.crawl.rest_days)
        await crawler.crawl()
        assert (await crawler.sources())[paper.url("/")].articles == 2
        break_down(paper, "/", "404")
        crawler.wait(days=1)
        await crawler.crawl()
        assert await next_visit(crawler, paper.url("/")) <= timedelta(minutes=1)


async def test_the_usual_feeds_get_their_chance_when_the_start_page_works(
    settings: Settings,
) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        paper.pages["/"] = ANSWERS["error page"]  # all usual addresses are tried, and missing
        await crawler.follow(paper.url("/"))
        await crawler.crawl()
        assert paper.requests["/feed"] == 1
        paper.front("/about")
        paper.feed("/feed", [paper.article(number) for number in range(3)])
        crawler.wait(minutes=2)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert (source.feeds, source.articles) == (1, 3)


async def test_a_start_page_that_stays_an_error_page_is_read_ever_more_rarely(
    settings: Settings,
) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        break_down(paper, "/", "error page")
        await crawler.follow(paper.url("/"))
        await crawler.crawl()
        reasons = (await crawler.why(paper.url("/"))).reasons
        assert any("nothing on it leads on" in reason for reason in reasons)
        for minutes in (1, 5, 15):
            assert await next_visit(crawler, paper.url("/")) == timedelta(minutes=minutes)
            crawler.wait(minutes=minutes, seconds=1)
            await crawler.crawl()


async def test_a_page_of_an_error_on_another_host_is_not_taken_for_the_site(
    settings: Settings,
) -> None:
    async with (
        paper_server() as paper,
        paper_server() as other,
        clocked_crawler(settings) as crawler,
    ):
        other.pages["/sorry"] = (200, "text/html", SORRY)
        paper.pages["/"] = (302, "", other.url("/sorry"))
        await crawler.follow(paper.url("/"))
        await crawler.crawl()
        put_right(paper, "/")
        crawler.wait(minutes=2)
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        assert source.site.domain == paper.origin.removeprefix("http://")
        assert source.articles == 2


@pytest.mark.parametrize("first", [None, "10.1.2.3"], ids=["no address", "a private address"])
async def test_a_name_that_is_put_right_is_looked_up_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, first: str | None
) -> None:
    address = first

    def look_up(host: str, port: int, family: socket.AddressFamily) -> list[Any]:
        if address is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(resolver, "_look_up", look_up)
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        paper.origin = paper.origin.replace("127.0.0.1", "paper.example")
        put_right(paper, "/")
        await crawler.follow(paper.url("/"))
        await crawler.crawl()
        wait = await next_visit(crawler, paper.url("/"))
        assert wait <= timedelta(minutes=6)
        address = "127.0.0.1"
        crawler.wait(seconds=wait.total_seconds() + 1)
        await crawler.crawl()
        assert (await crawler.sources())[paper.url("/")].articles == 2
