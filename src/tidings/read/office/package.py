"""What zip-based documents share: a package of parts, and XML read as a stream, within limits.

Nothing is inflated or parsed as a whole. A part is fed to the parser in small pieces until it ends
or a limit is reached, so a zip or XML bomb costs no more than an honest document. A part that
declares entities is refused; external entities are never loaded.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final
from xml.parsers import expat

from tidings.model.web.reason import Reason
from tidings.read.passages.passage_collector import DocumentLimit

_STEP_BYTES: Final = 64 * 1024
_MAX_BYTES: Final = 32 * 1024 * 1024  # inflated, over all parts read; a novel's XML is 5 MB
_MAX_ELEMENTS: Final = 150_000  # over all parts read: half a second; 100 pages have 60 000
_MAX_PARTS: Final = 5_000  # entries of the package; a presentation has some hundreds
_MAX_DEPTH: Final = 500
_PLAIN_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What zipfile raises; the last one for rare features such as patched data.
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
)


class DocumentRefusal(Exception):
    """A document that cannot be read, with the reason; never leaves `read`."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Package:
    """A zip file of named parts."""

    def __init__(self, body: bytes) -> None:
        if body.count(b"PK\x01\x02") > _MAX_PARTS:
            raise DocumentRefusal(Reason.TOO_LARGE, f"a package of more than {_MAX_PARTS:,} parts")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(body))
        except _DAMAGE as error:
            raise DocumentRefusal(
                Reason.BROKEN, "a package that is cut short or damaged"
            ) from error
        self.names = frozenset(self._zip.namelist())
        self.bytes_left = _MAX_BYTES
        self.elements_left = _MAX_ELEMENTS

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a part in small pieces, up to the limit; nothing if it is missing."""
        if name not in self.names:
            return
        entry = self._zip.getinfo(name)
        if entry.flag_bits & 1:
            raise DocumentRefusal(Reason.ENCRYPTED, "its package requires a password")
        if entry.compress_type not in _PLAIN_METHODS:
            raise DocumentRefusal(Reason.BROKEN, "a package with an unusual compression")
        try:
            with self._zip.open(entry) as part:
                while self.bytes_left > 0 and (piece := part.read(_STEP_BYTES)):
                    self.bytes_left -= len(piece)
                    yield piece
        except _DAMAGE as error:
            raise DocumentRefusal(Reason.BROKEN, "a package with a damaged part") from error
        if self.bytes_left <= 0:
            raise DocumentLimit

    def head(self, name: str, size: int) -> bytes:
        """Return the first bytes of a part, or none if it is missing."""
        return next(self.pieces(name), b"")[:size]


class PartHandler:
    """Receives the events of parsing one part; each format has its own handlers."""

    skipped: ClassVar[frozenset[str]] = frozenset()  # elements skipped with their content

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element; the name has no namespace."""

    def end_element(self, name: str) -> None:
        """Handle the end of an element."""

    def characters(self, text: str) -> None:
        """Handle text between tags."""


def attribute(attributes: Mapping[str, str], name: str) -> str:
    """Return an attribute by its name without namespace, or an empty string."""
    for key, value in attributes.items():
        if key.rpartition(" ")[2] == name:
            return value
    return ""


def read_part(package: Package, name: str, handler: PartHandler) -> bool:
    """Parse a part into a handler; return False if it was cut at a limit."""
    stream = _Stream(package, handler)
    try:
        for piece in package.pieces(name):
            stream.feed(piece)
        stream.end()
    except DocumentLimit:
        return False
    return True


class _Stream:
    """An XML parser that skips elements and enforces the limits."""

    def __init__(self, package: Package, handler: PartHandler) -> None:
        self._package = package
        self._handler = handler
        self._skipped = type(handler).skipped
        self._depth = self._skipping = 0
        self._parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        self._fed = False

    def feed(self, piece: bytes) -> None:
        self._fed = True
        self._parse(piece, False)

    def end(self) -> None:
        if self._fed:
            self._parse(b"", True)

    def _parse(self, piece: bytes, last: bool) -> None:
        try:
            self._parser.Parse(piece, last)
        except expat.ExpatError as error:
            raise DocumentRefusal(Reason.BROKEN, "a part that is not well-formed XML") from error
        except (LookupError, ValueError) as error:  # an unknown encoding
            raise DocumentRefusal(Reason.BROKEN, "a part in an unknown encoding") from error

    def _entity(self, *_: object) -> None:
        raise DocumentRefusal(Reason.BROKEN, "a part that declares its own entities")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._package.elements_left -= 1
        self._depth += 1
        if self._package.elements_left < 0 or self._depth > _MAX_DEPTH:
            raise DocumentLimit
        local = name.rpartition(" ")[2]
        if self._skipping or local in self._skipped:
            self._skipping += 1
        else:
            self._handler.start_element(local, attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._skipping:
            self._skipping -= 1
        else:
            self._handler.end_element(name.rpartition(" ")[2])

    def _text(self, text: str) -> None:
        if not self._skipping:
            self._handler.characters(text)
