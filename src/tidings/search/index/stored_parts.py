"""Finished parts of a generation that is being built, in a folder beside the generations.

A part is there as a whole or not at all, so a build that was killed goes on with what there is.
"""

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tidings.search.forward_index.segment import Segment
from tidings.search.index.index_part import PartFiles, PartSegment

PARTS: Final = ".parts"  # beside the generations
_SEGMENTS: Final = "segments"  # tantivy's, in a part
_FORWARD: Final = ".forward"
_DRAFT: Final = ".draft"


@dataclass(frozen=True, slots=True)
class StoredParts:
    """The parts of one build, by name; their names sort as their entries do."""

    folder: Path

    def keep(self, name: str, parts: Sequence[PartFiles]) -> None:
        """Store a part, which may consist of several; an earlier attempt is replaced."""
        draft = self.folder / f"{name}{_DRAFT}"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        for number, (file, content) in enumerate(_files(parts)):
            _write(draft / (file or f"{number:06}{_FORWARD}"), content)
        segments = [(each.id, each.documents) for part in parts for each in part.segments]
        _write(draft / _SEGMENTS, json.dumps(segments).encode())
        shutil.rmtree(self.folder / name, ignore_errors=True)
        draft.rename(self.folder / name)

    def has(self, name: str) -> bool:
        """Return whether a part is stored."""
        return (self.folder / name).is_dir()

    def segments(self) -> Iterator[tuple[Path, PartSegment]]:
        """Yield tantivy's segments, each with the folder of its files."""
        for folder in self._in_order():
            for id_, documents in json.loads((folder / _SEGMENTS).read_text("ascii")):
                yield folder, PartSegment(id_, documents)

    def forward(self) -> Iterator[Segment]:
        """Yield the segments of the forward index, the oldest first."""
        for folder in self._in_order():
            for file in sorted(folder.glob(f"*{_FORWARD}")):
                yield Segment.open(folder, file.name)

    def _in_order(self) -> list[Path]:
        return sorted(each for each in self.folder.glob("*") if each.suffix != _DRAFT)


def _files(parts: Sequence[PartFiles]) -> Iterable[tuple[str, bytes]]:
    """Yield contents with the name of each file; those of the forward index have none yet."""
    for part in parts:
        yield from part.files
        yield from (("", content) for content in part.forward)


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
