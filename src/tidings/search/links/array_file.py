"""A file of named numpy arrays: replaced atomically, verified when read, then memory-mapped."""

import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_MAGIC: Final = b"TDNGsheaf1"
_ALIGN: Final = 64
_HEAD: Final = len(_MAGIC) + 4 + 4  # magic, checksum of the rest, length of the contents

Array = NDArray[Any]


class ArrayFileDamaged(Exception):
    """The file is incomplete, changed, or of another kind."""


@dataclass(frozen=True, slots=True, eq=False)
class ArrayFile:
    """The contents of a file: read-only arrays, and a note from its writer."""

    arrays: Mapping[str, Array]
    note: Mapping[str, Any]


def write_array_file(path: Path, arrays: Mapping[str, Array], note: Mapping[str, Any]) -> None:
    """Replace a file atomically: it is never half written."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as file:
            for piece in _pieces(arrays, note):
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _pieces(arrays: Mapping[str, Array], note: Mapping[str, Any]) -> list[bytes | memoryview]:
    flat = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    listed = [[name, array.dtype.str, len(array)] for name, array in flat.items()]
    contents = json.dumps({"arrays": listed, "note": dict(note)}).encode()
    contents += b" " * (-(_HEAD + len(contents)) % _ALIGN)
    pieces: list[bytes | memoryview] = [len(contents).to_bytes(4, "little"), contents]
    for array in flat.values():
        pieces += [array.view(np.uint8).data, b"\0" * (-array.nbytes % _ALIGN)]
    checksum = 0
    for piece in pieces:
        checksum = zlib.crc32(piece, checksum)
    return [_MAGIC + checksum.to_bytes(4, "little"), *pieces]


def read_array_file(path: Path) -> ArrayFile:
    """Map a file; raise ArrayFileDamaged if its bytes have changed.

    All of it is read once for its checksum. The file may be replaced while it is mapped.
    """
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size < _HEAD:
            raise ArrayFileDamaged(f"{path.name} is incomplete")
        data = mmap(file.fileno(), 0, access=ACCESS_READ)
    if data[: len(_MAGIC)] != _MAGIC:
        raise ArrayFileDamaged(f"{path.name} has another format")
    with memoryview(data) as view:
        checksum = zlib.crc32(view[len(_MAGIC) + 4 :])
    if checksum.to_bytes(4, "little") != data[len(_MAGIC) : len(_MAGIC) + 4]:
        raise ArrayFileDamaged(f"{path.name} has changed since it was written")
    return _unpacked(data)


def _unpacked(data: mmap) -> ArrayFile:
    start = _HEAD + int.from_bytes(data[_HEAD - 4 : _HEAD], "little")
    contents = json.loads(data[_HEAD:start])
    arrays: dict[str, Array] = {}
    for name, kind, count in contents["arrays"]:
        arrays[name] = np.frombuffer(data, np.dtype(kind), count, start)
        start += arrays[name].nbytes + -arrays[name].nbytes % _ALIGN
    return ArrayFile(arrays, contents["note"])
