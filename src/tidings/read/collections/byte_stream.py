"""A stream of bytes that can be looked at, taken and skipped; it holds a few hundred kilobytes."""

from collections.abc import Callable
from typing import Final

CHUNK: Final = 256 * 1024
_WINDOW: Final = 4 * 1024  # most marks are near: only so much is made lower case at once


class ByteStream:
    """Reads forwards from a function like `file.read`; the position counts from the beginning."""

    def __init__(
        self,
        read: Callable[[int], bytes],
        skip: Callable[[int], object] | None = None,
        size: int = 0,
        damage: tuple[type[Exception], ...] = (),
    ) -> None:
        """`skip` moves on in a file of `size` bytes without reading them, if that is possible.

        What reading raises on `damage` ends the stream; `check` raises it.
        """
        self._damage = damage
        self._damaged: Exception | None = None
        self._read = read
        self._skip = skip
        self._size = size
        self._buffer = bytearray()
        self.position = 0  # of the first byte that was not taken

    def peek(self, size: int) -> bytes:
        """Return the next bytes without taking them; fewer only at the end."""
        while len(self._buffer) < size and self._fill(size - len(self._buffer)):
            pass
        return bytes(self._buffer[:size])

    def take(self, size: int) -> bytes:
        """Return the next bytes; fewer only at the end."""
        data = self.peek(size)
        del self._buffer[: len(data)]
        self.position += len(data)
        return data

    def skip(self, size: int) -> int:
        """Pass over some bytes; return how many there were."""
        held = min(size, len(self._buffer))
        del self._buffer[:held]
        self.position += held
        left = size - held
        if left and self._skip is not None:
            there = max(0, min(left, self._size - self.position))
            self._skip(there)
            self.position += there
            return held + there
        while left:
            data = self._more(min(left, CHUNK))
            if not data:
                break
            left -= len(data)
            self.position += len(data)
        return size - left

    def find(self, mark: bytes, limit: int, start: int = 0) -> int:
        """Return where a mark begins within the next `limit` bytes, or -1.

        Marks in lower case are found in any case.
        """
        while True:
            at = _find(self._buffer, mark, start, limit)
            if at >= 0:
                return at
            start = max(start, len(self._buffer) - len(mark) + 1)
            if len(self._buffer) >= limit or not self._fill(CHUNK):
                return -1

    @property
    def is_at_end(self) -> bool:
        """Whether there is nothing left."""
        return not self.peek(1)

    def _fill(self, size: int) -> bool:
        data = self._more(max(size, CHUNK))
        self._buffer += data
        return bool(data)

    def _more(self, size: int) -> bytes:
        if self._damaged is not None:
            return b""
        try:
            return self._read(size)
        except self._damage as error:
            self._damaged = error
            return b""

    def check(self) -> None:
        """Raise what ended the stream, if it was damage."""
        if self._damaged is not None:
            raise self._damaged


def _find(buffer: bytearray, mark: bytes, start: int, limit: int) -> int:
    if not mark.islower():
        return buffer.find(mark, start, limit)
    end = min(limit, len(buffer))
    while start < end:
        at = bytes(buffer[start : min(start + _WINDOW, end)]).lower().find(mark)
        if at >= 0:
            return start + at
        start += _WINDOW - len(mark) + 1
    return -1
