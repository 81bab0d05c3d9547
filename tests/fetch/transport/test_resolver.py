"""The system's resolver; only loopback names, so that nothing leaves the machine."""

import pytest
from tests.fetch.conftest import Page, Server, quick

from tidings.fetch.client import WebFetcher
from tidings.fetch.transport.resolver import ThreadResolver
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.reason import Reason


async def test_localhost_is_found() -> None:
    resolver = ThreadResolver()
    found = await resolver.resolve("localhost", 80)
    assert {result["host"] for result in found} <= {"127.0.0.1", "::1"}
    assert all(result["port"] == 80 for result in found)
    await resolver.close()


async def test_an_invalid_name_raises_what_the_transport_expects() -> None:
    resolver = ThreadResolver()
    with pytest.raises((OSError, UnicodeError)):
        await resolver.resolve("a" * 64 + ".invalid", 80)
    await resolver.close()


async def test_a_fetch_by_name_reaches_the_server(server: Server) -> None:
    server.routes["/a"] = Page(b"by name")
    async with WebFetcher(quick(allow_private=("127.0.0.0/8", "::1/128"))) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a", "localhost")))
    assert isinstance(outcome, Response)
    assert outcome.body == b"by name"


async def test_localhost_is_private(server: Server) -> None:
    async with WebFetcher(quick(allow_private=())) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a", "localhost")))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert server.connections == 0


async def test_a_label_that_is_too_long_is_a_dns_failure() -> None:
    async with WebFetcher(quick()) as fetcher:
        request = Request("http://" + "a" * 64 + ".invalid/")
        outcome = await fetcher.fetch(request, politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.DNS
