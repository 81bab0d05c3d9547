"""PostMessage: the guard and limits of every fetch, checked headers and restricted redirects."""

import asyncio
from collections.abc import Mapping

import pytest
from tests.fetch.conftest import Clock, Names, Page, Server, quick, redirect

from tidings.fetch.client import WebFetcher
from tidings.fetch.post_message import MAX_POST_RESPONSE_BYTES, PostMessage
from tidings.model.web.exchange import FetchFailure, FetchOutcome, Response
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose

BODY = b'{"text": "\xc3\xbc"}'
JSON = {"Content-Type": "application/json"}
SIGNED = JSON | {"X-Signature": "sha256=abc"}


async def post(
    fetcher: WebFetcher, url: str, headers: Mapping[str, str] = JSON, body: bytes = BODY
) -> FetchOutcome:
    return await fetcher.post(url, body, headers, RequestPurpose.WEBHOOK, 7)


def reason(outcome: FetchOutcome) -> Reason | None:
    return outcome.reason if isinstance(outcome, FetchFailure) else None


async def test_body_and_headers_arrive_as_given(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/hook"] = Page(b"thanks", status=202)
    outcome = await post(fetcher, server.url("/hook"), SIGNED)
    assert isinstance(outcome, Response)
    assert (outcome.status, outcome.body) == (202, b"thanks")
    (seen,) = server.seen  # robots.txt is not fetched
    assert (seen.method, seen.body) == ("POST", BODY)
    assert seen.headers["content-type"] == "application/json"
    assert seen.headers["x-signature"] == "sha256=abc"
    assert seen.headers["user-agent"].startswith("Tidings/")


async def test_an_empty_body_is_posted_too(server: Server, fetcher: WebFetcher) -> None:
    server.routes["/hook"] = Page(status=204)
    assert isinstance(await post(fetcher, server.url("/hook"), {}, b""), Response)
    assert [(seen.method, seen.headers["content-length"]) for seen in server.seen] == [
        ("POST", "0")
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X-Token", "a\r\nHost: other.example"),
        ("X-Token", "ü"),
        ("X Token", "a"),
        ("", "a"),
        ("Host", "other.example"),
        ("content-length", "0"),
        ("Transfer-Encoding", "chunked"),
        ("User-Agent", "Mozilla/5.0"),
    ],
)
async def test_headers_that_could_change_the_message_are_not_sent(
    server: Server, fetcher: WebFetcher, name: str, value: str
) -> None:
    with pytest.raises(ValueError, match="cannot be sent") as raised:
        await post(fetcher, server.url("/hook"), {name: value})
    assert value == "a" or value not in str(raised.value)  # it may be a secret
    assert server.connections == 0


async def test_every_post_is_logged_with_its_purpose(server: Server) -> None:
    logged: list[LoggedRequest] = []
    server.routes["/old"] = redirect("/hook", 308)
    server.routes["/hook"] = Page(status=500)
    async with WebFetcher(quick(), on_request=logged.append) as fetcher:
        assert reason(await post(fetcher, server.url("/old"))) is Reason.SERVER_ERROR
    assert [(line.path, line.purpose, line.site, line.status) for line in logged] == [
        ("/old", RequestPurpose.WEBHOOK, 7, 308),
        ("/hook", RequestPurpose.WEBHOOK, 7, 500),
    ]


async def test_posts_keep_the_pace(server: Server) -> None:
    clock = Clock()
    server.routes["/hook"] = Page()
    async with WebFetcher(quick(delay=3.0), clock=clock, sleep=clock.sleep) as fetcher:
        await post(fetcher, server.url("/hook"))
        await post(fetcher, server.url("/hook"))
    assert sum(clock.slept) == pytest.approx(3.0)


async def test_a_receiver_that_asks_to_wait_is_left_alone(server: Server) -> None:
    server.routes["/hook"] = Page(status=429, headers=(("Retry-After", "60"),))
    async with WebFetcher(quick()) as fetcher:
        assert reason(await post(fetcher, server.url("/hook"))) is Reason.TOO_MANY_REQUESTS
        assert reason(await post(fetcher, server.url("/hook"))) is Reason.TOO_MANY_REQUESTS
    assert server.paths() == ["/hook"]


async def test_a_slow_receiver_is_not_waited_for(server: Server) -> None:
    ended = asyncio.Event()

    async def wait(writer: asyncio.StreamWriter) -> None:
        await ended.wait()

    server.routes["/hook"] = wait
    async with WebFetcher(quick(total_seconds=0.2)) as fetcher:
        assert reason(await post(fetcher, server.url("/hook"))) is Reason.TIMEOUT_TOTAL
    ended.set()


