"""The manifest of a backup: which files it has, and what is elsewhere. It is written last."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

MANIFEST: Final = "backup.json"
_FORMAT: Final = 1


class BackupUnusable(Exception):
    """A folder cannot be used for a backup, or is none; the message says what to do."""


@dataclass(frozen=True, slots=True)
class BackupFile:
    """One file: where it belongs in a home, and where it is in the backup."""

    path: str
    stored: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What a backup has. `database` and `files_at` are URLs, or empty: in the home's folder."""

    made: str  # ISO, UTC
    tidings: str  # the version that made it
    database_version: int
    database: str
    files_at: str
    files: tuple[BackupFile, ...]

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(file.size for file in self.files)


def write_manifest(folder: Path, manifest: BackupManifest) -> None:
    """Replace the manifest; after a power cut it is either the former one or this one."""
    draft = folder / f"{MANIFEST}.draft"
    with draft.open("w", encoding="utf-8") as file:
        json.dump({"format": _FORMAT, **asdict(manifest)}, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / MANIFEST)


def read_manifest(folder: Path) -> BackupManifest:
    """Return the manifest of a backup; raises BackupUnusable."""
    path = folder / MANIFEST
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        known = fields.pop("format")
        if known != _FORMAT:
            raise BackupUnusable(f"{path} was written by a newer Tidings: update Tidings.")
        return _manifest(fields)
    except FileNotFoundError:
        raise BackupUnusable(
            f"{folder} is not a backup, or one that was interrupted: it has no {MANIFEST}."
        ) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BackupUnusable(f"{path} cannot be read ({error}): take another backup.") from error


def _manifest(fields: Mapping[str, Any]) -> BackupManifest:
    files = tuple(BackupFile(**each) for each in fields["files"])
    for file in files:
        if not (_is_inside(file.path) and _is_inside(file.stored)):
            raise ValueError(f"{file.path} is not a file of a home")
    return BackupManifest(**{**fields, "files": files})


def _is_inside(name: str) -> bool:
    """Return whether a name cannot lead out of its folder."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts
