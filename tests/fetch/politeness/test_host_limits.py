"""Hosts that limit us, on real sockets and a clock that only sleeping moves."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from tests.fetch.conftest import QUICK, Clock, Page, Server

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import FetchFailure, FetchOutcome, Request, Response
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose


@dataclass
class Limited:
    """A server whose pages are refused now and then, and a fetcher for it."""

    server: Server
    clock: Clock
    log: list[LoggedRequest] = field(default_factory=list)
    fetcher: WebFetcher | None = None

    def refuse(self, path: str, status: int, times: int, retry_after: str = "") -> None:
        """Answer a path with a status for so many times, then well."""
        left = [times]
        head = f"HTTP/1.1 {status} No\r\nContent-Length: 0\r\n"
        head += f"Retry-After: {retry_after}\r\n" if retry_after else ""

        async def answer(writer: asyncio.StreamWriter) -> None:
            left[0] -= 1
            well = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell"
            writer.write(f"{head}\r\n".encode() if left[0] >= 0 else well)

        self.server.routes[path] = answer

    async def fetch(self, path: str) -> FetchOutcome:
        assert self.fetcher is not None
        return await self.fetcher.fetch(Request(self.server.url(path)))


@pytest.fixture
async def limited(server: Server) -> AsyncIterator[Limited]:
    clock = Clock()
    setup = Limited(server, clock)
    note: Callable[[LoggedRequest], None] = setup.log.append
    sleep: Callable[[float], Awaitable[None]] = clock.sleep
    server.routes["/well"] = Page(b"well")
    async with WebFetcher(QUICK, clock=clock, sleep=sleep, on_request=note) as fetcher:
        setup.fetcher = fetcher
        yield setup


@pytest.mark.parametrize("status", [420, 429, 430, 503, 508, 509])
async def test_a_limited_page_comes_at_a_slower_pace(limited: Limited, status: int) -> None:
    limited.refuse("/a", status, times=2)
    response = await limited.fetch("/a")
    assert isinstance(response, Response)
    assert limited.server.paths().count("/a") == 3
    sent = [line for line in limited.log if line.path == "/a"]
    assert [line.status for line in sent] == [status, status, 200]
    assert sent[0].host_delay < sent[1].host_delay <= sent[2].host_delay
    first, second, third = (line.at for line in sent)
    assert third - second > second - first > 0


@pytest.mark.parametrize("status", [400, 401, 403, 404, 500, 502, 504])
async def test_other_failures_are_not_asked_again(limited: Limited, status: int) -> None:
    limited.refuse("/a", status, times=1)
    assert isinstance(await limited.fetch("/a"), FetchFailure)
    assert limited.server.paths().count("/a") == 1
    assert limited.clock.slept == []


async def test_a_host_that_goes_on_limiting_is_left_alone(limited: Limited) -> None:
    limited.refuse("/a", 429, times=99)
    limited.clock.now += 1000
    failure = await limited.fetch("/a")
    assert isinstance(failure, FetchFailure)
    assert (failure.reason, failure.status) == (Reason.TOO_MANY_REQUESTS, 429)
    assert limited.server.paths().count("/a") <= 8


async def test_a_ban_is_waited_for_with_ever_longer_pauses(limited: Limited) -> None:
    limited.refuse("/a", 429, times=99)
    failures = [await limited.fetch("/a") for _ in range(4)]
    waits = [failure.retry_after for failure in failures if isinstance(failure, FetchFailure)]
    assert waits[0] is None
    assert waits[-1] is not None
    assert waits[-1] > timedelta(seconds=30)
    asked = len(limited.server.paths())
    assert isinstance(held_back := await limited.fetch("/well"), FetchFailure)
    assert (held_back.status, held_back.reason) == (None, Reason.TOO_MANY_REQUESTS)
    assert len(limited.server.paths()) == asked


async def test_a_broken_page_does_not_slow_its_host_down(limited: Limited) -> None:
    await limited.fetch("/well")
    limited.refuse("/broken", 503, times=99)
    broken, *others = await asyncio.gather(
        limited.fetch("/broken"), *(limited.fetch("/well") for _ in range(8))
    )
    assert isinstance(broken, FetchFailure)
    assert (broken.reason, broken.status) == (Reason.SERVER_ERROR, 503)
    assert all(isinstance(other, Response) for other in others)
    limited.log.clear()
    await limited.fetch("/well")
    assert [line.host_delay for line in limited.log] == [QUICK.delay]


async def test_a_site_of_broken_pages_is_asked_once_for_each(limited: Limited) -> None:
    for number in range(12):
        limited.refuse(f"/broken-{number}", 503, times=99)
        await asyncio.gather(
            limited.fetch(f"/broken-{number}"), *(limited.fetch("/well") for _ in range(4))
        )
    paths = limited.server.paths()
    assert [paths.count(f"/broken-{number}") for number in range(6, 12)] == [1] * 6


async def test_a_short_retry_after_is_waited_for_and_the_page_comes(limited: Limited) -> None:
    limited.refuse("/a", 429, times=1, retry_after="20")
    assert isinstance(await limited.fetch("/a"), Response)
    assert sum(limited.clock.slept) >= 20.0


async def test_a_page_that_always_says_retry_after_is_asked_twice(limited: Limited) -> None:
    limited.refuse("/a", 503, times=99, retry_after="5")
    assert isinstance(failure := await limited.fetch("/a"), FetchFailure)
    assert (failure.status, failure.retry_after) == (503, timedelta(seconds=5))
    assert limited.server.paths().count("/a") == 2


async def test_posts_are_not_sent_again(limited: Limited) -> None:
    limited.refuse("/hook", 429, times=1)
    assert limited.fetcher is not None
    outcome = await limited.fetcher.post(
        limited.server.url("/hook"), b"x", {}, RequestPurpose.WEBHOOK
    )
    assert isinstance(outcome, FetchFailure)
    assert limited.server.paths().count("/hook") == 1


async def test_a_new_process_begins_with_the_learned_pace(limited: Limited) -> None:
    limited.refuse("/a", 429, times=1)
    await limited.fetch("/a")
    last = limited.log[-1]
    log: list[LoggedRequest] = []
    clock = limited.clock
    async with WebFetcher(QUICK, clock=clock, sleep=clock.sleep, on_request=log.append) as fetcher:
        fetcher.note_earlier_request(last)
        await fetcher.fetch(Request(limited.server.url("/well")))
    assert last.host_delay > QUICK.delay
    assert [line.host_delay for line in log] == [last.host_delay] * 2  # robots.txt, too
