"""The members of a gzip file, found one after another without keeping what they hold."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from isal import igzip_lib, isal_zlib

IsalError: type[Exception] = isal_zlib.error  # type: ignore[assignment]  # its stub is wrong
_MAGIC: Final = b"\x1f\x8b\x08"
_FEED: Final = 32 * 1024  # bytes: what is left of them is copied for each member
_PIECE: Final = 1024 * 1024
_SEARCH: Final = 1024 * 1024
# Inflated bytes of one member; beyond that it is a bomb, and the next member is looked for.
_BOMB: Final = 4 * 1024**3


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a gzip file."""

    start: int
    end: int
    head: bytes = b""  # the first inflated bytes
    size: int = 0  # inflated
    problem: str = ""  # why it is broken


def gzip_members(file: BinaryIO, head_bytes: int) -> Iterator[Member]:
    """Yield the members of a file; after a broken one, go on with the next record."""
    at = 0
    while True:
        file.seek(at)
        start = file.read(len(_MAGIC))
        if not start:
            return
        problem = "no gzip member"
        if start == _MAGIC:
            member = _member(file, at, head_bytes)
            if not member.problem:
                yield member
                at = member.end
                continue
            problem = member.problem
        end = _next_record(file, at + 1)
        yield Member(at, end, problem=problem)
        at = end


def _member(file: BinaryIO, start: int, head_bytes: int) -> Member:
    file.seek(start)
    inflater = _new_inflater()
    head, size, fed = b"", 0, start
    try:
        while not inflater.eof:
            data = file.read(_FEED) if inflater.needs_input else b""
            if inflater.needs_input and not data:
                return Member(start, fed, problem="the file ends within it")
            fed += len(data)
            piece = inflater.decompress(data, _PIECE)
            if len(head) < head_bytes:
                head += piece[: head_bytes - len(head)]
            size += len(piece)
            if size > _BOMB:
                return Member(start, fed, problem="it inflates without end")
    except (IsalError, ValueError) as error:
        return Member(start, fed, problem=f"damaged: {error}"[:200])
    return Member(start, fed - len(inflater.unused_data), head, size)


def _next_record(file: BinaryIO, start: int) -> int:
    """Return where the next member begins that holds a WARC record, or the end of the file."""
    while True:
        file.seek(start)
        data = file.read(_SEARCH)
        at = data.find(_MAGIC)
        while at >= 0:
            if _begins_record(file, start + at):
                return start + at
            at = data.find(_MAGIC, at + 1)
        if len(data) < _SEARCH:
            return start + len(data)
        start += len(data) - len(_MAGIC) + 1


def _begins_record(file: BinaryIO, at: int) -> bool:
    file.seek(at)
    try:
        return zlib.decompressobj(31).decompress(file.read(_FEED), 5) == b"WARC/"
    except zlib.error:
        return False


class GzipReader:
    """Reads the inflated bytes of a gzip file of any number of members.

    All bytes before damage are returned; then it raises EOFError or IsalError.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._inflater = _new_inflater()
        self._left = b""  # of the file, after the end of a member

    def read(self, size: int) -> bytes:
        """Return some bytes, at most `size`; none at the end."""
        while True:
            if self._inflater.eof:
                self._left = self._inflater.unused_data.lstrip(b"\0")  # tapes pad with zeros
                self._left = self._left or self._file.read(_FEED).lstrip(b"\0")
                if not self._left:
                    return b""
                self._inflater = _new_inflater()
            data = b""
            if self._inflater.needs_input:
                data, self._left = self._left or self._file.read(_FEED), b""
                if not data:
                    raise EOFError("the file ends within it")
            piece = self._inflater.decompress(data, size)
            if piece:
                return piece


def _new_inflater() -> igzip_lib.IgzipDecompressor:
    return igzip_lib.IgzipDecompressor(flag=igzip_lib.DECOMP_GZIP)


def inflated_member(data: bytes, max_bytes: int) -> bytes | None:
    """Return what a member holds; None if it is broken or too large."""
    inflater = zlib.decompressobj(31)
    try:
        content = inflater.decompress(data, max_bytes + 1)
    except zlib.error:
        return None
    return content if inflater.eof and len(content) <= max_bytes else None
