"""An output for tests that stops in the middle of a job."""

from collections.abc import Sequence

from tests.engine.jobs.number_job import write_squares

from tidings.engine.jobs.job import Mapped, Part, Record
from tidings.engine.jobs.table_output import TableOutput
from tidings.store.database.database import Database


class StoppingOutput:
    """Commits a few parts, then fails as a full disk does."""

    def __init__(self, database: Database, parts: int) -> None:
        self._output = TableOutput(database, write_squares)
        self._left = parts

    def commit(
        self, part: Part[int], mapped: Sequence[Mapped[int, list[int]]], record: Record
    ) -> None:
        if not self._left:
            raise OSError("no space left")
        self._left -= 1
        self._output.commit(part, mapped, record)
