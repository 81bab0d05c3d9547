"""What zip-based documents share: a package of parts, and XML read as a stream, within bounds.

Nothing is ever inflated or built whole: a part is fed to the parser in small pieces until it ends
or a bound is reached, so that bombs of either kind cost as much as an honest document. A part that
declares entities is refused; external ones are never asked for.
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
_MAX_BYTES: Final = 32 * 1024 * 1024  # inflated, of all parts read; a novel's XML is 5 MB
_MAX_ELEMENTS: Final = 150_000  # of all parts read, half a second; a hundred pages have 60 000
_MAX_PARTS: Final = 5_000  # entries of the package; a deck of slides has some hundreds
_MAX_DEPTH: Final = 500
_PLAIN_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What zipfile raises; the last for patched data and the like, which nobody writes.
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
)


class DocumentRefusal(Exception):
    """A document that cannot be read, with the reason; never leaves this room."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Package:
    """A zip file of parts by their names."""

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
        """Yield the bytes of a part in small pieces, up to the bound; nothing if it is missing."""
        if name not in self.names:
            return
        entry = self._zip.getinfo(name)
        if entry.flag_bits & 1:
            raise DocumentRefusal(Reason.ENCRYPTED, "its package asks for a password")
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
    """What reading one part gathers. A format says what its elements mean."""

    skipped: ClassVar[frozenset[str]] = frozenset()  # elements passed over with all within them

    def opened(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins; the name is without its namespace."""

    def closed(self, name: str) -> None:
        """An element ends."""

    def said(self, text: str) -> None:
        """Characters between tags."""


def attribute(attributes: Mapping[str, str], name: str) -> str:
    """Return an attribute by its name without namespace, or an empty string."""
    for key, value in attributes.items():
        if key.rpartition(" ")[2] == name:
            return value
    return ""


def read_part(package: Package, name: str, story: PartHandler) -> bool:
    """Tell a part to a story; False if it was cut at a bound."""
    stream = _Stream(package, story)
    try:
        for piece in package.pieces(name):
            stream.feed(piece)
        stream.end()
    except DocumentLimit:
        return False
    return True


class _Stream:
    """An XML parser that passes over skipped elements and counts what it is asked to read."""

    def __init__(self, package: Package, story: PartHandler) -> None:
        self._package = package
        self._story = story
        self._skipped = type(story).skipped
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
            raise DocumentRefusal(Reason.BROKEN, "a part that is no proper XML") from error
        except (LookupError, ValueError) as error:  # an encoding that nobody knows
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
            self._story.opened(local, attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._skipping:
            self._skipping -= 1
        else:
            self._story.closed(name.rpartition(" ")[2])

    def _text(self, text: str) -> None:
        if not self._skipping:
            self._story.said(text)
