"""The Dublin Core metadata of office documents: title, authors, dates, keywords."""

import re
from collections.abc import Mapping

from tidings.model.web.document import NO_METADATA, DocumentMetadata
from tidings.read.characters.one_line_text import one_line
from tidings.read.dates.date_parser import parse_date
from tidings.read.office.package import DocumentRefusal, Package, PartHandler, read_part

_MAX_CHARS = 500
_MAX_VALUES = 50
_LIST = re.compile(r"\s*[;,，；、]\s*")


class _Pairs(PartHandler):
    """Collects the text directly within each element, by local name."""

    def __init__(self) -> None:
        self.values: dict[str, list[str]] = {}
        self._parts: list[str] = []

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        self._parts = []

    def characters(self, text: str) -> None:
        if len(self._parts) < _MAX_VALUES:
            self._parts.append(text[:_MAX_CHARS])

    def end_element(self, name: str) -> None:
        value = one_line("".join(self._parts), _MAX_CHARS)
        self._parts = []
        values = self.values.setdefault(name, []) if len(self.values) < _MAX_VALUES else []
        if value and len(values) < _MAX_VALUES:
            values.append(value)

    def first(self, *names: str) -> str:
        return next((value for name in names for value in self.values.get(name, ())), "")


def properties_of(package: Package, part: str) -> DocumentMetadata:
    """Return the metadata in this part of a package, or none if it is damaged."""
    pairs = _Pairs()
    try:
        read_part(package, part, pairs)
    except DocumentRefusal:
        return NO_METADATA
    return DocumentMetadata(
        title=pairs.first("title"),
        # OpenDocument's creator is the last editor; OOXML has only the creator.
        authors=split_values(pairs.first("initial-creator", "creator"), ";"),
        created=parse_date(pairs.first("created", "creation-date")),
        modified=parse_date(pairs.first("modified", "date")),
        language=pairs.first("language"),
        keywords=keywords_in(*pairs.values.get("keyword", ()), pairs.first("keywords")),
        subject=pairs.first("subject"),
    )


def split_values(text: str, separator: str) -> tuple[str, ...]:
    """Return the non-empty parts of a separated list."""
    return tuple(part for each in text.split(separator) if (part := each.strip()))


def keywords_in(*texts: str) -> tuple[str, ...]:
    """Return keywords from fields with one or several of them."""
    words = (word for text in texts for word in _LIST.split(text) if word)
    return tuple(dict.fromkeys(words))[:_MAX_VALUES]
