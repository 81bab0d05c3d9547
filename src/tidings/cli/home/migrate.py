"""The verb migrate: moving a home's rows to another database, or its files to a store."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict
from typing import Any

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_bytes, shown_rows
from tidings.engine.migration.file_places import FILES
from tidings.engine.migration.files_migration import (
    FilesMigration,
    FileStep,
    compare_files,
    files_to_move,
    migrate_files,
)
from tidings.engine.migration.home_migration import (
    CopyStep,
    HomeMigration,
    compare_homes,
    migrate_home,
    rows_to_move,
)
from tidings.engine.migration.migration_places import SQLITE
from tidings.settings.home_addresses import (
    DATABASE_EXAMPLE,
    STORE_EXAMPLE,
    is_database_address,
    is_store_address,
)

_LABELS = {"copy": "copying", "compare": "comparing"}
_Bar = Callable[[str], AbstractContextManager[Callable[[int, int], None]]]


def migrate(options: argparse.Namespace) -> int:
    """Move a home's rows or files, or compare them with a copy, or show what would be moved."""
    if options.to == FILES or is_store_address(options.to):
        if options.replace:
            raise Misuse("--replace is for databases: remove what is on a store yourself.")
        return _migrate_files(options)
    if options.to == SQLITE or is_database_address(options.to):
        return _migrate_rows(options)
    raise Misuse(
        f"--to takes a database, such as {DATABASE_EXAMPLE}, or '{SQLITE}'; for files, a store, "
        f"such as {STORE_EXAMPLE}, or '{FILES}'."
    )


def _migrate_rows(options: argparse.Namespace) -> int:
    settings = settings_of(options)
    if options.dry_run:
        return _shown(options, rows_to_move(settings, options.to), "would be moved")
    with _shown_steps("rows", shown_rows) as on_rows:
        if options.verify_only:
            return _shown(options, compare_homes(settings, options.to, on_rows), "are the same")
        moved = migrate_home(settings, options.to, on_rows, may_replace=options.replace)
        return _shown(options, moved, "were moved")


def _migrate_files(options: argparse.Namespace) -> int:
    settings = settings_of(options)
    if options.dry_run:
        return _shown_files(options, files_to_move(settings, options.to), "would be moved")
    with _shown_steps("files", shown_bytes) as on_bytes:
        if options.verify_only:
            same = compare_files(settings, options.to, on_bytes)
            return _shown_files(options, same, "are the same")
        moved = migrate_files(settings, options.to, on_bytes)
        return _shown_files(options, moved, "were moved")


@contextmanager
def _shown_steps(what: str, bar: _Bar) -> Iterator[Callable[[CopyStep | FileStep, int, int], None]]:
    """Show a bar for each step, with the rate and the time left."""
    with ExitStack() as shown:
        bars: dict[CopyStep | FileStep, Callable[[int, int], None]] = {}

        def on_progress(step: CopyStep | FileStep, done: int, total: int) -> None:
            if step not in bars:
                shown.close()
                bars[step] = shown.enter_context(bar(f"{_LABELS[step]} {what}"))
            bars[step](done, total)

        yield on_progress


def _shown(options: argparse.Namespace, done: HomeMigration, what: str) -> int:
    if options.json:
        print_json(_summary(done))
        return 0
    if options.dry_run:
        rows = [(table.name, table.rows) for table in done.tables if table.rows]
        print_table(("table", "rows"), rows)
    if done.tables:
        say(f"{done.rows} rows {what}, from {done.origin} to {done.target}, {done.seconds:g} s")
    else:
        say(f"The rows are in {done.target} already.")
    if mended := sum(table.mended for table in done.tables):
        say(f"{mended} texts had characters that the new database cannot keep: U+FFFD is there now")
    _say_notes(options, done.notes)
    return 0


def _shown_files(options: argparse.Namespace, done: FilesMigration, what: str) -> int:
    if options.json:
        print_json(_files_summary(done))
        return 0
    if options.dry_run:
        print_table(("file", "bytes"), [(each.name, each.size) for each in done.volumes])
    if done.is_done:
        say(f"The files are in {done.target} already.")
    else:
        files = "1 archive file" if len(done.volumes) == 1 else f"{len(done.volumes)} archive files"
        counted = f"{done.size / 1e6:.1f} MB in {files}"
        say(f"{counted} {what}, from {done.origin} to {done.target}, {done.seconds:g} s")
    _say_notes(options, done.notes)
    return 0


def _files_summary(done: FilesMigration) -> dict[str, Any]:
    return {
        "files": [asdict(volume) for volume in done.volumes],
        "bytes": done.size,
        "seconds": done.seconds,
        "from": done.origin,
        "to": done.target,
        "notes": list(done.notes),
    }


def _say_notes(options: argparse.Namespace, notes: Sequence[str]) -> None:
    """Print what is left to do, once something was moved."""
    if not options.dry_run:
        for note in notes:
            say(note)


def _summary(done: HomeMigration) -> dict[str, Any]:
    return {
        "tables": [asdict(table) for table in done.tables],
        "rows": done.rows,
        "seconds": done.seconds,
        "from": done.origin,
        "to": done.target,
        "notes": list(done.notes),
    }
