"""Moves a home's rows to another database: copies, compares, and only then lets the home use it.

Until `places.json` is replaced, the home is as before, however the process ends; the same command
goes on where it was. The rows that are left are never deleted. What is not rows stays where it is:
the index and its cursor fit, because the log of changes is copied as it is.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tidings.engine.migration.left_places import forget_left, left_places, note_left
from tidings.engine.migration.migration_places import (
    MigrationPlan,
    Target,
    copied_before,
    leave_source,
    migration_plan,
    opened_target,
    put_target_in_place,
    take_back_target,
    with_secrets,
)
from tidings.engine.migration.migration_stop import stops
from tidings.engine.process.home import HomeUnusable, existing_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_ownership import owned_database
from tidings.engine.process.home_places import note_places
from tidings.settings.tree import Settings
from tidings.store.database.copying.copy_end import CopyEnd
from tidings.store.database.copying.database_copy import (
    CopiedTable,
    compare_databases,
    copy_database,
    row_counts,
)
from tidings.store.database.copying.database_copy import CopyStep as CopyStep
from tidings.store.database.copying.left_rows import make_room
from tidings.store.database.copying.migration_progress import end_progress
from tidings.store.database.copying.open_end import open_end

OnRows = Callable[[CopyStep, int, int], None]  # takes how many rows of how many are done


@dataclass(frozen=True, slots=True)
class HomeMigration:
    """What was moved, or would be."""

    tables: tuple[CopiedTable, ...]
    seconds: float
    origin: str
    target: str
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """The rows of all tables."""
        return sum(table.rows for table in self.tables)


def show_nothing(step: CopyStep, done: int, total: int) -> None:
    """Take progress and do nothing."""


def rows_to_move(settings: Settings, to: str) -> HomeMigration:
    """Return what a migration would move."""
    began = time.monotonic()
    plan = migration_plan(existing_home(settings), to)
    opened_database(plan.source_home).close()  # with the newest tables
    with stops(), closing(_source(plan)) as source:
        tables = tuple(CopiedTable(name, n, 0, "") for name, n in row_counts(source).items())
    return _result(plan, tables, began)


def compare_homes(settings: Settings, to: str, on_rows: OnRows = show_nothing) -> HomeMigration:
    """Compare the home's rows with those at another place; copy nothing."""
    began = time.monotonic()
    plan = migration_plan(existing_home(settings), to)
    if plan.is_done:
        raise HomeUnusable(f"The rows are in {plan.origin_name}: there is no other copy there.")
    purpose = "comparing its rows with others"
    with _both_ends(plan, copied_before(plan), purpose) as (source, target):
        progress = _RowProgress(row_counts(source), on_rows)
        tables = compare_databases(source, target.end, progress.add)
    return _result(plan, tuple(tables), began)


def migrate_home(
    settings: Settings, to: str, on_rows: OnRows = show_nothing, *, may_replace: bool = False
) -> HomeMigration:
    """Move the home's rows to a database's URL, or to `sqlite`; go on if it was interrupted.

    Rows that this home once left in that database are deleted if that is allowed.
    Raises HomeUnusable, StoreUnusable, CopyRefused, RowRefused, CopyDiffers or MigrationStopped.
    """
    began = time.monotonic()
    plan = migration_plan(existing_home(settings), to)
    if plan.is_done:
        _tidy(plan)
        return _result(plan, (), began)
    take_back_target(plan)
    purpose = f"moving its rows to {plan.target_name}"
    with _both_ends(plan, plan.draft, purpose) as (source, target):
        source.require_alone()
        if plan.target_url:
            make_room(target.end, plan.origin_name, may_replace)
        progress = _RowProgress(row_counts(source), on_rows)
        tables = copy_database(source, target.end, plan.origin_name, progress.add)
        source.settle()
        _switch(plan, source, target)
    _tidy(plan)
    return _result(plan, tuple(tables), began)


def _switch(plan: MigrationPlan, source: CopyEnd, target: Target) -> None:
    """Let the home use the copy: from the note on, whatever follows only tidies up."""
    target.close()
    put_target_in_place(plan)
    note_left(plan.source_home, plan.former)
    note_places(plan.source_home, plan.places)
    source.leave(plan.target_name)
    forget_left(plan.source_home)


def _tidy(plan: MigrationPlan) -> None:
    """Rename a file that nobody may go on with, and forget the copy. A former attempt may have."""
    leave_source(plan)
    left = left_places(plan.source_home)
    if left is not None and left.database not in ("", plan.places.database):
        _mark_left(plan, left.database)
    forget_left(plan.source_home)
    with stops(), closing(open_end(plan.target_location, plan.target_settings)) as end:
        end_progress(end)


def _mark_left(plan: MigrationPlan, database: str) -> None:
    """Say in a database that its rows are elsewhere, as the attempt that was killed could not."""
    location = with_secrets(database, plan.source_home)
    with stops(), closing(open_end(location, plan.source_home.database_settings)) as end:
        end.leave(plan.target_name)


@contextmanager
def _both_ends(
    plan: MigrationPlan, location: Path | str, purpose: str
) -> Iterator[tuple[CopyEnd, Target]]:
    """Own the home and open both databases."""
    with stops(), ExitStack() as stack:
        database = stack.enter_context(owned_database(plan.source_home, purpose))
        if database.ownership() is None:
            database.close()  # the lock of the folder is enough, and a file must be ours alone
        target = stack.enter_context(opened_target(plan, location, purpose))
        source = stack.enter_context(closing(_source(plan)))
        yield source, target


def _source(plan: MigrationPlan) -> CopyEnd:
    return open_end(plan.source_location, plan.source_home.database_settings)


class _RowProgress:
    """Adds up the rows of all tables, for each step."""

    def __init__(self, counts: dict[str, int], on_rows: OnRows) -> None:
        rows = sum(counts.values())
        self._totals = {CopyStep.COPY: rows, CopyStep.COMPARE: 2 * rows}  # both are read
        self._done = dict.fromkeys(CopyStep, 0)
        self._on_rows = on_rows

    def add(self, step: CopyStep, table: str, rows: int) -> None:
        """Count more rows of a table."""
        self._done[step] += rows
        self._on_rows(step, self._done[step], self._totals[step])


def _result(plan: MigrationPlan, tables: tuple[CopiedTable, ...], began: float) -> HomeMigration:
    seconds = round(time.monotonic() - began, 3)
    return HomeMigration(tables, seconds, plan.origin_name, plan.target_name, plan.notes)
