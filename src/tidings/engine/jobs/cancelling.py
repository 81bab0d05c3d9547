"""Cancelling a job: any process asks for it, and the one that runs the job stops between parts."""

import time
from collections.abc import Callable

from tidings.store.database.database import Database
from tidings.store.tables.jobs.job_rows import is_cancelled

_LOOK_SECONDS = 1.0  # between two looks: a person who waits hardly notices


class JobCancelled(Exception):
    """Somebody cancelled the job; the message says how to go on."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"Job {number} was cancelled: what is committed stays, and 'tidings jobs resume "
            f"{number}' goes on."
        )


def cancel_check(database: Database, number: int) -> Callable[[], None]:
    """Return a function to call between parts; it raises JobCancelled, and asks once a second."""
    looked_at = [time.monotonic()]

    def check() -> None:
        if time.monotonic() - looked_at[0] < _LOOK_SECONDS:
            return
        if is_cancelled(database.read(), number):
            raise JobCancelled(number)
        looked_at[0] = time.monotonic()

    return check
