"""Moves a home's files to a store and back: copies, compares, and only then lets the home use them.

Until `places.json` is replaced, the home is as before, however the process ends; the same command
goes on where it was. Rows are not touched: a record stays in the same file at the same offset.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from tidings.engine.knowledge.knowledge_files import adopt_earlier_files
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.engine.migration.file_places import FilesPlan, files_plan
from tidings.engine.migration.left_places import forget_left, left_places, note_left
from tidings.engine.migration.migration_stop import stops
from tidings.engine.migration.moved_volumes import (
    FilesDiffer,
    MovedVolume,
    checked_volumes,
    compared_volumes,
    fetch_volumes,
    put_volumes,
    read_volumes,
    sealed_files,
)
from tidings.engine.migration.moving_mark import KEY as MARK
from tidings.engine.migration.moving_mark import claim, forget_claim
from tidings.engine.mirroring.index_fetching import restore_index
from tidings.engine.process.home import HomeUnusable, existing_home
from tidings.engine.process.home_archive import opened_archive, volumes_of
from tidings.engine.process.home_ownership import owned_database
from tidings.engine.process.home_places import note_places
from tidings.settings.tree import Settings
from tidings.store.archive.shared_archive import leave_archive
from tidings.store.archive.store_listing import listed_archive
from tidings.store.archive.volume_names import ARCHIVE, index_key, volume_key
from tidings.store.archive.volumes import archive_files
from tidings.store.database.database import Database
from tidings.store.files.file_store import FileStore, StoredFile
from tidings.store.tables.frontier.archived_copies import ends_of_named_files

_INDEX_LATER: Final = "The next crawl sends the search index there."
_RESTART: Final = "Restart what still reads this home, such as 'tidings serve'."


class FileStep(StrEnum):
    """What is being done with the files."""

    COPY = "copy"
    COMPARE = "compare"


OnBytes = Callable[[FileStep, int, int], None]  # takes how many bytes of how many are done


@dataclass(frozen=True, slots=True)
class FilesMigration:
    """What was moved, or would be."""

    volumes: tuple[MovedVolume, ...]
    seconds: float
    origin: str
    target: str
    is_done: bool  # before
    notes: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The bytes of all volumes."""
        return sum(volume.size for volume in self.volumes)


def no_progress(step: FileStep, done: int, total: int) -> None:
    """Take progress and do nothing."""


def files_to_move(settings: Settings, to: str) -> FilesMigration:
    """Return what a migration would move, without the sums."""
    began = time.monotonic()
    plan = files_plan(existing_home(settings), to)
    with stops():
        sizes = {} if plan.is_done else _sizes_at_origin(plan)
    volumes = [MovedVolume(name, size, "") for name, size in sizes.items()]
    return _result(plan, volumes, began)


def compare_files(settings: Settings, to: str, on_bytes: OnBytes = no_progress) -> FilesMigration:
    """Compare the home's files with those at another place; copy nothing."""
    began = time.monotonic()
    plan = files_plan(existing_home(settings), to)
    if plan.is_done:
        raise HomeUnusable(f"The files are in {plan.origin_name}: there is no other copy there.")
    with stops(), owned_database(plan.home, "comparing its files with others"):
        sizes, volumes = _sizes_at_origin(plan), plan.volumes()
        progress = _ByteProgress(sum(sizes.values()), on_bytes)
        on_compared = partial(progress.add, FileStep.COMPARE)
        compared = checked_volumes if plan.origin else read_volumes
        files = [plan.home.archive / name for name in sizes]
        found = [*compared(volumes, files, on_compared)]
    return _result(plan, found, began)


def migrate_files(settings: Settings, to: str, on_bytes: OnBytes = no_progress) -> FilesMigration:
    """Move the home's files to a store's URL, or to `files`; go on if it was interrupted.

    Raises HomeUnusable, StoreUnusable, FilesDiffer or MigrationStopped.
    """
    began = time.monotonic()
    plan = files_plan(existing_home(settings), to)
    purpose = f"moving its files to {plan.target_name}"
    with stops(), owned_database(plan.home, purpose) as database:
        if files_plan(existing_home(settings), to) != plan:
            raise HomeUnusable("Another process has moved the home just now: look where it is.")
        if plan.is_done:
            _tidy(plan)
            return _result(plan, (), began)
        move = _move_to_store if plan.target else _move_to_folder
        volumes, notes = move(plan, database, settings, on_bytes)
        note_left(plan.home, plan.former)
        note_places(plan.home, plan.places)
        _tidy(plan)
    volumes_of.cache_clear()
    return _result(plan, volumes, began, notes)


