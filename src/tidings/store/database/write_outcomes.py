"""Delivers the outcomes of a transaction to the callers, those of an event loop all at once.

Delivered one by one, each would wake the loop again.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from tidings.store.database.errors import StoreLost

T = TypeVar("T")
Waiter = Future[Any] | asyncio.Future[Any]
WriteOutcome = tuple[Waiter, Any, Exception | None]  # a result or an error


def may_begin(waiter: Waiter) -> bool:
    """Return whether the caller still waits. A thread's future cannot be cancelled afterwards."""
    if isinstance(waiter, Future):
        return waiter.set_running_or_notify_cancel()
    return not waiter.cancelled()


def shielded(written: "Future[T]") -> "asyncio.Future[T]":
    """Return the outcome of a write for a task; the work is done even if the task is cancelled."""
    outcome = asyncio.wrap_future(written)
    outcome.add_done_callback(_take_note)
    return asyncio.shield(outcome)


def _take_note(outcome: "asyncio.Future[Any]") -> None:
    """Let asyncio not complain of a failure that nobody waits for any more."""
    if not outcome.cancelled():
        outcome.exception()


def deliver_outcomes(outcomes: Iterable[WriteOutcome]) -> None:
    """Deliver each outcome to its caller; called in the writer thread."""
    by_loop: dict[asyncio.AbstractEventLoop, list[WriteOutcome]] = defaultdict(list)
    for outcome in outcomes:
        waiter = outcome[0]
        if isinstance(waiter, Future):
            _resolve(*outcome)
        else:
            by_loop[waiter.get_loop()].append(outcome)
    for loop, loop_outcomes in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(_resolve_all, loop_outcomes)


def _resolve_all(outcomes: list[WriteOutcome]) -> None:
    for outcome in outcomes:
        if not outcome[0].done():  # its task may have been cancelled
            _resolve(*outcome)
            _note_as_read(*outcome)


def _note_as_read(waiter: Waiter, result: Any, failure: Exception | None) -> None:
    """Let asyncio not complain of a lost database where the caller is gone.

    The first caller that hears of it ends the crawl, and the others with it.
    """
    if isinstance(failure, StoreLost):
        waiter.exception()


def _resolve(waiter: Waiter, result: Any, failure: Exception | None) -> None:
    if failure is None:
        waiter.set_result(result)
    else:
        waiter.set_exception(failure)
