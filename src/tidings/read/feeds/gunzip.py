"""Inflates gzip files up to a limit or the first damage; not for HTTP content encodings."""

import zlib
from typing import Final

_MAGIC: Final = b"\x1f\x8b"
# Fed in small steps, because an error loses everything inflated in the same step.
_STEP_BYTES: Final = 16 * 1024


def gunzipped(body: bytes, limit: int) -> bytes:
    """Return what can be inflated of a gzip file; other bytes are returned unchanged."""
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
    """Return the content of one member, and where the next may begin."""
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
