"""Copies of single files, with their SHA-256. A file appears once it is complete, on the disk."""

import hashlib
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

_PIECE: Final = 1 << 20
_DRAFT: Final = ".draft"

OnBytes = Callable[[int], None]


def copied(source: Path, target: Path, on_bytes: OnBytes, size: int | None = None) -> str:
    """Copy a file, or its first `size` bytes, with its mode and time; return the SHA-256."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(target.name + _DRAFT)
    digest, left = hashlib.sha256(), source.stat().st_size if size is None else size
    try:
        # Others may not read what only its owner may read, not even while it is copied.
        with source.open("rb") as reading, _private(draft) as writing:
            while left > 0 and (piece := reading.read(min(_PIECE, left))):
                writing.write(piece)
                digest.update(piece)
                left -= len(piece)
                on_bytes(len(piece))
            writing.flush()
            os.fsync(writing.fileno())
        with suppress(PermissionError):  # a file system without modes
            shutil.copystat(source, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return digest.hexdigest()


def written(content: bytes, target: Path) -> str:
    """Write a file, and return its SHA-256."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(target.name + _DRAFT)
    with _private(draft) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.chmod(0o644)
    draft.replace(target)
    return hashlib.sha256(content).hexdigest()


def linked(source: Path, target: Path) -> bool:
    """Give a file a second name; return False if the file system does not allow that."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except FileNotFoundError:
        raise
    except OSError:  # another file system, or one without links, or somebody else's file
        return False
    return True


def digest_of(path: Path, on_bytes: OnBytes) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
            on_bytes(len(piece))
    return digest.hexdigest()


def _private(path: Path) -> BinaryIO:
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
