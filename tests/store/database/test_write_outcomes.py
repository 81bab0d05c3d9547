import asyncio
import gc
import threading
from concurrent.futures import Future
from typing import Any

import pytest

from tidings.store.database.database import Database
from tidings.store.database.errors import StoreLost
from tidings.store.database.session import Reader, Writer
from tidings.store.database.write_outcomes import shielded


def one(connection: Reader) -> int:
    return int(connection.execute("SELECT 1").fetchone()[0])


def fail(connection: Reader) -> int:
    raise ValueError("no")


def blocking(gate: threading.Event) -> Any:
    return lambda connection: gate.wait(10)


def test_callers_in_a_loop_get_results_and_errors(database: Database) -> None:
    async def main() -> list[object]:
        works = [database.write_async(work) for work in (one, fail, one)]
        return await asyncio.gather(*works, return_exceptions=True)

    first, failure, last = asyncio.run(main())
    assert (first, last) == (1, 1)
    assert isinstance(failure, ValueError)


def test_a_failed_transaction_is_reported_to_all(database: Database) -> None:
    def no_space() -> None:
        raise OSError(28, "No space left on device")

    async def main() -> list[object]:
        database.before_commit = no_space
        works = [database.write_async(one), database.write_async(one)]
        return await asyncio.gather(*works, return_exceptions=True)

    assert [type(outcome) for outcome in asyncio.run(main())] == [OSError, OSError]


def test_cancelled_work_is_not_started(database: Database) -> None:
    started: list[Writer] = []

    async def main() -> int:
        gate = threading.Event()
        blocked = database.write_async(blocking(gate))
        cancelled = database.write_async(started.append)
        cancelled.cancel()
        gate.set()
        await blocked
        return await database.write_async(one)

    assert asyncio.run(main()) == 1
    assert started == []


def test_a_caller_cancelled_during_the_work_does_not_affect_others(database: Database) -> None:
    async def main() -> int:
        gate, started = threading.Event(), threading.Event()

        def work(connection: Reader) -> None:
            started.set()
            gate.wait(10)

        first, second = database.write_async(work), database.write_async(one)
        await asyncio.to_thread(started.wait, 10)
        first.cancel()
        gate.set()
        return await second

    assert asyncio.run(main()) == 1


def test_a_loop_is_woken_once_for_a_transaction(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> int:
        gate, wakeups = threading.Event(), 0
        loop = asyncio.get_running_loop()
        wake = loop.call_soon_threadsafe

        def counted(*given: Any) -> Any:
            nonlocal wakeups
            wakeups += 1
            return wake(*given)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        works = [
            database.write_async(blocking(gate)),
            *(database.write_async(one) for _ in range(20)),
        ]
        gate.set()
        await asyncio.gather(*works)
        return wakeups

    assert asyncio.run(main()) <= 2  # the first may have had its own transaction


def test_a_closed_loop_does_not_affect_others(database: Database) -> None:
    gate = threading.Event()

    async def leave() -> None:
        database.write_async(blocking(gate))

    asyncio.run(leave())
    gate.set()
    assert database.write(one).result(10) == 1


def test_a_lost_database_leaves_no_complaint_about_callers_that_are_gone(
    database: Database,
) -> None:
    complaints: list[dict[str, Any]] = []

    def lost() -> None:
        raise StoreLost("gone")

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, each: complaints.append(each))
        database.before_commit = lost
        future = database.write_async(one)
        await asyncio.wait([future])
        del future
        database.before_commit = lambda: None
        await database.write_async(one)  # the writer forgets the batch before
        gc.collect()

    asyncio.run(main())
    assert complaints == []


def test_work_that_fails_after_its_task_was_cancelled_leaves_no_complaint() -> None:
    complaints: list[dict[str, Any]] = []

    async def wait_for(written: "Future[int]") -> int:
        return await shielded(written)

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, each: complaints.append(each))
        written: Future[int] = Future()
        task = asyncio.create_task(wait_for(written))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert not written.cancelled()
        written.set_exception(StoreLost("gone"))
        await asyncio.sleep(0.01)  # the loop hears of it from another thread
        del task, written
        gc.collect()

    asyncio.run(main())
    assert complaints == []
