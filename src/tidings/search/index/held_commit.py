"""The files of one commit, held so that they stay while the index goes on and merges them away."""

import errno
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tidings.search.entries.schema import DATES_ALL_VERSION, VERSION
from tidings.search.forward_index.manifest import NAME as MANIFEST
from tidings.search.index.errors import IndexUnusable
from tidings.search.index.generation import FORWARD, META_FILE, VERSION_FILE

HELD: Final = ".held"  # beside the generations
_MANAGED: Final = ".managed.json"  # tantivy's list of the files that it may delete
_FORWARD_MANIFEST: Final = f"{FORWARD}/{MANIFEST}"
_ATTEMPTS: Final = 100  # to link files that merges delete
# Of a file system without hard links.
_NO_LINKS: Final = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK, errno.EXDEV})


@dataclass(frozen=True, slots=True)
class HeldCommit:
    """A commit of a generation. Its files never change; its notes are replaced by each commit."""

    generation: str
    cursor: int
    folder: Path
    files: tuple[str, ...]  # relative to the folder
    notes: dict[str, str]  # contents by name; those that name the files come last


def hold_commit(generation: Path, cursor: int) -> HeldCommit:
    """Hold the last commit of a generation; costs some links.

    Only the thread that commits may call this: between its commits, merges change which files
    there are, but not what they say. A commit that was held before is let go.
    """
    folder = generation.parent / HELD
    for _ in range(_ATTEMPTS):
        shutil.rmtree(folder, ignore_errors=True)
        try:
            notes = _notes(generation)
            files = tuple(_files(generation, notes))
            for name in files:
                _link(generation / name, folder / name)
        except FileNotFoundError:
            continue  # merged away since the notes were read
        if _notes(generation)[META_FILE] == notes[META_FILE]:
            return HeldCommit(generation.name, cursor, folder, files, notes)
    raise IndexUnusable(f"the index in {generation} lacks files that it names")


def let_go(folder: Path) -> None:
    """Delete what is held in the folder of an index."""
    shutil.rmtree(folder / HELD, ignore_errors=True)


def is_readable(notes: dict[str, str]) -> bool:
    """Return whether this version of Tidings can read a commit with these notes."""
    return notes.get(VERSION_FILE) in (VERSION, DATES_ALL_VERSION)


def write_notes(generation: Path, notes: dict[str, str]) -> None:
    """Write the notes of a commit whose files are in the folder, and make all of it durable."""
    (generation / FORWARD).mkdir(exist_ok=True)
    for name, text in notes.items():
        with (generation / name).open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    for folder in (generation / FORWARD, generation):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def link_or_copy(source: Path, target: Path) -> None:
    """Give a file a second name; copy it where the file system cannot."""
    try:
        target.hardlink_to(source)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        shutil.copyfile(source, target)


def _link(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    link_or_copy(source, target)


def _notes(generation: Path) -> dict[str, str]:
    names = (VERSION_FILE, _MANAGED, _FORWARD_MANIFEST, META_FILE)
    return {name: (generation / name).read_text("utf-8") for name in names}


def _files(generation: Path, notes: dict[str, str]) -> Iterator[str]:
    """Yield the files that a commit consists of; raises FileNotFoundError."""
    for segment in json.loads(notes[META_FILE])["segments"]:
        stem = segment["segment_id"].replace("-", "")
        deletes = segment.get("deletes")
        if deletes:
            yield f"{stem}.{deletes['opstamp']}.del"
        parts = sorted(each.name for each in generation.glob(f"{stem}.*"))
        yield from (name for name in parts if not name.endswith(".del"))
    for name in json.loads(notes[_FORWARD_MANIFEST])["segments"]:
        yield f"{FORWARD}/{name}"
