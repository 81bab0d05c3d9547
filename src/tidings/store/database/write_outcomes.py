"""Outcomes of pieces of a transaction: those who wait in an event loop are told all at once.

Told one by one, each would wake its loop anew.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

Waiter = Future[Any] | asyncio.Future[Any]
WriteOutcome = tuple[Waiter, Any, Exception | None]  # a result, or what went wrong


def may_begin(waiter: Waiter) -> bool:
    """Tell whether somebody still waits; a thread's future cannot be cancelled from here on."""
    if isinstance(waiter, Future):
        return waiter.set_running_or_notify_cancel()
    return not waiter.cancelled()


def deliver_outcomes(outcomes: Iterable[WriteOutcome]) -> None:
    """Hand each outcome to whoever waits for it; called in the writer's thread."""
    by_loop: dict[asyncio.AbstractEventLoop, list[WriteOutcome]] = defaultdict(list)
    for outcome in outcomes:
        waiter = outcome[0]
        if isinstance(waiter, Future):
            _settle(*outcome)
        else:
            by_loop[waiter.get_loop()].append(outcome)
    for loop, theirs in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed, and nobody waits
            loop.call_soon_threadsafe(_settle_all, theirs)


def _settle_all(outcomes: list[WriteOutcome]) -> None:
    for outcome in outcomes:
        if not outcome[0].done():  # its task may have been cancelled
            _settle(*outcome)


def _settle(waiter: Waiter, result: Any, failure: Exception | None) -> None:
    if failure is None:
        waiter.set_result(result)
    else:
        waiter.set_exception(failure)
