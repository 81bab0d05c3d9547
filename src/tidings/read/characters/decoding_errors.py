"""What becomes of bytes that a decoder refuses: U+FFFD, or what browsers read there."""

import codecs


def error_handler_of(codec: str) -> str:
    """Return the error handler with which a body of this codec is decoded."""
    return "tidings-euc-jp" if codec == "euc_jp" else "replace"


def _extended_euc_jp(error: UnicodeError) -> tuple[str, int]:
    """Decode the characters that vendors added to JIS X 0208, such as ① and ㈱.

    Python's decoder lacks them. It would also read the second byte as the first one of the next
    character, and so on through the whole sentence.
    """
    if not isinstance(error, UnicodeDecodeError):
        raise error
    pair = error.object[error.start : error.start + 2]
    if len(pair) == 2 and all(0xA1 <= byte <= 0xFE for byte in pair):
        try:
            return _shifted(pair).decode("cp932"), error.start + 2
        except UnicodeDecodeError:
            return "\ufffd", error.start + 2
    return "\ufffd", error.end


def _shifted(pair: bytes) -> bytes:
    """Return the same row and cell in Shift_JIS, whose decoder has them."""
    row, cell = pair[0] - 0xA0, pair[1] - 0xA0
    first = (row - 1) // 2 + (0x81 if row <= 62 else 0xC1)
    second = cell + (0x3F if cell <= 63 else 0x40) if row % 2 else cell + 0x9E
    return bytes((first, second))


codecs.register_error("tidings-euc-jp", _extended_euc_jp)
