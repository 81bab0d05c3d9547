"""Copies one table in chunks, each committed together with how far the copy has come."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from tidings.store.database.copying.copy_end import CopyEnd, RowRefused, quoted
from tidings.store.database.copying.migration_progress import TableProgress, note_progress
from tidings.store.database.copying.row_values import RowCheck
from tidings.store.database.copying.table_layout import Row, TableLayout
from tidings.store.database.errors import StoreError, StoreLost

OnRows = Callable[[int], None]  # takes the number of rows that were copied
_CHUNK_ROWS = 5_000  # a commit takes milliseconds; so many rows take a tenth of a second
_CHUNK_LENGTH = 16_000_000  # characters and bytes: an article may be a megabyte


class _Undone(Exception):
    """Undoes a transaction that only tried something."""


def copy_table(
    source: CopyEnd,
    destination: CopyEnd,
    layout: TableLayout,
    progress: TableProgress,
    on_rows: OnRows,
) -> TableProgress:
    """Copy the rows that are not there yet; raises RowRefused."""
    check = RowCheck(layout)
    earlier = progress.mended
    with closing(source.rows(layout, progress.last_key)) as stream:
        for chunk in chunks(stream):
            rows = [check.fit(row) for row in chunk]
            progress = TableProgress(
                layout.key_of(chunk[-1]), progress.rows + len(rows), earlier + check.mended
            )
            _add(destination, layout, rows, progress)
            on_rows(len(rows))
    progress = replace(progress, is_copied=True)
    with destination.transaction():
        note_progress(destination, layout.name, progress)
    return progress


def empty_table(destination: CopyEnd, layout: TableLayout) -> TableProgress:
    """Remove all rows, so that the table is copied from its beginning."""
    progress = TableProgress()
    with destination.transaction():
        destination.execute(f"DELETE FROM {quoted(layout.name)}")  # noqa: S608
        note_progress(destination, layout.name, progress)
    return progress


def chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield rows in lists of bounded size."""
    chunk: list[Row] = []
    length = 0
    for row in rows:
        chunk.append(row)
        length += sum(len(value) for value in row if isinstance(value, str | bytes))
        if len(chunk) == _CHUNK_ROWS or length > _CHUNK_LENGTH:
            yield chunk
            chunk, length = [], 0
    if chunk:
        yield chunk


def _add(
    destination: CopyEnd, layout: TableLayout, rows: Sequence[Row], progress: TableProgress
) -> None:
    try:
        with destination.transaction():
            destination.write(layout, rows)
            note_progress(destination, layout.name, progress)
    except StoreLost:
        raise  # a problem of the disk or the connection, not of a row
    except StoreError as error:
        refused = _first_refused(destination, layout, rows)
        why = str(_refusal(destination, layout, rows[: refused + 1]) or error)
        raise RowRefused(layout.name, layout.key_of(rows[refused]), why) from error


def _first_refused(destination: CopyEnd, layout: TableLayout, rows: Sequence[Row]) -> int:
    """Return the place of the first row that is refused, by trying ever smaller parts."""
    low, high = 0, len(rows)  # rows[:low] is accepted, rows[:high] is not
    while high - low > 1:
        middle = (low + high) // 2
        if _refusal(destination, layout, rows[:middle]):
            high = middle
        else:
            low = middle
    return high - 1


def _refusal(destination: CopyEnd, layout: TableLayout, rows: Sequence[Row]) -> StoreError | None:
    """Return why rows are refused, or None; they are not kept."""
    try:
        with destination.transaction():
            destination.write(layout, rows)
            raise _Undone
    except _Undone:
        return None
    except StoreError as error:
        return error
