"""What the writer collects until the end of its transaction, because nothing in it reads that.

If a piece of work fails, what it left here is dropped, as if it had been rolled back.
"""

from collections import defaultdict
from typing import Any

from tidings.store.database.session import Finish, Values

Mark = tuple[int, int, int]
NOTHING: Mark = (0, 0, 0)


class DeferredWork:
    """The part of a writer's session that collects rows, counts and notes."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self._rows: list[tuple[str, Values]] = []
        self._counts: list[tuple[str, Values, int]] = []
        self._notes: list[tuple[Finish, Any]] = []

    def defer(self, statement: str, row: Values) -> None:
        """Defer a row."""
        self._rows.append((statement, row))

    def defer_count(self, statement: str, key: Values, number: int) -> None:
        """Defer a number that is added to others of the same key."""
        self._counts.append((statement, key, number))

    def collect(self, finish: Finish, note: Any) -> None:
        """Keep a note for the end of the transaction."""
        self._notes.append((finish, note))

    def mark(self) -> Mark:
        """Return the current number of deferred rows, counts and notes."""
        return len(self._rows), len(self._counts), len(self._notes)

    def drop_after(self, mark: Mark) -> None:
        """Drop everything deferred after a mark."""
        del self._rows[mark[0] :], self._counts[mark[1] :], self._notes[mark[2] :]

    def take_rows(self) -> dict[str, list[Values]]:
        """Return the deferred rows by statement, one for each key of the counts, and drop them."""
        sums: dict[tuple[str, Values], int] = defaultdict(int)
        for statement, key, number in self._counts:
            sums[statement, key] += number
        rows: dict[str, list[Values]] = defaultdict(list)
        for statement, row in self._rows:
            rows[statement].append(row)
        for (statement, key), number in sums.items():
            rows[statement].append((*key, number))
        self._rows.clear()
        self._counts.clear()
        return rows

    def take_notes(self) -> dict[Finish, list[Any]]:
        """Return the notes by what finishes them, and drop them."""
        notes: dict[Finish, list[Any]] = defaultdict(list)
        for finish, note in self._notes:
            notes[finish].append(note)
        self._notes.clear()
        return notes
