"""How robots.txt is fetched, shared, cached and dropped."""

import asyncio
from datetime import timedelta

import pytest
from tests.fetch.conftest import (
    QUICK,
    Behaviour,
    Clock,
    Names,
    Page,
    Server,
    quick,
    redirect,
    reset,
)

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import FetchFailure, FetchOutcome, Request, Response
from tidings.model.web.reason import Reason

DENY = Page(b"User-agent: *\nDisallow: /secret\n")


async def fetch(fetcher: WebFetcher, server: Server, path: str = "/a") -> FetchOutcome:
    return await fetcher.fetch(Request(server.url(path)))


async def reason(fetcher: WebFetcher, server: Server, path: str = "/a") -> Reason | None:
    outcome = await fetch(fetcher, server, path)
    return outcome.reason if isinstance(outcome, FetchFailure) else None


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def test_what_is_disallowed_is_not_fetched(server: Server, fetcher: WebFetcher) -> None:
    server.routes |= {"/robots.txt": DENY, "/secret/x": Page(), "/a": Page()}
    denied = await fetch(fetcher, server, "/secret/x")
    assert isinstance(denied, FetchFailure)
    assert denied.reason is Reason.ROBOTS_DENIED
    assert server.host() in denied.detail
    assert await reason(fetcher, server, "/a") is None
    assert server.paths() == ["/robots.txt", "/a"]


async def test_robots_txt_itself_may_always_be_fetched(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/robots.txt"] = Page(b"User-agent: *\nDisallow: /")
    assert await reason(fetcher, server, "/robots.txt") is None


async def test_many_callers_share_one_fetch(server: Server, fetcher: WebFetcher) -> None:
    server.routes |= {"/robots.txt": DENY, "/a": Page()}
    outcomes = await asyncio.gather(*(fetch(fetcher, server) for _ in range(20)))
    assert all(isinstance(outcome, Response) for outcome in outcomes)
    assert server.paths().count("/robots.txt") == 1


async def test_a_cancelled_caller_does_not_cancel_the_fetch_for_others(server: Server) -> None:
    async def wait(writer: asyncio.StreamWriter) -> None:
        requested.set()
        await go.wait()
        writer.write(DENY.raw())

    requested, go = asyncio.Event(), asyncio.Event()
    server.routes |= {"/robots.txt": wait, "/a": Page()}
    async with WebFetcher(QUICK) as fetcher:
        first = asyncio.ensure_future(fetch(fetcher, server))
        second = asyncio.ensure_future(fetch(fetcher, server))
        await requested.wait()
        first.cancel()
        go.set()
        assert isinstance(await second, Response)
    assert server.paths().count("/robots.txt") == 1


async def test_closing_while_robots_are_fetched_ends_cleanly(server: Server) -> None:
    async def hang(writer: asyncio.StreamWriter) -> None:
        requested.set()
        await asyncio.Event().wait()

    requested = asyncio.Event()
    server.routes["/robots.txt"] = hang
    fetcher = WebFetcher(QUICK)
    waiting = asyncio.ensure_future(fetch(fetcher, server))
    await requested.wait()
    await fetcher.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418])
async def test_no_robots_file_allows_everything(
    server: Server, fetcher: WebFetcher, status: int
) -> None:
    server.routes |= {"/robots.txt": Page(b"Disallow: /", status), "/a": Page()}
    assert await reason(fetcher, server) is None


async def hang_up(writer: asyncio.StreamWriter) -> None:
    reset(writer)


SHORT = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nUser"


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (Page(status=500), Reason.ROBOTS_UNREACHABLE),
        (Page(status=503), Reason.ROBOTS_UNREACHABLE),
        (Page(status=429), Reason.ROBOTS_UNREACHABLE),
        (SHORT, Reason.ROBOTS_UNREACHABLE),
        (b"rubbish", Reason.PROTOCOL),
        (b"", Reason.CONNECT),
        (hang_up, Reason.CONNECT),
    ],
    ids=["500", "503", "429", "short", "rubbish", "empty", "reset"],
)
async def test_an_unreachable_robots_file_forbids_everything(
    server: Server, clock: Clock, behaviour: Behaviour, reason: Reason
) -> None:
    server.routes |= {"/robots.txt": behaviour, "/a": Page()}
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep) as fetcher:
        failure = await fetch(fetcher, server)
    assert isinstance(failure, FetchFailure)
    assert failure.reason is reason
    assert failure.waits_for_robots
    assert failure.retry_after is not None
    assert failure.detail
    assert set(server.paths()) == {"/robots.txt"}


async def test_a_failing_robots_file_is_named_with_its_status(server: Server, clock: Clock) -> None:
    server.routes["/robots.txt"] = Page(status=503)
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep) as fetcher:
        failure = await fetch(fetcher, server)
    assert isinstance(failure, FetchFailure)
    assert failure.detail == "robots.txt answers 503, so we wait as RFC 9309 asks"


