"""Posting a form: the guard and limits of every fetch, and restricted redirects."""

import pytest
from tests.fetch.conftest import Names, Page, Server, quick, redirect

from tidings.fetch.client import Fetcher
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.reason import Reason

FORM = {"hub.mode": "subscribe", "hub.topic": "http://a.example/ü?b=1&c"}


async def test_a_form_is_posted_as_browsers_do(server: Server, fetcher: Fetcher) -> None:
    server.routes["/hub"] = Page(status=202)
    outcome = await fetcher.post(server.url("/hub"), FORM)
    assert isinstance(outcome, Response)
    assert outcome.status == 202
    (seen,) = server.seen  # robots.txt is not fetched
    assert seen.method == "POST"
    assert seen.headers["content-type"] == "application/x-www-form-urlencoded"
    assert seen.body == b"hub.mode=subscribe&hub.topic=http%3A%2F%2Fa.example%2F%C3%BC%3Fb%3D1%26c"


@pytest.mark.parametrize("status", [307, 308])
async def test_a_redirect_that_keeps_the_post_is_followed(
    server: Server, fetcher: Fetcher, status: int
) -> None:
    server.routes["/old"] = redirect("/new", status)
    server.routes["/new"] = Page(status=202)
    outcome = await fetcher.post(server.url("/old"), FORM)
    assert isinstance(outcome, Response)
    assert [(seen.method, seen.path) for seen in server.seen] == [
        ("POST", "/old"),
        ("POST", "/new"),
    ]
    assert server.seen[0].body == server.seen[1].body


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_a_redirect_that_requires_a_get_is_not_followed(
    server: Server, fetcher: Fetcher, status: int
) -> None:
    server.routes["/hub"] = redirect("/other", status)
    outcome = await fetcher.post(server.url("/hub"), FORM)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.BAD_REDIRECT
    assert server.paths() == ["/hub"]


async def test_a_hub_that_redirects_in_a_loop_or_too_often_fails(
    server: Server, fetcher: Fetcher
) -> None:
    server.routes["/a"] = redirect("/a", 307)
    looped = await fetcher.post(server.url("/a"), FORM)
    assert isinstance(looped, FetchFailure)
    assert looped.reason is Reason.REDIRECT_LOOP
    for number in range(9):
        server.routes[f"/{number}"] = redirect(f"/{number + 1}", 307)
    endless = await fetcher.post(server.url("/0"), FORM)
    assert isinstance(endless, FetchFailure)
    assert endless.reason is Reason.TOO_MANY_HOPS


async def test_a_private_address_gets_no_post(server: Server) -> None:
    async with Fetcher(quick(allow_private=())) as fetcher:
        outcome = await fetcher.post(server.url("/hub"), FORM)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert server.connections == 0


async def test_a_name_that_leads_to_a_private_address_is_refused(server: Server) -> None:
    names = Names(hub_example=[["127.0.0.1"]])
    async with Fetcher(quick(allow_private=()), resolver=names) as fetcher:
        outcome = await fetcher.post(f"http://hub.example:{server.port}/", FORM)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert server.connections == 0


async def test_a_redirect_to_a_private_address_is_refused(server: Server) -> None:
    server.routes["/hub"] = redirect(server.url("/inner", "127.0.0.2"), 307)
    async with Fetcher(quick(allow_private=("127.0.0.1/32",))) as fetcher:
        outcome = await fetcher.post(server.url("/hub"), FORM)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.PRIVATE_ADDRESS
    assert server.paths() == ["/hub"]


@pytest.mark.parametrize("url", ["ftp://a.example/", "http://u:p@a.example/", "no url"])
async def test_other_than_web_addresses_are_refused(fetcher: Fetcher, url: str) -> None:
    outcome = await fetcher.post(url, FORM)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason in (Reason.BAD_SCHEME, Reason.CREDENTIALS, Reason.NOT_A_URL)