async def test_only_the_start_of_a_huge_response_is_read(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes["/hook"] = Page(b"a" * 2_000_000)
    outcome = await post(fetcher, server.url("/hook"))
    assert isinstance(outcome, Response)
    assert outcome.truncated
    assert len(outcome.body) == MAX_POST_RESPONSE_BYTES


async def test_nothing_is_posted_to_a_server_with_a_bad_certificate(
    tls_server: Server, fetcher: WebFetcher
) -> None:
    url = tls_server.url("/hook").replace("http:", "https:")
    assert reason(await post(fetcher, url)) is Reason.TLS
    assert tls_server.seen == []


async def test_a_posting_with_a_token_stays_at_its_origin(server: Server) -> None:
    server.routes["/near"] = redirect("/new", 307)
    server.routes["/far"] = redirect(server.url("/new", "127.0.0.2"), 307)
    server.routes["/new"] = Page()
    async with WebFetcher(quick()) as fetcher:
        assert reason(await post(fetcher, server.url("/near"), SIGNED)) is None
        assert reason(await post(fetcher, server.url("/far"), SIGNED)) is Reason.BAD_REDIRECT
        assert reason(await post(fetcher, server.url("/far"), JSON)) is None


def test_a_posting_never_moves_from_https_to_http() -> None:
    message = PostMessage(BODY, JSON)
    assert message.may_move(307, "https://a.example/", "https://b.example/")
    assert message.may_move(307, "http://a.example/", "https://a.example/")
    assert not message.may_move(307, "https://a.example/", "http://a.example/")


@pytest.mark.parametrize("status", [307, 308])
async def test_a_redirect_that_keeps_the_post_is_followed(
    server: Server, fetcher: WebFetcher, status: int
) -> None:
    server.routes["/old"] = redirect("/new", status)
    server.routes["/new"] = Page(status=202)
    outcome = await post(fetcher, server.url("/old"))
    assert isinstance(outcome, Response)
    assert [(seen.method, seen.path) for seen in server.seen] == [
        ("POST", "/old"),
        ("POST", "/new"),
    ]
    assert server.seen[0].body == server.seen[1].body


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_a_redirect_that_requires_a_get_is_not_followed(
    server: Server, fetcher: WebFetcher, status: int
) -> None:
    server.routes["/hub"] = redirect("/other", status)
    outcome = await post(fetcher, server.url("/hub"))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.BAD_REDIRECT
    assert server.paths() == ["/hub"]


async def test_a_hub_that_redirects_in_a_loop_or_too_often_fails(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes["/a"] = redirect("/a", 307)
    looped = await post(fetcher, server.url("/a"))
    assert isinstance(looped, FetchFailure)
    assert looped.reason is Reason.REDIRECT_LOOP
    for number in range(9):
        server.routes[f"/{number}"] = redirect(f"/{number + 1}", 307)
    endless = await post(fetcher, server.url("/0"))
    assert isinstance(endless, FetchFailure)
    assert endless.reason is Reason.TOO_MANY_HOPS


async def test_a_private_address_gets_no_post(server: Server) -> None:
    async with WebFetcher(quick(allow_private=())) as fetcher:
        outcome = await post(fetcher, server.url("/hub"))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert server.connections == 0


async def test_a_name_that_leads_to_a_private_address_is_refused(server: Server) -> None:
    names = Names(hub_example=[["127.0.0.1"]])
    async with WebFetcher(quick(allow_private=()), resolver=names) as fetcher:
        outcome = await post(fetcher, f"http://hub.example:{server.port}/")
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert server.connections == 0


async def test_a_redirect_to_a_private_address_is_refused(server: Server) -> None:
    server.routes["/hub"] = redirect(server.url("/inner", "127.0.0.2"), 307)
    async with WebFetcher(quick(allow_private=("127.0.0.1/32",))) as fetcher:
        outcome = await post(fetcher, server.url("/hub"))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert server.paths() == ["/hub"]


@pytest.mark.parametrize("url", ["ftp://a.example/", "http://u:p@a.example/", "no url"])
async def test_other_than_web_addresses_are_refused(fetcher: WebFetcher, url: str) -> None:
    outcome = await post(fetcher, url)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason in (Reason.BAD_SCHEME, Reason.CREDENTIALS, Reason.NOT_A_URL)
