"""`tidings backup`: a consistent copy of a home's folder, while a crawl may be running.

The order makes it consistent. A record is on the disk before the row that names it is committed,
and only a compaction removes records. So the rows are copied first, in one state; whatever they
name is then found in the archive, unless a compaction came between: then both are copied again.
Records without rows do no harm: a killed crawl leaves some, too. The other way round, rows would
name records that the backup lacks.

Knowledge is copied before the rows, and what is newer after them if the rows know its lessons:
lessons are deleted from the rows once a file has them, and a file that is ahead of the rows would
make the restored home ignore as many new lessons.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import tidings
from tidings.engine.backups.archive_copy import archive_size, take_archive
from tidings.engine.backups.backup_folder import BackupFolder, CopiedBytes, locked_folder
from tidings.engine.backups.elsewhere import sentences_about
from tidings.engine.backups.manifest import BackupManifest, BackupUnusable
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_places import HERE, HomePlaces, places_of
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.schema import VERSION
from tidings.store.database.session import Reader
from tidings.store.tables.articles.lessons import last_lesson
from tidings.store.tables.frontier.archived_copies import ends_of_named_files

_ATTEMPTS: Final = 3
_OWN_FILES: Final = (
    "tidings.toml", "places.json", "serve.key", "credentials.toml", "demo.json", "corpus", "topics",
)  # fmt: skip

OnProgress = Callable[[int, int], None]  # bytes done, and all


@dataclass(frozen=True, slots=True)
class BackupReport:
    """What a backup has, and what it has not."""

    folder: Path
    manifest: BackupManifest
    counts: CopiedBytes
    elsewhere: tuple[str, ...]  # sentences: what is not in the folder, and how to keep it
    missing: tuple[str, ...]  # archive files that rows name and that do not exist
    seconds: float


def back_up(
    settings: Settings, folder: Path, on_progress: OnProgress = lambda done, total: None
) -> BackupReport:
    """Copy what is in a home's folder; raises HomeUnusable or BackupUnusable."""
    began = time.monotonic()
    home = existing_home(settings)
    if folder.resolve().is_relative_to(home.folder.resolve()):
        raise BackupUnusable(f"{folder} is in the home: name a folder outside of it.")
    with closing(opened_database(home)) as database, locked_folder(folder):
        places = places_of(home)
        backup = BackupFolder(folder, datetime.now(UTC), _counted(home, on_progress))
        missing = _take_home(home, places, database, settings, backup)
        for name in _OWN_FILES:
            if (home.folder / name).is_file():
                backup.add(home.folder / name, name)
        manifest = backup.finish(tidings.__version__, VERSION, places.database, places.files)
    seconds = round(time.monotonic() - began, 3)
    elsewhere = tuple(sentences_about(places, settings))
    return BackupReport(folder, manifest, backup.counts, elsewhere, tuple(missing), seconds)


def _counted(home: Home, on_progress: OnProgress) -> Callable[[int], None]:
    """Return a function that adds bytes to the progress."""
    total = archive_size(home.archive)
    if home.database.exists():
        total += home.database.stat().st_size
    done = 0

    def add(count: int) -> None:
        nonlocal done
        done += count
        on_progress(min(done, total), total)

    return add


def _take_home(
    home: Home, places: HomePlaces, database: Database, settings: Settings, backup: BackupFolder
) -> list[str]:
    """Copy rows, archive and knowledge; return the archive files that are missing."""
    if places.files != HERE:
        _take_rows(home, database, settings, backup)
        return []
    missing: list[str] = []
    for _ in range(_ATTEMPTS):
        backup.begin_again()
        earlier, missing = missing, _take_all(home, database, settings, backup)
        if missing in ([], earlier):  # files that were missing before do not come back
            break
    return missing


def _take_all(
    home: Home, database: Database, settings: Settings, backup: BackupFolder
) -> list[str]:
    known = _take_knowledge(home, backup)
    rows = _take_rows(home, database, settings, backup)
    missing = take_archive(home.archive, rows.ends, backup)
    _take_knowledge(home, backup, max(known, rows.last_lesson))
    return missing


@dataclass(frozen=True, slots=True)
class _CopiedRows:
    """What the copied rows say about other files."""

    ends: Mapping[str, int]  # of the last named record in each archive file
    last_lesson: int


def _take_rows(
    home: Home, database: Database, settings: Settings, backup: BackupFolder
) -> _CopiedRows:
    """Copy the rows, if they are in this folder."""
    name = home.database.name
    copy = backup.path_for(name)
    copy.unlink(missing_ok=True)
    size = home.database.stat().st_size if home.database.exists() else 0
    reported = 0

    def on_pages(done: int, total: int) -> None:
        nonlocal reported
        now = size * done // max(total, 1)
        backup.on_bytes(now - reported)
        reported = now

    if not database.copy_to(copy, on_pages):
        return _known_to(database.read())
    copy.chmod(home.database.stat().st_mode)
    with closing(open_database(copy, settings.store)) as copied:
        rows = _known_to(copied.read())
    backup.add_made(name)
    return rows


def _known_to(connection: Reader) -> _CopiedRows:
    return _CopiedRows(ends_of_named_files(connection), last_lesson(connection))


def _take_knowledge(home: Home, backup: BackupFolder, most: int | None = None) -> int:
    """Copy the newest version, unless it is above `most`; return its number, 0 if none."""
    while version := KnowledgeFiles(home.knowledge).newest():
        if most is not None and version > most:
            break
        try:
            backup.add(home.knowledge / str(version), f"knowledge/{version}")
        except FileNotFoundError:  # a newer one has just replaced it
            continue
        break
    return version