async def test_a_robots_file_that_is_redirected_to_a_dead_host_names_it(server: Server) -> None:
    server.routes |= {"/robots.txt": redirect("http://dead.test/r"), "/a": Page()}
    async with WebFetcher(QUICK, resolver=Names()) as fetcher:
        failure = await fetch(fetcher, server)
    assert isinstance(failure, FetchFailure)
    assert failure.reason is Reason.ROBOTS_UNREACHABLE
    assert failure.detail.startswith("robots.txt leads to http://dead.test/r: ")


async def test_a_host_that_is_down_is_named_by_its_own_cause(clock: Clock) -> None:
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep, resolver=Names()) as fetcher:
        for minutes in (5, 10):
            failure = await fetcher.fetch(Request("http://dead.test/a"))
            assert isinstance(failure, FetchFailure)
            assert failure.reason is Reason.DNS
            assert "robots.txt" not in failure.detail
            assert failure.retry_after == timedelta(minutes=minutes)
            clock.now += minutes * 60


async def test_a_robots_file_that_never_comes_forbids_everything(server: Server) -> None:
    async def hang(writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    server.routes |= {"/robots.txt": hang, "/a": Page()}
    async with WebFetcher(quick(total_seconds=0.2)) as fetcher:
        failure = await fetch(fetcher, server)
        assert isinstance(failure, FetchFailure)
        assert failure.reason is Reason.TIMEOUT_TOTAL
        assert failure.detail.endswith(", at robots.txt")
        assert failure.waits_for_robots


async def test_an_unreachable_file_is_requested_at_growing_intervals(
    server: Server, clock: Clock
) -> None:
    server.routes |= {"/robots.txt": Page(status=500), "/a": Page(b"at last")}
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep) as fetcher:
        for requests, minutes in enumerate((5, 10, 20, 40, 60, 60), start=1):
            failure = await fetch(fetcher, server)
            assert isinstance(failure, FetchFailure)
            assert failure.retry_after == timedelta(minutes=minutes)
            clock.now += minutes * 60 - 1
            assert await reason(fetcher, server) is Reason.ROBOTS_UNREACHABLE
            assert len(server.seen) == requests
            clock.now += 1
        server.routes["/robots.txt"] = DENY
        assert await reason(fetcher, server) is None


async def test_a_retry_after_on_robots_is_obeyed(server: Server, clock: Clock) -> None:
    server.routes["/robots.txt"] = Page(status=503, headers=(("Retry-After", "7200"),))
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep) as fetcher:
        failure = await fetch(fetcher, server)
        assert isinstance(failure, FetchFailure)
        assert failure.retry_after == timedelta(hours=2)
        assert fetcher.ready_at(server.host()) == clock.now + 7200


@pytest.mark.parametrize(
    ("cache_control", "seconds"),
    [
        ("", 24 * 3600),
        ("public", 24 * 3600),
        ("public, max-age=3600", 3600),
        ("s-max-age=5, max-age=7200", 7200),
        ("max-age=1", 300),
        ("no-store", 300),
        ("no-cache, max-age=9999", 300),
        ("max-age=99999999", 24 * 3600),
        ("max-age=soon", 24 * 3600),
    ],
)
async def test_robots_are_cached_as_long_as_their_headers_allow(
    server: Server, clock: Clock, cache_control: str, seconds: int
) -> None:
    page = Page(DENY.body, headers=(("Cache-Control", cache_control),))
    server.routes |= {"/robots.txt": page, "/a": Page()}
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep) as fetcher:
        await fetch(fetcher, server)
        clock.now += seconds - 1
        await fetch(fetcher, server)
        assert server.paths().count("/robots.txt") == 1
        clock.now += 1
        await fetch(fetcher, server)
        assert server.paths().count("/robots.txt") == 2


async def test_forgotten_robots_are_requested_again(server: Server, fetcher: WebFetcher) -> None:
    server.routes |= {"/robots.txt": DENY, "/secret/x": Page()}
    assert await reason(fetcher, server, "/secret/x") is Reason.ROBOTS_DENIED
    server.routes["/robots.txt"] = Page(b"")
    fetcher.forget_host("other.example")
    assert await reason(fetcher, server, "/secret/x") is Reason.ROBOTS_DENIED
    fetcher.forget_host(server.host())
    assert await reason(fetcher, server, "/secret/x") is None


async def test_robots_redirects_are_followed_to_other_hosts(server: Server) -> None:
    server.routes |= {
        "/robots.txt": redirect("/r1"),
        **{f"/r{n}": redirect(f"/r{n + 1}") for n in range(1, 4)},
        "/r4": redirect(server.url("/r5", "127.0.0.2")),
        "/r5": DENY,
        "/a": Page(),
    }
    async with WebFetcher(quick(max_hops=1)) as fetcher:  # at least five for robots.txt anyway
        assert await reason(fetcher, server, "/secret") is Reason.ROBOTS_DENIED
        assert await reason(fetcher, server) is None


