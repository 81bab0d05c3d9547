"""The output of jobs that write rows: results and the part's record share one transaction."""

from collections.abc import Callable, Sequence
from typing import Generic

from tidings.engine.jobs.job import I, Mapped, Part, R, Record
from tidings.store.database.database import Database
from tidings.store.database.session import Writer

WriteRows = Callable[[Writer, Sequence[Mapped[I, R]]], None]


class TableOutput(Generic[I, R]):
    """Writes the results of a part with a function that gets the transaction."""

    def __init__(self, database: Database, write: WriteRows[I, R]) -> None:
        self._database = database
        self._write = write

    def commit(self, part: Part[I], mapped: Sequence[Mapped[I, R]], record: Record) -> None:
        """Write the rows and the record; wait until both are stored."""

        def work(connection: Writer) -> None:
            self._write(connection, mapped)
            record(connection)

        self._database.write(work).result()
