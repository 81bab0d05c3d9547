import asyncio
import sqlite3
import threading
from typing import Any

import pytest

from tidings.store.database.sqlite import Database


def one(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT 1").fetchone()[0])


def fail(connection: sqlite3.Connection) -> int:
    raise ValueError("no")


def held(gate: threading.Event) -> Any:
    return lambda connection: gate.wait(10)


def test_who_waits_in_a_loop_gets_results_and_failures(database: Database) -> None:
    async def main() -> list[object]:
        works = [database.written(work) for work in (one, fail, one)]
        return await asyncio.gather(*works, return_exceptions=True)

    first, failure, last = asyncio.run(main())
    assert (first, last) == (1, 1)
    assert isinstance(failure, ValueError)


def test_a_lost_transaction_is_told_to_all(database: Database) -> None:
    def no_space() -> None:
        raise OSError(28, "No space left on device")

    async def main() -> list[object]:
        database.before_commit = no_space
        works = [database.written(one), database.written(one)]
        return await asyncio.gather(*works, return_exceptions=True)

    assert [type(outcome) for outcome in asyncio.run(main())] == [OSError, OSError]


def test_what_nobody_waits_for_any_more_is_not_begun(database: Database) -> None:
    begun: list[sqlite3.Connection] = []

    async def main() -> int:
        gate = threading.Event()
        holding = database.written(held(gate))
        cancelled = database.written(begun.append)
        cancelled.cancel()
        gate.set()
        await holding
        return await database.written(one)

    assert asyncio.run(main()) == 1
    assert begun == []


def test_one_who_leaves_meanwhile_keeps_nobody_from_being_told(database: Database) -> None:
    async def main() -> int:
        gate, begun = threading.Event(), threading.Event()

        def work(connection: sqlite3.Connection) -> None:
            begun.set()
            gate.wait(10)

        leaving, staying = database.written(work), database.written(one)
        await asyncio.to_thread(begun.wait, 10)
        leaving.cancel()
        gate.set()
        return await staying

    assert asyncio.run(main()) == 1


def test_a_loop_is_woken_once_for_a_transaction(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> int:
        gate, wakings = threading.Event(), 0
        loop = asyncio.get_running_loop()
        wake = loop.call_soon_threadsafe

        def counted(*given: Any) -> Any:
            nonlocal wakings
            wakings += 1
            return wake(*given)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        works = [database.written(held(gate)), *(database.written(one) for _ in range(20))]
        gate.set()
        await asyncio.gather(*works)
        return wakings

    assert asyncio.run(main()) <= 2  # the first may have had a transaction to itself


def test_a_closed_loop_harms_nobody(database: Database) -> None:
    gate = threading.Event()

    async def leave() -> None:
        database.written(held(gate))

    asyncio.run(leave())
    gate.set()
    assert database.write(one).result(10) == 1