async def test_robots_redirected_without_end_allow_everything(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes |= {"/robots.txt": redirect("/r"), "/r": redirect("/robots.txt"), "/a": Page()}
    assert await reason(fetcher, server) is None


@pytest.mark.parametrize(
    "body", [b"<!doctype html><p>User-agent: *\nDisallow: /</p>", b"GIF89a\0\0\nDisallow: /"]
)
async def test_html_or_an_image_as_robots_allows_everything(
    server: Server, fetcher: WebFetcher, body: bytes
) -> None:
    server.routes |= {"/robots.txt": Page(body), "/a": Page()}
    assert await reason(fetcher, server) is None


async def test_only_the_first_bytes_of_robots_are_read(server: Server) -> None:
    head, tail = b"User-agent: *\nDisallow: /early\n", b"Disallow: /late\n"
    server.routes |= {"/robots.txt": Page(head + b"#" * 5000 + b"\n" + tail), "/late": Page()}
    async with WebFetcher(quick(robots_max_bytes=1000)) as fetcher:
        assert await reason(fetcher, server, "/early") is Reason.ROBOTS_DENIED
        assert await reason(fetcher, server, "/late") is None


async def test_an_endless_robots_file_ends(server: Server) -> None:
    async def go_on(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /early\n")
        while True:
            writer.write(b"Disallow: /x\n" * 500)
            await writer.drain()

    server.routes |= {"/robots.txt": go_on, "/a": Page()}
    async with WebFetcher(quick(robots_max_bytes=10_000)) as fetcher:
        assert await reason(fetcher, server, "/early") is Reason.ROBOTS_DENIED
        assert await reason(fetcher, server) is None


async def test_a_crawl_delay_slows_the_host_down_up_to_the_cap(
    server: Server, clock: Clock
) -> None:
    server.routes |= {"/robots.txt": Page(b"User-agent: *\nCrawl-delay: 4"), "/a": Page()}
    settings = quick(delay=1.0, crawl_delay_cap=30.0)
    async with WebFetcher(settings, clock=clock, sleep=clock.sleep) as fetcher:
        await fetch(fetcher, server)
        await fetch(fetcher, server)
        assert clock.slept == [4.0, 4.0]
        assert fetcher.ready_at(server.host()) == clock.now + 4.0
    server.routes["/robots.txt"] = Page(b"User-agent: *\nCrawl-delay: 86400")
    clock.slept.clear()
    async with WebFetcher(settings, clock=clock, sleep=clock.sleep) as fetcher:
        await fetch(fetcher, server)
        assert clock.slept == [30.0]


async def test_robots_requests_are_paced_too(server: Server, clock: Clock) -> None:
    server.routes["/a"] = Page()
    async with WebFetcher(quick(delay=2.0), clock=clock, sleep=clock.sleep) as fetcher:
        await fetch(fetcher, server)
        assert clock.slept == [2.0]  # the page, after robots.txt
        clock.now += 25 * 3600
        await fetch(fetcher, server)
        assert clock.slept == [2.0, 2.0]


async def test_each_port_and_scheme_has_its_own_robots(server: Server, tls_server: Server) -> None:
    server.routes["/robots.txt"] = DENY
    secret = server.url("/secret")
    others = (tls_server.url("/secret"), secret)
    async with WebFetcher(quick(connect_seconds=1.0)) as fetcher:
        assert await reason(fetcher, server, "/secret") is Reason.ROBOTS_DENIED
        for url in others:  # a self-signed certificate; a port without TLS
            outcome = await fetcher.fetch(Request(url.replace("http:", "https:")))
            assert isinstance(outcome, FetchFailure)
            assert outcome.reason in (Reason.TLS, Reason.TIMEOUT_CONNECT)
            assert outcome.waits_for_robots
        assert await reason(fetcher, server, "/secret") is Reason.ROBOTS_DENIED
    assert server.paths() == ["/robots.txt"]


async def test_sitemaps_come_from_the_same_robots(server: Server, fetcher: WebFetcher) -> None:
    server.routes |= {
        "/robots.txt": Page(b"Sitemap: /news.xml\nSitemap: http://b.test/s.xml"),
        "/a": Page(),
    }
    found = (server.url("/news.xml"), "http://b.test/s.xml")
    assert await fetcher.sitemaps(server.url("/a")) == found
    assert await reason(fetcher, server) is None
    assert server.paths() == ["/robots.txt", "/a"]
    assert await fetcher.sitemaps("no URL") == ()


async def test_unreachable_robots_name_no_sitemaps(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/robots.txt"] = Page(status=500)
    assert await fetcher.sitemaps(server.url("/a")) == ()
