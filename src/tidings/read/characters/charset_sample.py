"""The part of a body that shows its charset; charset.py decides which one it is."""

import re

from tidings.read.characters.decoding_errors import error_handler_of

_SAMPLE_BYTES = 65_536  # of non-ASCII pieces; chardetng is certain long before
_ESCAPED = re.compile(rb"[\x80-\xff]|\x1b[$(]")
_ASCII = bytes(range(128))


class CharsetSample:
    """The pieces between tags that are not pure ASCII.

    Only ISO-2022-JP has "<" inside characters, so a body with its escapes is one piece.
    """

    def __init__(self, body: bytes) -> None:
        escaped = _ESCAPED.search(body) if b"\x1b" in body else None
        self._pieces = [body[escaped.start() :]] if escaped else body.split(b"<")
        self._foreign = [at for at, piece in enumerate(self._pieces) if not piece.isascii()]
        self._is_whole = escaped is None and b"\0" not in body
        chosen = self._pieces if escaped else [self._pieces[at] for at in self._foreign]
        self.data = b"<".join(chosen)[:_SAMPLE_BYTES]
        self.foreign = len(self.data.translate(None, _ASCII))  # bytes beyond ASCII
        self._texts: dict[str, str] = {}

    def text(self, codec: str) -> str:
        """Return the decoded sample, cached because a codec is tried first and then judged."""
        if codec not in self._texts:
            self._texts[codec] = self.data.decode(codec, error_handler_of(codec))
        return self._texts[codec]

    def whole_in_utf8(self, codec: str) -> bytes | None:
        """Return the whole body, built from the decoded pieces and the ASCII ones.

        None if that is not possible: pieces are missing or broken, or the body is one piece.
        """
        text = self.text(codec)
        decoded = text.encode("utf-8", "replace").split(b"<")
        complete = self._is_whole and codec != "utf-8" and len(self.data) < _SAMPLE_BYTES
        if not complete or "\ufffd" in text or len(decoded) != len(self._foreign):
            return None
        pieces = list(self._pieces)
        for at, piece in zip(self._foreign, decoded, strict=True):
            pieces[at] = piece
        return b"<".join(pieces)
