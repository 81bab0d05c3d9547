"""Redirects, statuses and conditional requests against a real server."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from tests.fetch.conftest import QUICK, Clock, Names, Page, Server, quick, redirect

from tidings.fetch.client import WebFetcher
from tidings.fetch.fetcher import FetchLimits
from tidings.model.web.exchange import FetchFailure, Hop, Request, Response
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import RequestPurpose


async def good(fetcher: WebFetcher, url: str) -> Response:
    outcome = await fetcher.fetch(Request(url))
    assert isinstance(outcome, Response), outcome
    return outcome


async def bad(fetcher: WebFetcher, url: str) -> FetchFailure:
    outcome = await fetcher.fetch(Request(url))
    assert isinstance(outcome, FetchFailure), outcome
    return outcome


async def test_a_page_is_returned_complete(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/a"] = Page(b"<p>news</p>", headers=(("Content-Type", "text/html"),))
    response = await good(fetcher, server.url("/a"))
    assert (response.status, response.body, response.truncated) == (200, b"<p>news</p>", False)
    assert response.url == response.requested == server.url("/a")
    assert response.content_type == "text/html"
    assert response.address == "127.0.0.1"
    assert response.hops == ()
    assert response.at.tzinfo is UTC
    assert response.seconds > 0


async def test_a_sitemap_may_be_larger_than_a_page_but_not_endless(server: Server) -> None:
    server.routes["/map"] = Page(b"x" * 5_000)
    async with WebFetcher(quick(max_body_bytes=1_000, max_sitemap_bytes=3_000)) as fetcher:
        page = await good(fetcher, server.url("/map"))
        sitemap = await fetcher.fetch(Request(server.url("/map"), purpose=RequestPurpose.SITEMAP))
    assert isinstance(sitemap, Response)
    assert (len(page.body), page.truncated) == (1_000, True)
    assert (len(sitemap.body), sitemap.truncated) == (3_000, True)


async def test_the_address_is_known_on_a_reused_connection_too(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes |= {"/a": Page(b"a"), "/b": Page(b"b")}
    await good(fetcher, server.url("/a"))
    assert (await good(fetcher, server.url("/b"))).address == "127.0.0.1"
    assert server.connections == 1


async def test_every_request_identifies_us(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/a"] = Page()
    await good(fetcher, server.url("/a"))
    for seen in server.seen:
        assert seen.headers["user-agent"].startswith("Tidings/")
        assert seen.headers["user-agent"].endswith(f"(+{QUICK.bot_url})")
        assert seen.headers["accept-encoding"] == "gzip, deflate"
        assert "cookie" not in seen.headers
        assert "if-none-match" not in seen.headers


async def test_cookies_are_not_kept(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/a"] = Page(headers=(("Set-Cookie", "id=1; Path=/"),))
    await good(fetcher, server.url("/a"))
    await good(fetcher, server.url("/a"))
    assert all("cookie" not in seen.headers for seen in server.seen)


async def test_proxies_of_the_environment_are_ignored(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.9:9")
    server.routes["/a"] = Page(b"direct")
    async with WebFetcher(QUICK) as fetcher:
        assert (await good(fetcher, server.url("/a"))).body == b"direct"


async def test_a_netrc_is_ignored(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    netrc = tmp_path_factory.mktemp("home") / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    server.routes["/a"] = Page()
    async with WebFetcher(QUICK) as fetcher:
        await good(fetcher, server.url("/a"))
    assert all("authorization" not in seen.headers for seen in server.seen)


async def test_a_conditional_request_may_be_answered_with_304(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes["/feed"] = Page(status=304, headers=(("ETag", '"x"'),))
    date = "Sat, 01 Jan 2022 00:00:00 GMT"
    outcome = await fetcher.fetch(Request(server.url("/feed"), etag='"x"', last_modified=date))
    assert isinstance(outcome, Response)
    assert (outcome.status, outcome.body) == (304, b"")
    assert server.seen[-1].headers["if-none-match"] == '"x"'
    assert server.seen[-1].headers["if-modified-since"] == date


async def test_validators_are_not_sent_to_the_target_of_a_redirect(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes["/feed"] = Page(status=302, headers=(("Location", "/other"),))
    server.routes["/other"] = Page()
    date = "Sat, 01 Jan 2022 00:00:00 GMT"
    await fetcher.fetch(Request(server.url("/feed"), etag='"x"', last_modified=date))
    first, second = server.seen[-2:]
    assert {"if-none-match", "if-modified-since"} <= first.headers.keys()
    assert not {"if-none-match", "if-modified-since"} & second.headers.keys()


async def test_a_validator_cannot_inject_a_header(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/feed"] = Page()
    await fetcher.fetch(Request(server.url("/feed"), etag='"x"\r\nEvil: 1', last_modified="\ud800"))
    assert "evil" not in server.seen[-1].headers
    assert "if-none-match" not in server.seen[-1].headers


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (400, Reason.CLIENT_ERROR),
        (401, Reason.CLIENT_ERROR),
        (403, Reason.CLIENT_ERROR),
        (404, Reason.NOT_FOUND),
        (410, Reason.GONE),
        (418, Reason.CLIENT_ERROR),
        (420, Reason.TOO_MANY_REQUESTS),
        (429, Reason.TOO_MANY_REQUESTS),
        (451, Reason.CLIENT_ERROR),
        (500, Reason.SERVER_ERROR),
        (503, Reason.SERVER_ERROR),
        (509, Reason.TOO_MANY_REQUESTS),
        (599, Reason.SERVER_ERROR),
        (300, Reason.BAD_REDIRECT),
        (305, Reason.BAD_REDIRECT),
    ],
)
async def test_a_bad_status_is_a_failure(server: Server, status: int, reason: Reason) -> None:
    clock = Clock()
    server.routes["/a"] = Page(b"sorry", status)
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep) as fetcher:
        failure = await bad(fetcher, server.url("/a"))
    assert (failure.reason, failure.status) == (reason, status)
    assert failure.retry_after is None


@pytest.mark.parametrize("status", [200, 201, 203, 206, 299])
async def test_a_good_status_is_a_response(
    server: Server, fetcher: WebFetcher, status: int
) -> None:
    server.routes["/a"] = Page(b"fine", status)
    assert (await good(fetcher, server.url("/a"))).status == status


@pytest.mark.parametrize("status", [100, 0, 600, 999])
async def test_a_status_that_does_not_exist_is_a_protocol_failure(
    server: Server, fetcher: WebFetcher, status: int
) -> None:
    # A lone 100 is not final: the connection ends while we still wait for the response.
    server.routes["/a"] = f"HTTP/1.1 {status:03} X\r\nContent-Length: 0\r\n\r\n".encode()
    assert (await bad(fetcher, server.url("/a"))).reason in (Reason.PROTOCOL, Reason.CONNECT)


async def test_switching_protocols_without_request_is_a_protocol_failure(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes["/a"] = b"HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"
    assert (await bad(fetcher, server.url("/a"))).reason is Reason.PROTOCOL


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_followed_and_recorded(
    server: Server, fetcher: WebFetcher, status: int
) -> None:
    server.routes |= {"/a": redirect("/b?x=1#part", status), "/b?x=1": Page(b"here")}
    response = await good(fetcher, server.url("/a"))
    assert response.body == b"here"
    assert response.requested == server.url("/a")
    assert response.url == server.url("/b?x=1")
    assert response.hops == (Hop(server.url("/a"), status),)


async def test_a_fetch_may_be_limited_in_bytes(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/a"] = Page(b"x" * 1_000)
    limited = FetchLimits(max_bytes=100)
    response = await fetcher.fetch(Request(server.url("/a")), limits=limited)
    assert isinstance(response, Response)
    assert (len(response.body), response.truncated) == (100, True)


async def test_a_fetch_may_refuse_to_move(server: Server, fetcher: WebFetcher) -> None:
    server.routes |= {"/a": redirect("/b"), "/b": redirect("/c"), "/c": Page(b"here")}
    asked: list[str] = []

    def may_move(url: str) -> bool:
        asked.append(url)
        return url.endswith("/b")

    outcome = await fetcher.fetch(Request(server.url("/a")), limits=FetchLimits(None, may_move))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.REDIRECTED
    assert (outcome.url, outcome.detail) == (server.url("/b"), f"to {server.url('/c')}")
    assert asked == [server.url("/b"), server.url("/c")]


async def test_tracking_parameters_survive_a_redirect(server: Server, fetcher: WebFetcher) -> None:
    server.routes |= {"/a": redirect("/a?utm_source=x"), "/a?utm_source=x": Page(b"here")}
    assert (await good(fetcher, server.url("/a"))).body == b"here"


@pytest.mark.parametrize(
    "location",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://127.0.0.1/",
        "http://",
    ],
)
async def test_a_redirect_out_of_http_is_refused(
    server: Server, fetcher: WebFetcher, location: str
) -> None:
    server.routes["/a"] = redirect(location)
    failure = await bad(fetcher, server.url("/a"))
    assert (failure.reason, failure.status) == (Reason.BAD_REDIRECT, 302)
    assert failure.url == server.url("/a")


@pytest.mark.parametrize("head", ["", "Location:\r\n", "Location: http://a b/\r\n"])
async def test_a_redirect_to_nowhere_is_a_failure(
    server: Server, fetcher: WebFetcher, head: str
) -> None:
    server.routes["/a"] = f"HTTP/1.1 302 Found\r\n{head}Content-Length: 0\r\n\r\n".encode()
    assert (await bad(fetcher, server.url("/a"))).reason is Reason.BAD_REDIRECT


async def test_a_redirect_with_credentials_is_refused(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/a"] = redirect(f"http://me:secret@127.0.0.1:{server.port}/b")
    assert (await bad(fetcher, server.url("/a"))).reason is Reason.CREDENTIALS
    assert "/b" not in server.paths()


async def test_a_redirect_in_a_circle_ends(server: Server, fetcher: WebFetcher) -> None:
    server.routes |= {"/a": redirect("/b"), "/b": redirect("/a#again")}
    failure = await bad(fetcher, server.url("/a"))
    assert failure.reason is Reason.REDIRECT_LOOP
    assert server.paths() == ["/robots.txt", "/a", "/b"]


async def test_a_redirect_to_itself_is_requested_once(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/a"] = redirect("/a")
    assert (await bad(fetcher, server.url("/a"))).reason is Reason.REDIRECT_LOOP
    assert server.paths().count("/a") == 1


async def test_redirects_end_after_max_hops(server: Server) -> None:
    server.routes |= {f"/{n}": redirect(f"/{n + 1}") for n in range(9)}
    async with WebFetcher(quick(max_hops=3)) as fetcher:
        failure = await bad(fetcher, server.url("/0"))
        assert failure.reason is Reason.TOO_MANY_HOPS
        assert len(failure.hops) == 4
        assert "/4" not in server.paths()
        server.routes["/3"] = Page(b"just in reach")
        assert (await good(fetcher, server.url("/0"))).body == b"just in reach"


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        (b"/caf\xc3\xa9", "/caf%C3%A9"),
        (b"/caf\xe9", "/caf%E9"),
        (b"/a b", "/a%20b"),
        (b"caf\xc3\xa9?q=\xe9", "/caf%C3%A9?q=%E9"),
    ],
)
async def test_raw_bytes_in_a_location_are_percent_encoded(
    server: Server, fetcher: WebFetcher, raw: bytes, path: str
) -> None:
    server.routes["/a"] = b"HTTP/1.1 302 X\r\nContent-Length: 0\r\nLocation: " + raw + b"\r\n\r\n"
    server.routes[path] = Page(b"here")
    assert (await good(fetcher, server.url("/a"))).url == server.url(path)


async def test_headers_that_are_not_utf8_can_be_stored(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/a"] = b"HTTP/1.1 200 X\r\nX-Name: caf\xe9\r\nContent-Length: 0\r\n\r\n"
    response = await good(fetcher, server.url("/a"))
    assert response.header("x-name") == "café"
    assert "".join(value for _, value in response.headers).encode()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://127.0.0.1/", Reason.BAD_SCHEME),
        ("file:///etc/passwd", Reason.BAD_SCHEME),
        ("news", Reason.NOT_A_URL),
        ("", Reason.NOT_A_URL),
        ("http://\ud800/", Reason.NOT_A_URL),
        ("http://127.0.0.1:99999/", Reason.NOT_A_URL),
        ("http://me:secret@127.0.0.1/", Reason.CREDENTIALS),
        ("http:\\\\me@127.0.0.1/", Reason.CREDENTIALS),
    ],
)
async def test_other_than_web_addresses_are_refused(
    fetcher: WebFetcher, url: str, reason: Reason
) -> None:
    assert (await bad(fetcher, url)).reason is reason


async def test_the_robots_of_the_other_host_apply_after_a_redirect(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes |= {
        "/a": redirect(server.url("/b", "127.0.0.2")),
        "/b": Page(b"reached"),
        "/robots.txt": Page(b"User-agent: *\nDisallow: /b"),
    }
    failure = await bad(fetcher, server.url("/a"))
    assert failure.reason is Reason.ROBOTS_DENIED
    assert server.host("127.0.0.2") in failure.detail
    assert failure.hops == (Hop(server.url("/a"), 302),)
    assert server.paths() == ["/robots.txt", "/a", "/robots.txt"]


async def test_without_politely_neither_robots_nor_pace_apply(server: Server) -> None:
    server.routes |= {"/robots.txt": Page(b"User-agent: *\nDisallow: /"), "/a": Page(b"here")}
    clock = Clock()
    async with WebFetcher(quick(delay=9.0), clock=clock, sleep=clock.sleep) as fetcher:
        for _ in range(2):
            outcome = await fetcher.fetch(Request(server.url("/a")), politely=False)
            assert isinstance(outcome, Response)
    assert server.paths() == ["/a", "/a"]
    assert clock.slept == []


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_keeps_everyone_away_from_the_host(server: Server, status: int) -> None:
    clock = Clock()
    server.routes |= {
        "/a": Page(status=status, headers=(("Retry-After", "100"),)),
        "/b": Page(b"open again"),
    }
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep) as fetcher:
        first = await bad(fetcher, server.url("/a"))
        assert (first.status, first.retry_after) == (status, timedelta(seconds=100))
        assert fetcher.ready_at(server.host()) == clock.now + 100
        assert fetcher.ready_at("127.0.0.1:1") == 0.0
        meanwhile = await bad(fetcher, server.url("/b"))
        assert (meanwhile.reason, meanwhile.retry_after) == (first.reason, timedelta(seconds=100))
        assert "/b" not in server.paths()
        clock.now += 80
        assert (await good(fetcher, server.url("/b"))).body == b"open again"
        assert clock.slept == [20.0]
        assert fetcher.ready_at(server.host()) <= clock.now + 1


async def test_retry_after_is_read_from_a_date_and_capped(server: Server) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    clock = Clock(now.timestamp())
    server.routes["/a"] = Page(
        status=503, headers=(("Retry-After", "Thu, 01 Jan 2026 00:10:00 GMT"),)
    )
    server.routes["/b"] = Page(status=500, headers=(("Retry-After", "9" * 30),))
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep) as fetcher:
        assert (await bad(fetcher, server.url("/a"))).retry_after == timedelta(minutes=10)
        clock.now += 601
        assert (await bad(fetcher, server.url("/b"))).retry_after == timedelta(hours=24)
        assert fetcher.ready_at(server.host()) == 0.0  # a plain 500 closes nothing


async def test_a_name_that_does_not_resolve_is_a_dns_failure() -> None:
    async with WebFetcher(QUICK, resolver=Names()) as fetcher:
        outcome = await fetcher.fetch(Request("http://nowhere.test/"), politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.DNS


async def test_a_name_without_addresses_is_a_dns_failure() -> None:
    async with WebFetcher(QUICK, resolver=Names(empty_test=[[]])) as fetcher:
        outcome = await fetcher.fetch(Request("http://empty.test/"), politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.DNS


async def test_many_fetches_at_once_all_end(server: Server) -> None:
    server.routes |= {f"/{n}": Page(str(n).encode() * 1000) for n in range(50)}
    async with WebFetcher(quick(per_host=5, concurrency=8)) as fetcher:
        got = await asyncio.gather(*(good(fetcher, server.url(f"/{n}")) for n in range(50)))
    assert [response.body for response in got] == [str(n).encode() * 1000 for n in range(50)]
    assert server.most_running <= 5


async def test_a_fetcher_may_be_closed_twice_and_then_does_not_connect(server: Server) -> None:
    fetcher = WebFetcher(QUICK)
    await fetcher.close()
    await fetcher.close()
    assert (await bad(fetcher, server.url("/a"))).reason is Reason.CONNECT
    outcome = await fetcher.fetch(Request(server.url("/a")), politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.CONNECT
    assert server.connections == 0
