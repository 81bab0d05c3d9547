"""Hosts that stop answering, on real sockets and a clock that only sleeping moves."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.fetch.conftest import QUICK, Clock, Page, Server

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.reason import Reason

HANGING = replace(QUICK, total_seconds=0.05)


class Outage:
    """A server that can be made to hang, and a fetcher for it."""

    def __init__(self, server: Server, clock: Clock, fetcher: WebFetcher) -> None:
        self.server, self.clock, self.fetcher = server, clock, fetcher
        self.hangs = True
        for number in range(20):
            server.routes[f"/{number}"] = self.answer
        server.routes["/resets"] = self.reset

    async def answer(self, writer: asyncio.StreamWriter) -> None:
        if self.hangs:
            await asyncio.sleep(600)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell")

    async def reset(self, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    async def fetch(self, path: str) -> Response | FetchFailure:
        return await self.fetcher.fetch(Request(self.server.url(path)))

    async def fail(self, count: int) -> list[FetchFailure]:
        failures = [await self.fetch(f"/{number}") for number in range(count)]
        assert all(isinstance(each, FetchFailure) for each in failures)
        return [each for each in failures if isinstance(each, FetchFailure)]


@pytest.fixture
async def outage(server: Server) -> AsyncIterator[Outage]:
    clock = Clock()
    async with WebFetcher(HANGING, clock=clock, sleep=clock.sleep) as fetcher:
        yield Outage(server, clock, fetcher)


async def test_a_host_that_answers_nothing_is_left_alone(outage: Outage) -> None:
    failures = await outage.fail(7)
    assert [each.is_held_back for each in failures] == [False] * 5 + [True] * 2
    assert {each.reason for each in failures} == {Reason.TIMEOUT_TOTAL}
    assert "answers nothing" in failures[-1].detail
    assert failures[-1].retry_after is not None
    assert 0 < failures[-1].retry_after.total_seconds() <= 60


async def test_pauses_grow_while_nothing_comes(outage: Outage) -> None:
    await outage.fail(5)
    pauses = []
    for _ in range(9):
        outage.clock.now = outage.fetcher.ready_at(outage.server.host()) + 1
        await outage.fail(1)
        pauses.append(outage.fetcher.ready_at(outage.server.host()) - outage.clock.now)
    assert pauses == pytest.approx([120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600], abs=1)


async def test_an_answer_ends_the_outage(outage: Outage) -> None:
    await outage.fail(5)
    outage.clock.now += 61
    outage.hangs = False
    assert isinstance(await outage.fetch("/0"), Response)
    outage.hangs = True
    assert not any(each.is_held_back for each in await outage.fail(5))


async def test_a_retry_tries_at_once(outage: Outage) -> None:
    await outage.fail(6)
    outage.fetcher.forget_host(outage.server.host())
    outage.hangs = False
    assert isinstance(await outage.fetch("/0"), Response)


async def test_pages_that_break_off_do_not_close_their_host(outage: Outage) -> None:
    outage.server.routes["/well"] = Page(b"well")
    for _ in range(9):
        failure = await outage.fetch("/resets")
        assert isinstance(failure, FetchFailure)
        assert not failure.is_held_back
    assert isinstance(await outage.fetch("/well"), Response)
