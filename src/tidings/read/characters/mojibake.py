"""Repairs mojibake: UTF-8 that was decoded as windows-1252 and encoded again.

It repairs only where it is certain: all non-ASCII letters of a piece of text are such pairs ("Ã©",
"â€™"), and the page has several different pairs. Portuguese "IRMÃ»" alone does not count.
"""

import re

# The windows-1252 characters from 0x80 to 0xBF, in UTF-8.
_TAIL = (
    rb"(?:\xc2[\x80-\xbf]|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c]|\xe2\x82\xac|"
    rb"\xe2\x80[\x93\x94\x98-\x9a\x9c-\x9e\xa0-\xa2\xa6\xb0\xb9\xba]|\xe2\x84\xa2)"
)
_ENCODED_TWICE = re.compile(
    rb"\xc3(?:[\x82-\x9f]%b|[\xa0-\xaf]%b{2}|[\xb0-\xb4]%b{3})" % (_TAIL, _TAIL, _TAIL)
)
_MIN_PAIRS = 3  # different pairs
_PIECE = re.compile(rb"[^<>]+")


def _latin1_by_character() -> dict[int, str]:
    """Map each non-ASCII windows-1252 character to the Latin-1 character of its byte."""
    characters = {byte: bytes([byte]).decode("cp1252", "ignore") for byte in range(0x80, 0x100)}
    return {ord(character or chr(byte)): chr(byte) for byte, character in characters.items()}


_LATIN1_BY_CHARACTER = _latin1_by_character()


def without_mojibake(markup: bytes) -> bytes:
    """Return UTF-8 markup with double encoding undone; mostly the same bytes."""
    return _PIECE.sub(_repaired_piece, markup) if _has_double_encoding(markup) else markup


def _has_double_encoding(markup: bytes) -> bool:
    found = set()
    first = markup.find(b"\xc3")  # fast exit: most pages have none
    for pair in _ENCODED_TWICE.finditer(markup, first) if first >= 0 else ():
        found.add(pair[0])
        if len(found) == _MIN_PAIRS:
            return True
    return False


def _repaired_piece(piece: re.Match[bytes]) -> bytes:
    if piece[0].isascii():
        return piece[0]
    try:
        repaired = piece[0].decode().translate(_LATIN1_BY_CHARACTER).encode("latin-1")
        repaired.decode()
    except UnicodeError:
        return piece[0]
    return repaired
