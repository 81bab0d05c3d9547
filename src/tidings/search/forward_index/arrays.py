"""Named arrays in one memory-mapped file, which is written once and never changed."""

import json
import mmap
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Arrays = Mapping[str, Array]
Layout = Mapping[str, tuple[str, tuple[int, ...]]]  # name -> numpy's type string, shape

_MAGIC = b"tidings-arrays1\n"
_LENGTH_BYTES = 8
_ALIGNMENT = 64  # bytes: a cache line
_SUM_BYTES = 4  # the CRC-32 at the end of the file


class ArraysBroken(Exception):
    """The file has another format, or is incomplete."""


@contextmanager
def new_arrays(path: Path, layout: Layout) -> Iterator[dict[str, Array]]:
    """Yield arrays to fill; the file is on the disk when the block ends."""
    places, end = _places(layout)
    size = end + _SUM_BYTES
    header = json.dumps({"size": size, "arrays": places, "summed": True}).encode()
    with path.open("w+b") as file:
        # On a full disk, a write through the map would kill the process instead of raising.
        os.posix_fallocate(file.fileno(), 0, size)
        with mmap.mmap(file.fileno(), size) as map_:
            map_[: len(_MAGIC)] = _MAGIC
            start = len(_MAGIC) + _LENGTH_BYTES
            map_[len(_MAGIC) : start] = len(header).to_bytes(_LENGTH_BYTES, "little")
            map_[start : start + len(header)] = header
            arrays = _views(map_, places)
            yield arrays
            arrays.clear()  # a map with open views cannot be closed
            map_[end:] = _sum(map_, end)
        os.fsync(file.fileno())  # includes what was written through the map


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Write existing arrays to a file."""
    layout = {name: (array.dtype.str, array.shape) for name, array in arrays.items()}
    with new_arrays(path, layout) as written:
        for name, array in arrays.items():
            written[name][...] = array


def mapped_arrays(path: Path) -> dict[str, Array]:
    """Return the arrays of a file, valid even after its deletion; raise ArraysBroken if damaged."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size < len(_MAGIC) + _LENGTH_BYTES:
            raise ArraysBroken(f"{path} is too short")
        map_ = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
    try:
        return _views(map_, _header(map_, size)["arrays"])
    except (ValueError, KeyError, TypeError) as error:
        raise ArraysBroken(f"{path} is damaged: {error}") from error


def check_arrays(path: Path) -> None:
    """Read a whole file; raise ArraysBroken if its checksum, if it has one, does not match."""
    if not path.stat().st_size:
        raise ArraysBroken(f"{path} is empty")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as map_:
        end = len(map_) - _SUM_BYTES
        try:
            known = _header(map_, len(map_)).get("summed", False)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ArraysBroken(f"{path} is damaged: {error}") from error
        if known and map_[end:] != _sum(map_, end):
            raise ArraysBroken(f"{path} is damaged: its bytes have changed")


def _sum(map_: mmap.mmap, end: int) -> bytes:
    with memoryview(map_) as view, view[:end] as part:
        return zlib.crc32(part).to_bytes(_SUM_BYTES, "little")


def _header(map_: mmap.mmap, size: int) -> Any:
    start = len(_MAGIC) + _LENGTH_BYTES
    if map_[: len(_MAGIC)] != _MAGIC:
        raise ValueError("it has another format")
    length = int.from_bytes(map_[len(_MAGIC) : start], "little")
    header = json.loads(map_[start : start + length])
    if header["size"] != size:
        raise ValueError(f"{size} bytes instead of {header['size']}")
    return header


def _places(layout: Layout) -> tuple[dict[str, Any], int]:
    """The offset of every array and the size of the file, with room for the header."""
    at = len(_MAGIC) + _LENGTH_BYTES + 96 + 128 * len(layout)
    places: dict[str, Any] = {}
    for name, (kind, shape) in layout.items():
        at = -(-at // _ALIGNMENT) * _ALIGNMENT
        places[name] = [kind, list(shape), at]
        at += int(np.prod(shape, dtype=np.int64)) * np.dtype(kind).itemsize
    return places, at


def _views(map_: mmap.mmap, places: Mapping[str, Any]) -> dict[str, Array]:
    return {
        name: np.ndarray(tuple(shape), np.dtype(kind), buffer=map_, offset=at)
        for name, (kind, shape, at) in places.items()
    }
