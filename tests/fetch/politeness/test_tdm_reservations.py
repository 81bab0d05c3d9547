"""tdmrep.json and content signals as the fetcher returns them."""

from tests.fetch.conftest import Page, Server, quick

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import Request, Response
from tidings.model.web.rights import NOTHING_RESERVED, Rights

RESERVED = b'[{"location": "/paid/", "tdm-reservation": 1}]'
PATH = "/.well-known/tdmrep.json"


async def test_the_file_is_fetched_once_for_all_paths(server: Server) -> None:
    server.routes[PATH] = Page(RESERVED)
    async with WebFetcher(quick()) as fetcher:
        assert await fetcher.reservation(server.url("/paid/1")) == Rights(tdm_reserved=True)
        assert await fetcher.reservation(server.url("/free/1")) == NOTHING_RESERVED
    assert server.paths().count(PATH) == 1


async def test_a_host_without_the_file_reserves_nothing_and_gets_no_second_request(
    server: Server,
) -> None:
    async with WebFetcher(quick()) as fetcher:
        for _ in range(3):
            assert await fetcher.reservation(server.url("/a")) == NOTHING_RESERVED
    assert server.paths().count(PATH) == 1


async def test_robots_txt_applies_to_the_file_too(server: Server) -> None:
    server.routes["/robots.txt"] = Page(b"User-agent: *\nDisallow: /.well-known/\n")
    server.routes[PATH] = Page(RESERVED)
    async with WebFetcher(quick()) as fetcher:
        assert await fetcher.reservation(server.url("/paid/1")) == NOTHING_RESERVED
    assert PATH not in server.paths()


async def test_it_is_not_fetched_if_the_settings_say_so(server: Server) -> None:
    async with WebFetcher(quick(tdmrep=False)) as fetcher:
        assert await fetcher.reservation(server.url("/a")) == NOTHING_RESERVED
    assert server.paths() == []


async def test_a_response_has_the_signals_of_its_robots_txt(server: Server) -> None:
    server.routes["/robots.txt"] = Page(b"User-agent: *\nContent-Signal: ai-train=no\n")
    server.routes["/a"] = Page(b"x")
    async with WebFetcher(quick()) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a")))
    assert isinstance(outcome, Response)
    assert outcome.rights == Rights(ai_train=False)
