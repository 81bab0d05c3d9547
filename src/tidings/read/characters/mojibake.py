"""Mojibake: UTF-8 that was taken for windows-1252 and encoded again, undone where that is certain.

Certain is a piece of text all of whose letters beyond ASCII are such pairs ("Ã©", "â€™"), on a
page that has several different ones. Portuguese capitals before a quote (IRMÃ») are no such page.
"""

import re

# The characters that windows-1252 has from 0x80 to 0xBF, in UTF-8.
_TAIL = (
    rb"(?:\xc2[\x80-\xbf]|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c]|\xe2\x82\xac|"
    rb"\xe2\x80[\x93\x94\x98-\x9a\x9c-\x9e\xa0-\xa2\xa6\xb0\xb9\xba]|\xe2\x84\xa2)"
)
_TWICE = re.compile(
    rb"\xc3(?:[\x82-\x9f]%b|[\xa0-\xaf]%b{2}|[\xb0-\xb4]%b{3})" % (_TAIL, _TAIL, _TAIL)
)
_ENOUGH = 3  # different pairs
_PIECE = re.compile(rb"[^<>]+")


def _byte_of() -> dict[int, str]:
    """Each character that windows-1252 has beyond ASCII, with its byte as one of Latin-1."""
    characters = {byte: bytes([byte]).decode("cp1252", "ignore") for byte in range(0x80, 0x100)}
    return {ord(character or chr(byte)): chr(byte) for byte, character in characters.items()}


_BYTE_OF = _byte_of()


def without_mojibake(markup: bytes) -> bytes:
    """Return UTF-8 markup with what was encoded twice encoded once; mostly the same bytes."""
    return _PIECE.sub(_repaired_piece, markup) if _has_enough(markup) else markup


def _has_enough(markup: bytes) -> bool:
    found = set()
    first = markup.find(b"\xc3")  # most pages have none, which this sees at once
    for pair in _TWICE.finditer(markup, first) if first >= 0 else ():
        found.add(pair[0])
        if len(found) == _ENOUGH:
            return True
    return False


def _repaired_piece(piece: re.Match[bytes]) -> bytes:
    if piece[0].isascii():
        return piece[0]
    try:
        once = piece[0].decode().translate(_BYTE_OF).encode("latin-1")
        once.decode()
    except UnicodeError:
        return piece[0]
    return once