def _move_to_store(
    plan: FilesPlan, database: Database, settings: Settings, on_bytes: OnBytes
) -> tuple[list[MovedVolume], tuple[str, ...]]:
    home, volumes = plan.home, plan.volumes()
    volumes.forget_marks()  # of an earlier attempt: the files may have changed since
    claim(home, volumes.store)
    opened_archive(home, database, settings.store).close()  # repaired
    adopt_earlier_files(home)
    files = sealed_files(home.archive)
    sizes = {warc.name: warc.stat().st_size for warc in files}
    lost = _lost_files(database, sizes)
    progress = _ByteProgress(sum(sizes.values()), on_bytes)
    new = put_volumes(volumes, files, partial(progress.add, FileStep.COPY))
    knowledge = StoredKnowledge(volumes.store, home.knowledge)
    knowledge.put_all()
    on_compared = partial(progress.add, FileStep.COMPARE)
    moved = [*compared_volumes(volumes, files, new, on_compared)]
    _require_only(volumes.store.list(), sizes, plan.target_name)
    there = {name: file.size for name, file in listed_archive(volumes.store).sealed.items()}
    _require_named(lost, _lost_files(database, there))
    for warc in files:
        volumes.mark_stored(warc)
    return moved, (*_notes_about(lost), _INDEX_LATER, _RESTART)


def _move_to_folder(
    plan: FilesPlan, database: Database, settings: Settings, on_bytes: OnBytes
) -> tuple[list[MovedVolume], tuple[str, ...]]:
    home = plan.home
    opened_archive(home, database, settings.store).close()  # nobody else writes from now on
    volumes = plan.volumes()
    sizes = _sizes_on_store(volumes.store)
    lost = _lost_files(database, sizes)
    progress = _ByteProgress(sum(sizes.values()), on_bytes)
    files = fetch_volumes(volumes, partial(progress.add, FileStep.COPY))
    StoredKnowledge(volumes.store, home.knowledge).fetch_newer()
    restore_index(volumes.store, home.index, settings.search)
    on_compared = partial(progress.add, FileStep.COMPARE)
    moved = [*checked_volumes(volumes, files, on_compared)]
    here = {warc.name: warc.stat().st_size for warc in archive_files(home.archive)}
    _require_named(lost, _lost_files(database, here))
    volumes.forget_marks()
    left = f"What is on {plan.origin} stays there: delete it when you no longer need it."
    return moved, (*_notes_about(lost), left, _RESTART)


def _tidy(plan: FilesPlan) -> None:
    """Mark what was left, and forget the move. A former attempt may have."""
    left = left_places(plan.home)
    if left is not None and left.files and left.files != plan.places.files:
        leave_archive(plan.opened(left.files), plan.target_name)
    forget_left(plan.home)
    if plan.target:
        forget_claim(plan.home, plan.store())


def _sizes_at_origin(plan: FilesPlan) -> dict[str, int]:
    if plan.origin:
        return _sizes_on_store(plan.store())
    sizes = {warc.name: warc.stat().st_size for warc in archive_files(plan.home.archive)}
    return {name: size for name, size in sizes.items() if size}


def _sizes_on_store(store: FileStore) -> dict[str, int]:
    listing = listed_archive(store)
    sealed = {name: file.size for name, file in listing.sealed.items()}
    return {name: sealed.get(name) or listing.end_of(name) for name in listing.names()}


def _lost_files(database: Database, sizes: Mapping[str, int]) -> set[str]:
    """Return the files in which rows name records that are not in volumes of these sizes."""
    ends = ends_of_named_files(database.read())
    return {name for name, end in ends.items() if end > sizes.get(name, 0)}


def _require_named(before: set[str], after: set[str]) -> None:
    if lost := sorted(after - before):
        raise FilesDiffer(f"Rows name records in {lost[0]} that have not been moved.")


def _require_only(files: Iterable[StoredFile], names: Iterable[str], where: str) -> None:
    """Refuse to go on if somebody else writes to the same place."""
    expected = {key for name in names for key in (volume_key(name), index_key(name))} | {MARK}
    for file in files:
        if file.key not in expected and file.key.startswith((f"{ARCHIVE}/", "index/")):
            raise HomeUnusable(f"Another program writes to {where} (there is {file.key} now).")


def _notes_about(lost: set[str]) -> tuple[str, ...]:
    if not lost:
        return ()
    names = ", ".join(sorted(lost))
    return (f"Rows name records that were missing before the move, in {names}.",)


class _ByteProgress:
    """Adds up the bytes of all volumes, for each step."""

    def __init__(self, total: int, on_bytes: OnBytes) -> None:
        self._total = total
        self._done = dict.fromkeys(FileStep, 0)
        self._on_bytes = on_bytes

    def add(self, step: FileStep, size: int) -> None:
        """Count more bytes."""
        self._done[step] += size
        self._on_bytes(step, self._done[step], self._total)


def _result(
    plan: FilesPlan,
    volumes: Iterable[MovedVolume],
    began: float,
    notes: tuple[str, ...] = (),
) -> FilesMigration:
    seconds = round(time.monotonic() - began, 3)
    return FilesMigration(
        tuple(volumes),
        seconds,
        plan.origin_name,
        plan.target_name,
        plan.is_done,
        (*notes, *plan.notes),
    )
