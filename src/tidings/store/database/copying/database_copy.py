"""Copies all tables of a home from one database into another, and compares the two."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from tidings.store.database.copying.copy_end import CopyEnd, CopyRefused, RowRefused, quoted
from tidings.store.database.copying.migration_progress import (
    TableProgress,
    begin_progress,
    note_verified,
    origin_of,
    progress_of,
)
from tidings.store.database.copying.row_digests import TableDifference, table_difference
from tidings.store.database.copying.sqlite_end import tables_filled_by_migrations
from tidings.store.database.copying.table_copy import copy_table, empty_table
from tidings.store.database.copying.table_layout import TableLayout


class CopyStep(StrEnum):
    """What is being done with the rows."""

    COPY = "copy"
    COMPARE = "compare"


OnTable = Callable[[CopyStep, str, int], None]  # takes a table and how many more of its rows


@dataclass(frozen=True, slots=True)
class CopiedTable:
    """What was copied of a table."""

    name: str
    rows: int
    mended: int  # texts that the destination cannot keep as they were
    digest: str


class CopyDiffers(Exception):
    """The destination does not hold what it should; the message names a row."""

    def __init__(self, difference: TableDifference) -> None:
        super().__init__(f"The copy differs from its source. {difference}")
        self.difference = difference


def row_counts(source: CopyEnd) -> dict[str, int]:
    """Return the number of rows of each table."""
    return {name: source.count(name) for name in sorted(source.layouts())}


def copy_database(
    source: CopyEnd, destination: CopyEnd, origin: str, on_table: OnTable
) -> list[CopiedTable]:
    """Copy all rows, or those that an interrupted copy left, then compare.

    Raises CopyRefused, RowRefused or CopyDiffers. Nobody may write into either database meanwhile;
    but between two attempts the source may have changed, so tables that were copied by an earlier
    one are copied again if they differ.
    """
    layouts = common_layouts(source, destination)
    source.freeze(layouts)
    earlier = _begun(destination, origin, layouts)
    done = {
        name: _copied(source, destination, layout, earlier[name], on_table)
        for name, layout in layouts.items()
    }
    tables = [
        _compared(source, destination, layout, done, earlier, on_table)
        for layout in layouts.values()
    ]
    note_verified(destination)
    return tables


def compare_databases(
    source: CopyEnd, destination: CopyEnd, on_table: OnTable
) -> list[CopiedTable]:
    """Compare all rows; raises CopyRefused or CopyDiffers."""
    layouts = common_layouts(source, destination)
    source.freeze(layouts)
    tables = []
    for name, layout in layouts.items():
        digest, difference = table_difference(
            source, destination, layout, partial(on_table, CopyStep.COMPARE, name)
        )
        if difference is not None:
            raise CopyDiffers(difference)
        tables.append(CopiedTable(name, digest.rows, 0, digest.digest))
    return tables


def common_layouts(source: CopyEnd, destination: CopyEnd) -> dict[str, TableLayout]:
    """Return the tables, which must be the same in both; raises CopyRefused."""
    ours, theirs = source.layouts(), destination.layouts()
    different = sorted(
        name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)
    )
    if different:
        raise CopyRefused(
            f"The databases have different tables ({', '.join(different)}): "
            "open both with this version of Tidings."
        )
    return {name: ours[name] for name in sorted(ours)}


def _begun(
    destination: CopyEnd, origin: str, layouts: Mapping[str, TableLayout]
) -> dict[str, TableProgress]:
    """Return how far an earlier attempt has come, or begin; raises CopyRefused."""
    found = origin_of(destination)
    if found not in (None, origin):
        raise CopyRefused(
            f"The destination holds a part of another home ({found}): finish that migration, or "
            "choose another database."
        )
    with destination.transaction():
        if found is None:
            filled = tables_filled_by_migrations()
            _require_empty(destination, layouts.keys() - filled)
            for name in sorted(filled & layouts.keys()):
                destination.execute(f"DELETE FROM {quoted(name)}")  # noqa: S608
            begin_progress(destination, origin, layouts)
    return progress_of(destination)


def _require_empty(destination: CopyEnd, tables: Collection[str]) -> None:
    for name in sorted(tables):
        found = destination.execute(f"SELECT 1 FROM {quoted(name)} LIMIT 1")  # noqa: S608
        if found:
            raise CopyRefused(
                f"The destination already holds a home (it has rows in {name}): choose an empty "
                "database."
            )


def _copied(
    source: CopyEnd,
    destination: CopyEnd,
    layout: TableLayout,
    progress: TableProgress,
    on_table: OnTable,
) -> TableProgress:
    """Copy what is left of a table, and keep the numbers that it gave away."""
    on_rows = partial(on_table, CopyStep.COPY, layout.name)
    on_rows(progress.rows)
    if not progress.is_copied:
        try:
            progress = copy_table(source, destination, layout, progress, on_rows)
        except RowRefused:
            if not progress.is_begun:
                raise
            # It may only contradict a row that the source had when the earlier attempt read it.
            return _copied(source, destination, layout, empty_table(destination, layout), on_table)
    with destination.transaction():
        destination.keep_number(layout, source.highest_number(layout))
    return progress


def _compared(
    source: CopyEnd,
    destination: CopyEnd,
    layout: TableLayout,
    done: Mapping[str, TableProgress],
    earlier: Mapping[str, TableProgress],
    on_table: OnTable,
) -> CopiedTable:
    """Return a table that is the same in both databases; raises CopyDiffers."""
    name, progress = layout.name, done[layout.name]
    on_rows = partial(on_table, CopyStep.COMPARE, name)
    digest, difference = table_difference(source, destination, layout, on_rows)
    if difference is not None and earlier[name].is_begun:
        empty = empty_table(destination, layout)
        progress = _copied(source, destination, layout, empty, on_table)
        digest, difference = table_difference(source, destination, layout, on_rows)
    if difference is not None:
        raise CopyDiffers(difference)
    return CopiedTable(name, digest.rows, progress.mended, digest.digest)
