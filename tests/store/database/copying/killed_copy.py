"""A process that copies a database and kills itself at one point.

Called with the source, the destination, and where to die: `before 3` and `after 3` the third commit
of the destination, `comparing 3` tables later, or `verified`; or `never`.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tidings.settings.tree import StoreSettings
from tidings.store.database.copying import database_copy, table_copy
from tidings.store.database.copying.database_copy import CopyStep, copy_database
from tidings.store.database.copying.open_end import open_end
from tidings.store.database.database import open_database

CHUNK_ROWS = 7  # so that most tables have several


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class MortalEnd:
    """A destination that dies before or after one of its commits."""

    def __init__(self, end: Any, where: str, number: int) -> None:
        self._end = end
        self._where = where
        self._left = number

    def __getattr__(self, name: str) -> Any:
        return getattr(self._end, name)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self._left -= 1
        with self._end.transaction():
            yield
            if self._where == "before" and self._left == 0:
                die()
        if self._where == "after" and self._left == 0:
            die()


def location_of(text: str) -> Path | str:
    return text if text.startswith("postgresql://") else Path(text)


def copy(source: Path | str, destination: Path | str, where: str, number: int) -> None:
    compared: set[str] = set()

    def on_table(step: CopyStep, table: str, rows: int) -> None:
        if step is CopyStep.COMPARE:
            compared.add(table)
            if where == "comparing" and len(compared) == number:
                die()

    open_database(destination, StoreSettings()).close()
    end = open_end(destination)
    mortal: Any = MortalEnd(end, where, number)
    if where == "verified":
        setattr(database_copy, "note_verified", lambda _: die())  # noqa: B010
    copy_database(open_end(source), mortal, str(source), on_table)


if __name__ == "__main__":
    table_copy._CHUNK_ROWS = CHUNK_ROWS
    place, _, count = sys.argv[3].partition(" ")
    copy(location_of(sys.argv[1]), location_of(sys.argv[2]), place, int(count or 0))
