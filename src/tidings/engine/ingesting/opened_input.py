"""Opens a file to be ingested: what it holds, how it is compressed, and its bytes as a stream."""

import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from tidings.engine.ingesting.gzip_members import GzipReader, IsalError, gzip_members
from tidings.model.articles.ingestion import RecordFormat
from tidings.read.collections.byte_stream import ByteStream
from tidings.read.collections.formats import HEAD_BYTES, format_of
from tidings.read.collections.warc import fills_member

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_ZSTD_DICTIONARY: Final = b"\x5d\x2a\x4d\x18"  # a frame of .warc.zst that is skipped by others
_SKIPPABLE: Final = range(0x184D2A50, 0x184D2A60)
_MAX_DICTIONARY: Final = 64 * 1024 * 1024
_WINDOW_LOG: Final = 27  # memory for one file: 128 MB, zstd's own limit
DAMAGED: Final = (
    OSError,
    EOFError,
    zlib.error,
    IsalError,
    zstd.ZstdError,
)  # what reading a file may raise


class InputCompression(StrEnum):
    """How a file is compressed."""

    NONE = "none"
    RECORDS = "gzip, record by record"
    GZIP = "gzip"
    ZSTD = "zstd"


class InputUnusable(Exception):
    """A file cannot be ingested; the message says why."""


def kind_of(path: Path, forced: RecordFormat | None) -> tuple[RecordFormat, InputCompression]:
    """Return what a file holds and how it is compressed; raises InputUnusable."""
    try:
        with path.open("rb") as file:
            compression = _compression(file)
        head = _head(path, compression)
    except DAMAGED as error:
        raise InputUnusable(f"cannot be read: {error}") from error
    if not head:
        raise InputUnusable("is empty")
    form = forced or format_of(head)
    if form is None:
        raise InputUnusable(
            "is neither WARC, TREC Web, TREC text nor JSON lines: name its format with --format"
        )
    if compression is InputCompression.RECORDS and form is not RecordFormat.WARC:
        compression = InputCompression.GZIP
    return form, compression


def _head(path: Path, compression: InputCompression) -> bytes:
    """Return the first inflated bytes, as far as there are any before damage."""
    with opened_stream(path, compression) as stream:
        head = stream.peek(HEAD_BYTES)
        if not head:
            stream.check()
        return head


def _compression(file: BinaryIO) -> InputCompression:
    start = file.read(4)
    if start in (_ZSTD, _ZSTD_DICTIONARY) or _is_skippable(start):
        return InputCompression.ZSTD
    if not start.startswith(_GZIP):
        return InputCompression.NONE
    # The first record is often short: only the second shows whether each has its own member.
    members = islice(gzip_members(file, HEAD_BYTES), 2)
    are_records = all(not each.problem and fills_member(each.head, each.size) for each in members)
    return InputCompression.RECORDS if are_records else InputCompression.GZIP


def _is_skippable(start: bytes) -> bool:
    return len(start) == 4 and struct.unpack("<I", start)[0] in _SKIPPABLE


@contextmanager
def opened_stream(path: Path, compression: InputCompression) -> Iterator[ByteStream]:
    """Open the inflated bytes of a file, as far as they can be read."""
    with path.open("rb") as file:
        if compression is InputCompression.NONE:
            size = path.stat().st_size
            yield ByteStream(file.read, lambda size: file.seek(size, 1), size, DAMAGED)
        elif compression is InputCompression.ZSTD:
            dictionary = _dictionary(file)
            with zstd.ZstdFile(file, options=_options(), zstd_dict=dictionary) as inflated:
                yield ByteStream(inflated.read1, damage=DAMAGED)
        else:
            yield ByteStream(GzipReader(file).read, damage=DAMAGED)


def _options() -> dict[int, int]:
    return {zstd.DecompressionParameter.window_log_max: _WINDOW_LOG}


def _dictionary(file: BinaryIO) -> zstd.ZstdDict | None:
    """Return the dictionary with which a .warc.zst begins, if it has one."""
    start = file.read(8)
    if start[:4] != _ZSTD_DICTIONARY:
        file.seek(0)
        return None
    size = struct.unpack("<I", start[4:])[0]
    if size > _MAX_DICTIONARY:
        raise OSError("its dictionary is too large")
    data = file.read(size)
    if data.startswith(_ZSTD):
        data = zstd.ZstdDecompressor().decompress(data, _MAX_DICTIONARY)
    return zstd.ZstdDict(data)
