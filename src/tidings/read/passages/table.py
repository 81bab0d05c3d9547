"""Tables while they are read: passages go into cells, cells into rows, rows into the galley."""

from tidings.model.web.document import DocumentPassage
from tidings.read.passages.passage_collector import MAX_CHARS, DocumentLimit, PassageCollector

_MAX_CELLS = 2_000  # in one row; more is a table without an end


class Tables:
    """The cells that are open, innermost last; without any, passages go straight on."""

    def __init__(self, galley: PassageCollector) -> None:
        self._galley = galley
        self._rows: list[list[list[DocumentPassage]]] = []
        self._held = 0  # characters in open rows: they count before they are added

    def add(self, passage: DocumentPassage) -> None:
        """Take a passage where it stands."""
        if not self._rows or not self._rows[-1]:
            self._galley.add(passage.kind, passage.text, passage.level)
            return
        self._held += len(passage.text)
        if self._held > MAX_CHARS:
            raise DocumentLimit
        self._rows[-1][-1].append(passage)

    def opened(self, name: str) -> None:
        """A row (tr) or a cell (tc) begins."""
        if name == "tr":
            self._rows.append([])
        elif self._rows:
            if len(self._rows[-1]) >= _MAX_CELLS:
                raise DocumentLimit
            self._rows[-1].append([])

    def closed(self, name: str) -> None:
        """A row or a cell ends; a row within a cell becomes part of that cell."""
        if name != "tr" or not self._rows:
            return
        row = self._rows.pop()
        if self._rows and self._rows[-1]:
            self._rows[-1][-1].extend(passage for cell in row for passage in cell)
        else:
            self._held = 0
            self._galley.add_row(row)
