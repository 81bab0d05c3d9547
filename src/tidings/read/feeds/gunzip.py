"""Gzip files, inflated up to a limit and to where they are damaged; not HTTP's encodings."""

import zlib
from typing import Final

_MAGIC: Final = b"\x1f\x8b"
# Fed in small steps, because an error takes with it all that was inflated in the same one.
_STEP_BYTES: Final = 16 * 1024


def gunzipped(body: bytes, limit: int) -> bytes:
    """Return what can be inflated of a gzip file, or anything else as it is."""
    if not body.startswith(_MAGIC):
        return body
    pieces: list[bytes] = []
    start = 0
    while limit > 0 and body.startswith(_MAGIC, start):
        piece, start = _member(body, start, limit)
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def _member(body: bytes, start: int, limit: int) -> tuple[bytes, int]:
    """Return what one member holds, and where the next one may begin."""
    inflater = zlib.decompressobj(wbits=31)
    pieces: list[bytes] = []
    try:
        while limit > 0 and start < len(body) and not inflater.eof:
            step = body[start : start + _STEP_BYTES]
            pieces.append(inflater.decompress(step, limit))
            start += len(step) - len(inflater.unconsumed_tail) - len(inflater.unused_data)
            limit -= len(pieces[-1])
    except zlib.error:
        start = len(body)
    return b"".join(pieces), start
