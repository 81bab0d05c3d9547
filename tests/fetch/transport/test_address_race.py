"""Which address of a host is connected to, and what becomes of the other attempts."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager

import pytest
from tests.fetch.conftest import Names, Page, Server, quick

from tidings.fetch.client import WebFetcher
from tidings.fetch.transport.address_race import first_connected
from tidings.fetch.transport.guard import Guard
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest

HOLE, GOOD = "127.0.0.2", "127.0.0.3"
SETTINGS = quick(connect_seconds=60.0, total_seconds=60.0)
PATIENCE = 20.0  # seconds: far more than a head start, far less than a connection may take


@contextmanager
def black_hole() -> Iterator[int]:
    """Yield a port at which HOLE ignores every attempt: its listener's queue is full."""
    with ExitStack() as stack:
        full = stack.enter_context(socket.socket())
        full.bind((HOLE, 0))
        full.listen(0)
        for _ in range(4):
            filler = stack.enter_context(socket.socket())
            filler.setblocking(False)
            filler.connect_ex(full.getsockname())
        yield full.getsockname()[1]


@asynccontextmanager
async def serving(port: int, server: Server) -> AsyncIterator[None]:
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(server.handle(reader, writer))
        tasks.add(task)

    async with await asyncio.start_server(accept, GOOD, port):
        server.port = port
        yield
    await asyncio.gather(*tasks)


def spied_sockets(monkeypatch: pytest.MonkeyPatch) -> list[socket.socket]:
    """Return the list that every socket of the guard is added to."""
    made: list[socket.socket] = []
    create = Guard.socket_for

    def spy(self: Guard, info: tuple[object, ...]) -> socket.socket:
        made.append(create(self, info))
        return made[-1]

    monkeypatch.setattr(Guard, "socket_for", spy)
    return made


async def test_a_black_holed_address_costs_a_head_start(monkeypatch: pytest.MonkeyPatch) -> None:
    made = spied_sockets(monkeypatch)
    logged: list[LoggedRequest] = []
    server = Server(routes={"/a": Page(b"here").raw(), "/robots.txt": Page(b"").raw()})
    with black_hole() as port:
        async with (
            serving(port, server),
            WebFetcher(
                quick(connect_seconds=60.0, total_seconds=60.0, delay=0.01),
                resolver=Names(two_test=[[HOLE, GOOD]]),
                on_request=logged.append,
            ) as fetcher,
        ):
            outcome = await fetcher.fetch(Request(server.url("/a", "two.test")))
            assert isinstance(outcome, Response)
            assert (outcome.body, outcome.address) == (b"here", GOOD)
            assert made[0].fileno() == -1  # the attempt that lost
    assert [(line.path, line.address) for line in logged] == [("/robots.txt", GOOD), ("/a", GOOD)]
    # The first was a race within one turn of the host; the second went to its winner at once.
    assert [line.host_delay for line in logged] == [0.0, 0.01]
    assert logged[0].seconds < PATIENCE


async def test_a_race_without_turns_ends_alike() -> None:
    server = Server(routes={"/a": Page(b"here").raw()})
    with black_hole() as port:
        names = Names(two_test=[[HOLE, GOOD]])
        async with serving(port, server), WebFetcher(SETTINGS, resolver=names) as fetcher:
            request = Request(server.url("/a", "two.test"))
            outcome = await fetcher.fetch(request, politely=False)
    assert isinstance(outcome, Response)
    assert outcome.address == GOOD
    assert outcome.seconds < PATIENCE


async def test_a_refusal_leads_to_the_next_address_at_once() -> None:
    server = Server(routes={"/a": Page(b"here").raw()})
    with socket.socket() as closed:
        closed.bind((HOLE, 0))
        port = closed.getsockname()[1]
        names = Names(two_test=[[HOLE, GOOD]])
        async with serving(port, server), WebFetcher(SETTINGS, resolver=names) as fetcher:
            outcome = await fetcher.fetch(Request(server.url("/a", "two.test")))
    assert isinstance(outcome, Response)
    assert outcome.address == GOOD


async def test_an_address_that_breaks_off_tls_leads_to_the_next_one() -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        callers.append(writer.get_extra_info("sockname")[0])
        writer.transport.abort()

    callers: list[str] = []
    listener = await asyncio.start_server(hang_up, "0.0.0.0", 0)
    names = Names(two_test=[[HOLE, GOOD]])
    async with listener, WebFetcher(SETTINGS, resolver=names) as fetcher:
        port = listener.sockets[0].getsockname()[1]
        outcome = await fetcher.fetch(Request(f"https://two.test:{port}/"))
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason in (Reason.CONNECT, Reason.TLS)
    assert callers[0] == HOLE


async def test_losers_are_cancelled_and_closed() -> None:
    async def connect(address: str) -> socket.socket:
        started.append(address)
        sock = made[address] = socket.socket()
        try:
            if address != "c":
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            sock.close()
            raise
        return sock

    started: list[str] = []
    made: dict[str, socket.socket] = {}
    won = await first_connected("abcd", connect)
    assert isinstance(won, tuple)
    assert won == ("c", made["c"])
    assert started == ["a", "b", "c"]
    assert [made[name].fileno() == -1 for name in "abc"] == [True, True, False]
    won[1].close()


async def test_of_two_that_connect_in_the_same_moment_one_is_closed() -> None:
    async def connect(address: str) -> socket.socket:
        sock = socket.socket()
        made.append(sock)
        if len(made) == 2:
            both.set()
        await both.wait()
        return sock

    both = asyncio.Event()
    made: list[socket.socket] = []
    won = await first_connected("ab", connect)
    assert isinstance(won, tuple)
    assert sorted(sock.fileno() == -1 for sock in made) == [False, True]
    won[1].close()


async def test_all_errors_are_returned_in_their_order() -> None:
    async def connect(address: str) -> socket.socket:
        raise OSError(address)

    assert [str(error) for error in await first_connected("abc", connect)] == ["a", "b", "c"]
    assert [str(error) for error in await first_connected("a", connect)] == ["a"]


async def test_a_cancelled_race_leaves_nothing_open() -> None:
    async def connect(address: str) -> socket.socket:
        sock = socket.socket()
        made.append(sock)
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            sock.close()
        return sock

    begun = asyncio.Event()
    made: list[socket.socket] = []
    race = asyncio.ensure_future(first_connected("ab", connect))
    await begun.wait()
    race.cancel()
    with pytest.raises(asyncio.CancelledError):
        await race
    assert all(sock.fileno() == -1 for sock in made)
