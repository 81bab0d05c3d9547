"""The tokens of an RTF file: words, symbols, braces and raw bytes; does not interpret them."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tidings.read.passages.passage_collector import DocumentLimit

_MAX_TOKENS: Final = 150_000  # half a second; 100 pages have 50 000
_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?"  # a control word, its number, the space that ends it
    rb"|\\'([0-9a-fA-F]{2})"  # a byte of the code page
    rb"|\\(.)"  # a symbol
    rb"|([{}])"
    rb"|[\r\n]+"
    rb"|([^\\{}\r\n]+)",
    re.DOTALL,
)


class RichTextToken(NamedTuple):
    """One token; only the fields of its kind are set."""

    word: str = ""
    number: int | None = None
    symbol: str = ""
    brace: str = ""
    raw: bytes = b""


_OPEN, _CLOSE = RichTextToken(brace="{"), RichTextToken(brace="}")


def tokens_of(body: bytes) -> Iterator[RichTextToken]:
    """Yield the tokens in order, without binary data; too many raise `DocumentLimit`."""
    position = 0
    for _ in range(_MAX_TOKENS):
        match = _TOKEN.match(body, position)
        if match is None:
            return
        position = match.end()
        word, number, byte, symbol, brace, raw = match.groups()
        if raw is not None:
            yield RichTextToken(raw=raw)
        elif word is not None:
            value = None if number is None else int(number)
            if word == b"bin":
                position += max(0, value or 0)
            yield RichTextToken(word=word.decode(), number=value)
        elif byte is not None:
            yield RichTextToken(raw=bytes.fromhex(byte.decode()))
        elif brace is not None:
            yield _OPEN if brace == b"{" else _CLOSE
        elif symbol is not None:
            yield RichTextToken(symbol=symbol.decode("latin-1"))
    raise DocumentLimit


def is_whole(body: bytes) -> bool:
    """Return whether a file ends with a closing brace, as a complete one does."""
    return body.rstrip(b" \t\r\n\0").endswith(b"}")
