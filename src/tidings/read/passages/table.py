"""Tables while they are read: passages go into cells, cells into rows, rows into the collector."""

from tidings.model.web.document import DocumentPassage
from tidings.read.passages.passage_collector import MAX_CHARS, DocumentLimit, PassageCollector

_MAX_CELLS = 2_000  # in one row; more is a bomb


class Tables:
    """The open rows, innermost last; outside them, passages go straight to the collector."""

    def __init__(self, collector: PassageCollector) -> None:
        self._collector = collector
        self._rows: list[list[list[DocumentPassage]]] = []
        self._open_chars = 0  # characters in open rows, which the collector has not counted yet

    def add(self, passage: DocumentPassage) -> None:
        """Add a passage to the open cell, or to the collector."""
        if not self._rows or not self._rows[-1]:
            self._collector.add(passage.kind, passage.text, passage.level)
            return
        self._open_chars += len(passage.text)
        if self._open_chars > MAX_CHARS:
            raise DocumentLimit
        self._rows[-1][-1].append(passage)

    def open(self, name: str) -> None:
        """Begin a row (tr) or a cell (tc)."""
        if name == "tr":
            self._rows.append([])
        elif self._rows:
            if len(self._rows[-1]) >= _MAX_CELLS:
                raise DocumentLimit
            self._rows[-1].append([])

    def close(self, name: str) -> None:
        """End a row or a cell; a row within a cell becomes part of that cell."""
        if name != "tr" or not self._rows:
            return
        row = self._rows.pop()
        if self._rows and self._rows[-1]:
            self._rows[-1][-1].extend(passage for cell in row for passage in cell)
        else:
            self._open_chars = 0
            self._collector.add_row(row)
