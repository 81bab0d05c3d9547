"""What a source's own settings change about its requests, against real servers."""

import pytest
from tests.fetch.conftest import Clock, Names, Page, Server, quick, redirect

from tidings.fetch.client import WebFetcher
from tidings.fetch.site_policy import USUAL_POLICY, PolicyOf, SitePolicy
from tidings.model.web.exchange import Request, Response

SLOW, OTHER = 7, 8  # ids of sites


@pytest.fixture
def clock() -> Clock:
    return Clock()


def only(site: int, policy: SitePolicy) -> PolicyOf:
    return lambda asked: policy if asked == site else USUAL_POLICY


async def fetch(fetcher: WebFetcher, server: Server, path: str, site: int) -> Response:
    outcome = await fetcher.fetch(Request(server.url(path), site=site))
    assert isinstance(outcome, Response), outcome
    return outcome


async def waits(server: Server, clock: Clock, policy: SitePolicy, usual: float) -> list[float]:
    """Return the waits before two pages; the first is the one after robots.txt."""
    settings = quick(delay=usual, domain_delay=0.5)
    policies = only(SLOW, policy)
    async with WebFetcher(settings, clock=clock, sleep=clock.sleep, policies=policies) as fetcher:
        await fetch(fetcher, server, "/a", SLOW)
        await fetch(fetcher, server, "/a", SLOW)
    return clock.slept


async def test_a_source_has_a_delay_of_its_own(server: Server, clock: Clock) -> None:
    server.routes["/a"] = Page()
    policy = SitePolicy(server.host(), delay=3.0)
    assert await waits(server, clock, policy, usual=1.0) == [3.0, 3.0]


async def test_a_shorter_delay_holds_on_the_sources_own_hosts(server: Server, clock: Clock) -> None:
    server.routes["/a"] = Page()
    policy = SitePolicy(server.host(), delay=0.25)
    assert await waits(server, clock, policy, usual=1.0) == [0.25, 0.25]


async def test_a_shorter_delay_does_not_hold_on_the_hosts_of_others(
    server: Server, clock: Clock
) -> None:
    server.routes["/a"] = Page()
    policy = SitePolicy("elsewhere.example", delay=0.25)
    assert await waits(server, clock, policy, usual=1.0) == [1.0, 1.0]


async def test_a_crawl_delay_outranks_the_sources_own(server: Server, clock: Clock) -> None:
    server.routes |= {"/robots.txt": Page(b"User-agent: *\nCrawl-delay: 4"), "/a": Page()}
    policy = SitePolicy(server.host(), delay=0.25)
    assert await waits(server, clock, policy, usual=1.0) == [4.0, 4.0]


async def test_another_source_keeps_the_usual_delay(server: Server, clock: Clock) -> None:
    server.routes["/a"] = Page()
    policies = only(SLOW, SitePolicy(server.host(), delay=9.0))
    async with WebFetcher(
        quick(delay=1.0), clock=clock, sleep=clock.sleep, policies=policies
    ) as fetcher:
        await fetch(fetcher, server, "/a", OTHER)
        await fetch(fetcher, server, "/a", OTHER)
    assert clock.slept == [1.0, 1.0]


async def test_a_sources_headers_go_to_its_own_hosts_only(server: Server) -> None:
    names = Names(www_paper_example=[["127.0.0.1"]], advert_example=[["127.0.0.1"]])
    server.routes |= {"/a": redirect(server.url("/b", "advert.example")), "/b": Page()}
    policy = SitePolicy("paper.example", headers=(("Accept-Language", "de"),))
    settings = quick()
    async with WebFetcher(settings, resolver=names, policies=only(SLOW, policy)) as fetcher:
        start = Request(server.url("/a", "www.paper.example"), etag='"x"', site=SLOW)
        assert isinstance(await fetcher.fetch(start), Response)
        sent = {(each.headers["host"], each.path): each.headers for each in server.seen}
        assert sent[server.host("www.paper.example"), "/robots.txt"]["accept-language"] == "de"
        assert sent[server.host("www.paper.example"), "/a"]["accept-language"] == "de"
        assert sent[server.host("www.paper.example"), "/a"]["if-none-match"] == '"x"'
        assert "accept-language" not in sent[server.host("advert.example"), "/b"]
        server.seen.clear()
        await fetch(fetcher, server, "/b", OTHER)
        assert all("accept-language" not in each.headers for each in server.seen)
