"""The list of the forward index's segments, replaced atomically."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "manifest"


class ManifestBroken(Exception):
    """The file cannot be read."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The segments at the last commit or merge."""

    segments: tuple[str, ...] = ()  # files, the oldest first
    last_seq: int = 0  # the last change that the index has taken in: its cursor
    next_number: int = 1  # of a segment's file; names are never reused
    # This file is written before tantivy commits. Until that has happened, tantivy's own number of
    # the commit is still `opstamp`, and the cursor is still `former_seq`.
    opstamp: int | None = None  # None: written by a version that did not store it
    former_seq: int = 0


Stamp = tuple[int, int]


def stamp_of(folder: Path) -> Stamp | None:
    """Return a value that changes with every new manifest; None if there is none."""
    try:
        status = (folder / NAME).stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns


def read_manifest(folder: Path) -> Manifest:
    """Return the newest manifest; an empty one if the folder has none."""
    try:
        known = json.loads((folder / NAME).read_text("utf-8"))
        segments = tuple(map(str, known["segments"]))
        opstamp, former = known.get("opstamp"), int(known.get("former_seq", 0))
        stamp = None if opstamp is None else int(opstamp)
        return Manifest(segments, int(known["last_seq"]), int(known["next_number"]), stamp, former)
    except FileNotFoundError:
        return Manifest()
    except (ValueError, KeyError, TypeError) as error:
        raise ManifestBroken(f"the manifest in {folder} cannot be read: {error}") from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest durably; the old or the new one survives a power cut."""
    replace_file(folder / NAME, json.dumps(asdict(manifest)))


def replace_file(path: Path, text: str) -> None:
    """Replace a file atomically: after a power cut it is either the old one or the new one."""
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
