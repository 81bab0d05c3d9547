"""The folder of a backup: files that never change are shared by backups, the others are not.

    backup.json             the manifest: what is not named in it is not part of the backup
    archive/                archive files that are full, and their indexes
    20261118T204512123456/  all other files of the backup of that time

So the former backup stays whole until the manifest is replaced. Then what only it had is removed.
"""

import fcntl
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from tidings.engine.backups.file_copies import OnBytes, copied, digest_of, linked, written
from tidings.engine.backups.manifest import (
    MANIFEST,
    BackupFile,
    BackupManifest,
    BackupUnusable,
    read_manifest,
    write_manifest,
)
from tidings.store.archive.recovery import sync_folder

_LOCK: Final = "backup.lock"
_SHARED: Final = "archive"
_OF_ONE = re.compile(r"\d{8}T\d{12}")


@dataclass(slots=True)
class CopiedBytes:
    """How the bytes of a backup came into its folder."""

    copied: int = 0
    linked: int = 0  # a second name of the home's own file
    kept: int = 0  # of the former backup


@dataclass(slots=True)
class BackupFolder:
    """A backup that is being made."""

    folder: Path
    now: datetime
    on_bytes: OnBytes
    counts: CopiedBytes = field(default_factory=CopiedBytes)
    _files: dict[str, BackupFile] = field(default_factory=dict)
    _former: dict[str, BackupFile] = field(default_factory=dict)  # by where they are stored

    def __post_init__(self) -> None:
        if (self.folder / MANIFEST).exists():
            self._former = {file.stored: file for file in read_manifest(self.folder).files}

    def path_for(self, path: str) -> Path:
        """Return where to write a file of this backup only."""
        target = self.folder / self._stored(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        return target

    def add_made(self, path: str) -> None:
        """Add a file that was written to `path_for(path)`."""
        target = self.path_for(path)
        self._note(path, target, digest_of(target, lambda count: None))
        self.counts.copied += target.stat().st_size

    def add(self, source: Path, path: str, size: int | None = None) -> None:
        """Copy a file, or its beginning."""
        target = self.path_for(path)
        self._note(path, target, copied(source, target, self.on_bytes, size))
        self.counts.copied += target.stat().st_size

    def add_content(self, content: bytes, path: str) -> None:
        """Write a file."""
        target = self.path_for(path)
        self._note(path, target, written(content, target))
        self.counts.copied += len(content)

    def share(self, source: Path, path: str) -> None:
        """Add a file that never changes: keep the former backup's, else link it, else copy it."""
        target, size = self.folder / _SHARED / source.name, source.stat().st_size
        if target.exists():
            if _is_same(source, target):
                self._keep(target, path, size)
                return
            target = self.path_for(path)  # the former backup needs the other one
        if linked(source, target):
            self._note(path, target, digest_of(target, self.on_bytes))
            self.counts.linked += size
        else:
            self._note(path, target, copied(source, target, self.on_bytes))
            self.counts.copied += size

    def _keep(self, target: Path, path: str, size: int) -> None:
        former = self._former.get(self._name(target))
        if former is not None and former.size == size:
            self.on_bytes(size)
            self._note(path, target, former.sha256)
        else:  # by a backup that was interrupted
            self._note(path, target, digest_of(target, self.on_bytes))
        self.counts.kept += size

    def begin_again(self) -> None:
        """Forget what was added; what is shared will be found again."""
        self._files.clear()

    def finish(
        self, tidings: str, database_version: int, database: str, files_at: str
    ) -> BackupManifest:
        """Write the manifest, then remove what it does not name."""
        files = tuple(self._files[path] for path in sorted(self._files))
        made = self.now.isoformat(timespec="seconds")
        manifest = BackupManifest(made, tidings, database_version, database, files_at, files)
        for folder in {(self.folder / file.stored).parent for file in files}:
            sync_folder(folder)
        write_manifest(self.folder, manifest)
        sync_folder(self.folder)
        self._remove_others({file.stored for file in files})
        return manifest

    def _remove_others(self, named: set[str]) -> None:
        for each in self.folder.iterdir():
            if _OF_ONE.fullmatch(each.name) and not any(
                stored.startswith(f"{each.name}/") for stored in named
            ):
                shutil.rmtree(each)
        for file in (self.folder / _SHARED).glob("*"):
            if self._name(file) not in named:
                file.unlink()

    def _note(self, path: str, target: Path, digest: str) -> None:
        size = target.stat().st_size
        self._files[path] = BackupFile(path, self._name(target), size, digest)

    def _stored(self, path: str) -> str:
        return f"{self.now:%Y%m%dT%H%M%S%f}/{path}"

    def _name(self, target: Path) -> str:
        return target.relative_to(self.folder).as_posix()


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Make the folder, for its owner's eyes only, and hold it; raises BackupUnusable."""
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
    is_ours = (folder / MANIFEST).exists() or (folder / _LOCK).exists()
    if not is_ours and any(folder.iterdir()):
        raise BackupUnusable(f"{folder} has other files: name a folder for backups only.")
    with (folder / _LOCK).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BackupUnusable(f"Another backup into {folder} is running: wait for it.") from None
        yield


def _is_same(source: Path, target: Path) -> bool:
    """Return whether two names are one file, or a file and its copy."""
    one, other = source.stat(), target.stat()
    if (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino):
        return True
    return (one.st_size, one.st_mtime_ns) == (other.st_size, other.st_mtime_ns)
