"""Gzip files, inflated up to a limit and to where they are damaged; not HTTP's encodings."""

import zlib
from typing import Final

_MAGIC: Final = b"\x1f\x8b"
_STEP_BYTES: Final = 64 * 1024


def gunzipped(body: bytes, limit: int) -> bytes:
    """Return what can be inflated of a gzip file, or anything else as it is."""
    pieces: list[bytes] = []
    while body.startswith(_MAGIC) and limit > 0:
        inflater = zlib.decompressobj(wbits=31)
        piece = _inflate(inflater, body, limit)
        pieces.append(piece)
        limit -= len(piece)
        body = inflater.unused_data
    return b"".join(pieces) if pieces else body


def _inflate(inflater: "zlib._Decompress", body: bytes, limit: int) -> bytes:
    # Piece by piece, because an error takes with it all that was inflated in the same call.
    pieces: list[bytes] = []
    try:
        while limit > 0 and body and not inflater.eof:
            pieces.append(inflater.decompress(body, min(limit, _STEP_BYTES)))
            body = inflater.unconsumed_tail
            limit -= len(pieces[-1])
    except zlib.error:
        pass
    return b"".join(pieces)
