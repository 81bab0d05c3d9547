"""The files of the link graph: a segment for each part of the archive that was read."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tidings.model.crawl.visit import ArchivePlace
from tidings.search.links.array_file import (
    ArrayFile,
    ArrayFileDamaged,
    read_array_file,
    write_array_file,
)
from tidings.search.links.edge_merging import merged_edges
from tidings.search.links.edges import Edges

VERSION: Final = 1  # raise it when other links are taken from pages: the archive is read again
_NAME = re.compile(r"edges-(\d{8})-(\d{8})\.sheaf")
_MANY: Final = 16  # segments; more are merged into one


class EdgeSegments:
    """A folder of segments; only one process at a time may write to it.

    A segment's name says which parts of the archive it covers, and its note where the last of them
    ends. So the graph and the place to continue from can never disagree.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def paths(self) -> list[Path]:
        """Return the files of the graph, oldest first, without those already merged."""
        spans = ((_span(path), path) for path in self._folder.glob("edges-*.sheaf"))
        found: list[Path] = []
        end = 0
        for (first, last), path in sorted(spans, key=lambda each: (each[0][0], -each[0][1])):
            if first > end and last >= first:
                found.append(path)
                end = last
        return found

    def until(self) -> ArchivePlace | None:
        """Return the place of the last record read, or None; may raise ArrayFileDamaged."""
        paths = self.paths()
        note = _read(paths[-1]).note["until"] if paths else None
        return ArchivePlace(**note) if note else None

    def load(self) -> Edges:
        """Return the whole graph, or raise ArrayFileDamaged."""
        return merged_edges([Edges.from_arrays(_read(path).arrays) for path in self.paths()])

    def append(self, edges: Edges, until: ArchivePlace) -> None:
        """Add the edges of a further part of the archive."""
        paths = self.paths()
        number = _span(paths[-1])[1] + 1 if paths else 1
        self._write(edges, number, number, until)

    def join(self, edges: Edges) -> None:
        """Replace many segments by one with all edges, as `load` returned them."""
        paths, until = self.paths(), self.until()
        if len(paths) > _MANY and until is not None:
            self._write(edges, _span(paths[0])[0], _span(paths[-1])[1], until)
        kept = set(self.paths())
        for path in self._folder.glob("edges-*"):
            if path not in kept:
                path.unlink(missing_ok=True)

    def clear(self) -> None:
        """Delete the graph; it can be read from the archive again."""
        for path in self._folder.glob("edges-*"):
            path.unlink(missing_ok=True)

    def _write(self, edges: Edges, first: int, last: int, until: ArchivePlace) -> None:
        path = self._folder / f"edges-{first:08}-{last:08}.sheaf"
        write_array_file(path, edges.arrays(), {"version": VERSION, "until": asdict(until)})


def _span(path: Path) -> tuple[int, int]:
    match = _NAME.fullmatch(path.name)
    return (int(match[1]), int(match[2])) if match else (0, -1)


def _read(path: Path) -> ArrayFile:
    file = read_array_file(path)
    if file.note.get("version") != VERSION:
        raise ArrayFileDamaged(f"{path.name} has another version")
    return file
