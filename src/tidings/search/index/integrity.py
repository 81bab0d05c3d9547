"""Checks that the files of an index have the bytes that were written.

Opening an index reads little of it; a flipped bit in the rest would silently lose hits.
"""

import json
import mmap
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from tidings.search.forward_index.arrays import ArraysBroken, check_arrays
from tidings.search.forward_index.manifest import read_manifest
from tidings.search.index.generation import FORWARD

_NUMBER: Final = 4  # bytes each of the length and the magic number at the end of tantivy's files


def damaged_files(generation: Path) -> Iterator[str]:
    """Yield the names of a generation's damaged files.

    Files that a writer deletes meanwhile count as undamaged.
    """
    for file in _tantivy_files(generation):
        with suppress(FileNotFoundError):
            if not _is_intact(file):
                yield file.name
    forward = generation / FORWARD
    for name in read_manifest(forward).segments:
        with suppress(FileNotFoundError):
            try:
                check_arrays(forward / name)
            except ArraysBroken:
                yield name


def _tantivy_files(generation: Path) -> Iterator[Path]:
    """The files of the segments of the last commit."""
    try:
        meta = json.loads((generation / "meta.json").read_bytes())
    except FileNotFoundError:
        return
    for segment in meta["segments"]:
        name = segment["segment_id"].replace("-", "")
        deletes = segment.get("deletes")
        unused = set(generation.glob(f"{name}.*.del"))
        if deletes:
            unused.discard(generation / f"{name}.{deletes['opstamp']}.del")
        yield from sorted(set(generation.glob(f"{name}.*")) - unused)


def _is_intact(file: Path) -> bool:
    """Whether the bytes match the checksum that tantivy writes after them."""
    if not file.stat().st_size:
        return False
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as map_:
        end = len(map_) - 2 * _NUMBER
        length = int.from_bytes(map_[max(end, 0) : end + _NUMBER], "little")
        body = max(end - length, 0)
        try:
            wanted = json.loads(map_[body:end])["crc"]
        except (ValueError, KeyError, TypeError):
            return False
        with memoryview(map_) as view, view[:body] as bytes_:
            return bool(zlib.crc32(bytes_) == wanted)
