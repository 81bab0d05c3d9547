"""Places that share hosts: what they may ask, and when they must stop."""

import asyncio
from collections.abc import Callable

import pytest

from tidings.engine.places.held_hosts import HeldHosts
from tidings.fetch.politeness.host_permission import HostNotHeld
from tidings.store.database.database import Database
from tidings.store.tables.jobs.host_leases import (
    Lease,
    TakenHost,
    Tenant,
    begin_run,
    lease_clock,
    take_leases,
)

HOST = "a.org"


class Pace:
    """A pace without delays, unless told otherwise."""

    def __init__(self, pause: float = 0.0) -> None:
        self.pause = pause

    def pause_after(self, host: str) -> float:
        return self.pause

    def ready_at(self, host: str) -> float:
        return 0.0


def begin(database: Database, run: str = "run") -> None:
    database.write(lambda db: begin_run(db, run, lease_clock(db))).result()


def place(database: Database, name: str, seconds: float = 20.0, pause: float = 0.0) -> HeldHosts:
    held = HeldHosts(database, Tenant("run", name), seconds)
    held.pace = Pace(pause)
    return held


def asked_by_another(database: Database) -> list[Lease | TakenHost]:
    """Return what another place gets that wants to lease the host."""
    another = Tenant("run", "another")
    return database.write(
        lambda db: take_leases(db, {HOST: 0.0}, another, 1.0, lease_clock(db))
    ).result()


async def ask(held: HeldHosts, log: list[str], name: str) -> None:
    async with held.kept(), held.asking(HOST):
        log.append(f"{name} begins")
        await asyncio.sleep(0.05)
        log.append(f"{name} ends")


async def long_request(
    held: HeldHosts, host: str, meanwhile: Callable[[], None] = lambda: None
) -> None:
    async with held.asking(host):
        await asyncio.to_thread(meanwhile)
        await asyncio.sleep(60)


def test_two_places_ask_a_host_one_after_the_other(database: Database) -> None:
    begin(database)
    log: list[str] = []

    async def both() -> None:
        await asyncio.gather(
            *(ask(place(database, name, seconds=0.4), log, name) for name in ("a", "b"))
        )

    asyncio.run(both())
    assert [line.split()[1] for line in log] == ["begins", "ends"] * 2


def test_a_request_goes_on_beyond_the_first_lease(database: Database) -> None:
    begin(database)

    async def request() -> list[Lease | TakenHost]:
        held = place(database, "a", seconds=0.4)
        async with held.kept(), held.asking(HOST):
            await asyncio.sleep(1.0)
            return asked_by_another(database)

    (found,) = asyncio.run(request())
    assert isinstance(found, TakenHost)  # renewed more than once by then


def test_a_request_is_stopped_when_its_lease_cannot_be_renewed(database: Database) -> None:
    begin(database)

    async def cut_off() -> float:
        held = place(database, "a", seconds=0.4)
        began = asyncio.get_running_loop().time()
        with pytest.raises(HostNotHeld):
            await long_request(held, HOST)  # nobody renews
        return asyncio.get_running_loop().time() - began

    assert asyncio.run(cut_off()) < 30


def test_a_place_of_an_ended_run_stops(database: Database) -> None:
    begin(database)

    async def superseded() -> None:
        held = place(database, "a", seconds=0.4)
        async with held.kept():
            with pytest.raises(HostNotHeld):
                await long_request(held, HOST, lambda: begin(database, "another"))
            with pytest.raises(HostNotHeld):
                await long_request(held, "b.org")

    asyncio.run(superseded())


def test_a_host_that_others_keep_is_given_up(database: Database) -> None:
    begin(database)

    async def waiting() -> None:
        other, held = place(database, "a", seconds=0.3), place(database, "b", seconds=0.3)
        async with other.kept(), other.asking(HOST), held.kept():
            with pytest.raises(HostNotHeld):
                await long_request(held, HOST)

    asyncio.run(waiting())


def test_the_next_place_waits_for_the_delay_of_a_host_that_was_not_let_go(
    database: Database,
) -> None:
    begin(database)

    async def next_place() -> float:
        loop = asyncio.get_running_loop()
        first = place(database, "a", seconds=0.3, pause=0.5)
        async with first.asking(HOST):
            asked = loop.time()  # then the place dies: it neither renews nor lets go
        second = place(database, "b", seconds=0.3)
        async with second.kept(), second.asking(HOST):
            return loop.time() - asked

    assert asyncio.run(next_place()) >= 0.3 + 0.5 - 0.05


def test_who_waits_asks_as_soon_as_a_host_is_let_go(database: Database) -> None:
    begin(database)
    log: list[str] = []

    async def after_release() -> None:
        await ask(place(database, "a"), log, "a")
        async with asyncio.timeout(10):
            await ask(place(database, "b"), log, "b")

    asyncio.run(after_release())
    assert log[-1] == "b ends"
