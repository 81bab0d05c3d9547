"""Which generation of the index is current; others are being built, or left over.

A complete generation is offered to the writing process, which adds the latest articles before
anyone searches it. If no process writes, it becomes current at once.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tidings.search.forward_index.manifest import replace_file
from tidings.search.index.errors import IndexBusy

_CURRENT: Final = "current"
_OFFERED: Final = "offered"
_BUILDING: Final = "building.lock"  # held by the process that builds a generation
_WRITER_LOCK: Final = ".tantivy-writer.lock"  # tantivy's, in every generation


def current_name(folder: Path) -> str | None:
    """Return the name of the current generation, or None if there is none yet."""
    return _name_in(folder / _CURRENT)


def current_stamp(folder: str) -> tuple[int, int] | None:
    """Return a value that changes when another generation becomes current."""
    try:
        status = os.stat(f"{folder}/{_CURRENT}")  # noqa: PTH116 - the fastest way
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns


def offered_name(folder: Path) -> str | None:
    """Return the name of the generation that waits to become current, if there is one."""
    return _name_in(folder / _OFFERED)


def make_current(folder: Path, name: str) -> None:
    """Make all processes search and write this generation from now on."""
    replace_file(folder / _CURRENT, name)
    withdraw(folder)


def offer(folder: Path, name: str) -> None:
    """Offer a generation to the process that writes."""
    replace_file(folder / _OFFERED, name)


def withdraw(folder: Path) -> None:
    """Withdraw the offer, if there is one."""
    (folder / _OFFERED).unlink(missing_ok=True)


def is_written(folder: Path) -> bool:
    """Return whether a process writes to the current generation."""
    name = current_name(folder)
    return name is not None and _busy(folder / name)


def new_folder(folder: Path) -> Path:
    """Create the folder of a new generation and return it."""
    number = 1
    while True:
        made = folder / str(number)
        try:
            made.mkdir(parents=True)
        except FileExistsError:
            number += 1
        else:
            return made


@contextmanager
def building(folder: Path) -> Iterator[None]:
    """Hold the build lock, or raise IndexBusy. A killed builder leaves no lock."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / _BUILDING).open("w") as file:
        if not _locked(file.fileno()):
            raise IndexBusy(f"another process is building an index in {folder}")
        yield


def clean(folder: Path) -> None:
    """Delete every generation except the current one and those still being written.

    Call this only within `building`, so that no one else builds.
    """
    withdraw(folder)
    current = current_name(folder)
    for generation in folder.iterdir():
        if _is_generation(generation) and generation.name != current and not _busy(generation):
            shutil.rmtree(generation, ignore_errors=True)


def _is_generation(path: Path) -> bool:
    """Return whether it is one, and not files that are on their way to a store or from it."""
    return path.is_dir() and not path.name.startswith(".")


def _name_in(file: Path) -> str | None:
    try:
        return file.read_text("ascii").strip() or None
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def _busy(generation: Path) -> bool:
    try:
        with (generation / _WRITER_LOCK).open("r+") as file:
            return not _locked(file.fileno())
    except FileNotFoundError:
        return False


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
