"""`tidings restore`: puts a backup into an empty home, after its files were checked."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tidings.engine.backups.backup import OnProgress
from tidings.engine.backups.elsewhere import sentences_before_use
from tidings.engine.backups.file_copies import copied, digest_of
from tidings.engine.backups.manifest import (
    BackupFile,
    BackupManifest,
    BackupUnusable,
    read_manifest,
)
from tidings.engine.process.home import Home, HomeUnusable, home_of
from tidings.engine.process.home_lock import HomeLock
from tidings.engine.process.home_places import HERE, HomePlaces
from tidings.settings.home_addresses import without_secrets
from tidings.settings.tree import Settings
from tidings.store.archive.recovery import sync_folder
from tidings.store.database.database import open_database
from tidings.store.database.schema import VERSION

_UNFINISHED: Final = "restoring"  # a file that is there while a home is being restored
_SECRET: Final = frozenset({"credentials.toml", "serve.key"})
# What makes a folder a home: put there last, so that nobody begins with half of one.
_LAST: Final = ("tidings.db", "places.json")
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What was restored."""

    home: Path
    manifest: BackupManifest
    elsewhere: tuple[str, ...]  # sentences: what has to be elsewhere
    seconds: float


def restore(
    settings: Settings, folder: Path, on_progress: OnProgress = lambda done, total: None
) -> RestoreReport:
    """Put a backup into a home; raises BackupUnusable, or HomeUnusable if there is one already."""
    began = time.monotonic()
    home, manifest = home_of(settings), read_manifest(folder)
    places = HomePlaces(manifest.database, manifest.files_at)
    _check_version(manifest)
    _check_settings(settings, places)
    _check_empty(home)
    progress = _Progress(2 * manifest.size, on_progress)
    _check_files(folder, manifest, progress)
    home.folder.mkdir(parents=True, exist_ok=True)
    with HomeLock(home, "restoring a backup"):
        _check_empty(home)
        (home.folder / _UNFINISHED).touch()
        _put(folder, manifest, home, progress)
        if places.database == HERE:
            open_database(home.database, settings.store).close()
        (home.folder / _UNFINISHED).unlink()
    seconds = round(time.monotonic() - began, 3)
    return RestoreReport(home.folder, manifest, tuple(sentences_before_use(places)), seconds)


class _Progress:
    """Adds up bytes: each is read once to be checked, and once to be copied."""

    def __init__(self, total: int, on_progress: OnProgress) -> None:
        self._done, self._total, self._on_progress = 0, total, on_progress

    def __call__(self, count: int) -> None:
        self._done += count
        self._on_progress(self._done, self._total)


def _check_version(manifest: BackupManifest) -> None:
    if manifest.database_version > VERSION:
        raise BackupUnusable(
            f"The backup was made by a newer Tidings ({manifest.tidings}): update Tidings."
        )


def _check_settings(settings: Settings, places: HomePlaces) -> None:
    """Refuse settings that name another place than the backup's home had."""
    given = {
        "database.url": (without_secrets(settings.database.url), places.database),
        "store.url": (settings.store.url.rstrip("/"), places.files),
    }
    for name, (wanted, noted) in given.items():
        if wanted not in (HERE, noted):
            raise BackupUnusable(
                f"{name} is {wanted}, but the backup is of a home in {noted or 'one folder'}: "
                "restore it without that setting; 'tidings migrate' moves it afterwards."
            )


def _check_empty(home: Home) -> None:
    """Raise HomeUnusable if a home, or anything else, is there; half a restored one may be."""
    if not home.folder.exists() or (home.folder / _UNFINISHED).exists():
        return
    if any(each != home.lock for each in home.folder.iterdir()):
        raise HomeUnusable(
            f"{home.folder} is not empty: move it away, or name another folder with --home."
        )


def _check_files(folder: Path, manifest: BackupManifest, progress: _Progress) -> None:
    damaged = [file.path for file in manifest.files if not _is_whole(folder, file, progress)]
    if damaged:
        some = ", ".join(damaged[:_SHOWN])
        raise BackupUnusable(
            f"{len(damaged)} of {len(manifest.files)} files of the backup are damaged or missing "
            f"({some}): restore another backup."
        )


def _is_whole(folder: Path, file: BackupFile, progress: _Progress) -> bool:
    try:
        return digest_of(folder / file.stored, progress) == file.sha256
    except FileNotFoundError:
        return False


def _put(folder: Path, manifest: BackupManifest, home: Home, progress: _Progress) -> None:
    """Copy all files. They are never linked: the home writes into some of them."""
    by_path = {file.path: file for file in manifest.files}
    last = [by_path[name] for name in _LAST if name in by_path]
    first = [file for file in manifest.files if file not in last]
    for group in (first, last):
        for file in group:
            _put_file(folder, file, home.folder / file.path, progress)
        _sync({(home.folder / file.path).parent for file in group} | {home.folder})


def _put_file(folder: Path, file: BackupFile, target: Path, progress: _Progress) -> None:
    if copied(folder / file.stored, target, progress) != file.sha256:
        raise BackupUnusable(f"{file.path} has changed while it was copied: restore again.")
    if target.name in _SECRET:
        target.chmod(0o600)


def _sync(folders: Iterable[Path]) -> None:
    for folder in folders:
        sync_folder(folder)
