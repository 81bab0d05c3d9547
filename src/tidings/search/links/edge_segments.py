"""The files of the graph: a segment for each stretch of the archive that was read."""

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

VERSION: Final = 1  # goes up with what is taken from a page: then the archive is read again
_NAME = re.compile(r"edges-(\d{8})-(\d{8})\.sheaf")
_MANY: Final = 16  # segments; more are joined into one


class EdgeSegments:
    """A folder of segments; one process at a time writes to it.

    A segment says in its name which stretches it covers, and in its note how far into the archive
    the last of them goes. So the graph and the place to go on from can never differ.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def paths(self) -> list[Path]:
        """Return the files that make up the graph, oldest first; not those already joined."""
        spans = ((_span(path), path) for path in self._folder.glob("edges-*.sheaf"))
        found: list[Path] = []
        end = 0
        for (first, last), path in sorted(spans, key=lambda each: (each[0][0], -each[0][1])):
            if first > end and last >= first:
                found.append(path)
                end = last
        return found

    def until(self) -> ArchivePlace | None:
        """Return the place of the last record that was read; None if none was. Or SheafDamaged."""
        paths = self.paths()
        note = _read(paths[-1]).note["until"] if paths else None
        return ArchivePlace(**note) if note else None

    def load(self) -> Edges:
        """Return the whole graph, or raise SheafDamaged."""
        return merged_edges([Edges.from_arrays(_read(path).arrays) for path in self.paths()])

    def append(self, edges: Edges, until: ArchivePlace) -> None:
        """Add what a further stretch of the archive holds."""
        paths = self.paths()
        number = _span(paths[-1])[1] + 1 if paths else 1
        self._write(edges, number, number, until)

    def join(self, edges: Edges) -> None:
        """Put one segment in the place of many: all edges, as `load` gave them."""
        paths, until = self.paths(), self.until()
        if len(paths) > _MANY and until is not None:
            self._write(edges, _span(paths[0])[0], _span(paths[-1])[1], until)
        kept = set(self.paths())
        for path in self._folder.glob("edges-*"):
            if path not in kept:
                path.unlink(missing_ok=True)

    def clear(self) -> None:
        """Forget the graph; the archive still has it."""
        for path in self._folder.glob("edges-*"):
            path.unlink(missing_ok=True)

    def _write(self, edges: Edges, first: int, last: int, until: ArchivePlace) -> None:
        path = self._folder / f"edges-{first:08}-{last:08}.sheaf"
        write_array_file(path, edges.arrays(), {"version": VERSION, "until": asdict(until)})


def _span(path: Path) -> tuple[int, int]:
    match = _NAME.fullmatch(path.name)
    return (int(match[1]), int(match[2])) if match else (0, -1)


def _read(path: Path) -> ArrayFile:
    sheaf = read_array_file(path)
    if sheaf.note.get("version") != VERSION:
        raise ArrayFileDamaged(f"{path.name} is of another version")
    return sheaf
