"""Files of the index as they travel: compressed, piece by piece, however large they are.

Measured on the files of 2 000 articles: all of them to .54, the forward index to .40.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import BinaryIO, Final

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_LEVEL: Final = 3  # 200 MB/s and more: a crawl goes on beside it
_PIECE: Final = 1024 * 1024


class PackedFileBroken(Exception):
    """What arrived cannot be unpacked, or is not what was packed."""


def sum_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack(source: Path, packed: Path) -> None:
    """Write a compressed copy of a file."""
    if source.stat().st_size == 0:
        packed.write_bytes(zstd.compress(b""))  # `open` would write nothing at all
        return
    with source.open("rb") as file, zstd.open(packed, "wb", level=_LEVEL) as target:
        shutil.copyfileobj(file, target, _PIECE)


def unpack(packed: Path, target: Path, size: int, sha256: str) -> None:
    """Write what was compressed; it appears once it is complete and checked.

    Raises PackedFileBroken if it has another size or sum.
    """
    # Not named after the target: files of the same content have the same one.
    temporary = packed.with_name(f"{packed.name}.part")
    try:
        with temporary.open("wb") as file:
            real = _copy(packed, file, size)
            file.flush()
            os.fsync(file.fileno())
        if real != (size, sha256):
            raise PackedFileBroken("its content is not what was packed")
        temporary.replace(target)
    except (zstd.ZstdError, EOFError) as error:
        raise PackedFileBroken(f"it cannot be unpacked ({error})") from error
    finally:
        temporary.unlink(missing_ok=True)


def _copy(packed: Path, target: BinaryIO, size: int) -> tuple[int, str]:
    """Copy what was compressed; return its size and sum. Stops beyond the size it should have."""
    digest, done = hashlib.sha256(), 0
    with zstd.open(packed, "rb") as source:
        while done <= size and (piece := source.read(_PIECE)):
            target.write(piece)
            digest.update(piece)
            done += len(piece)
    return done, digest.hexdigest()
