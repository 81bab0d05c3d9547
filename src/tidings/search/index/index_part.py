"""A part of an index: some entries as files of tantivy and the forward index, made in any process.

`part_assembly.py` makes a generation of parts. A part alone is no index that can be searched.
"""

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tantivy

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.schema import document, schema
from tidings.search.forward_index.forward_store import ForwardStore
from tidings.search.index.errors import translated_errors
from tidings.search.index.generation import META_FILE, MIN_HEAP_BYTES
from tidings.search.rank.vectors import EVEN_ZONES


@dataclass(frozen=True, slots=True)
class PartSegment:
    """What tantivy's list of segments says about one."""

    id: str
    documents: int

    @property
    def stem(self) -> str:
        """What the names of its files begin with."""
        return self.id.replace("-", "")


@dataclass(frozen=True, slots=True)
class PartFiles:
    """Entries as files that never change."""

    segments: tuple[PartSegment, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()  # of tantivy, by name
    forward: tuple[bytes, ...] = ()  # segments of the forward index, the oldest first


def made_part(entries: Iterable[Sequence[IndexEntry]], heap_bytes: int) -> PartFiles:
    """Return a part of entries with different ids, which come in the order of their seq."""
    with tempfile.TemporaryDirectory(prefix="tidings-index-part-") as folder:
        return _made_part(Path(folder), entries, heap_bytes)


def _made_part(folder: Path, entries: Iterable[Sequence[IndexEntry]], heap_bytes: int) -> PartFiles:
    forward = ForwardStore(folder / "forward", EVEN_ZONES, writable=True)
    with translated_errors(folder):
        index = tantivy.Index(schema(), os.fspath(folder))
        writer = index.writer(max(heap_bytes, MIN_HEAP_BYTES), num_threads=1)
        for some in entries:
            forward.add(some)
            for entry in some:
                writer.add_document(document(entry))
        forward.commit(0)
        writer.commit()
        writer.wait_merging_threads()
    segments = tuple(segments_in(folder))
    return PartFiles(
        segments,
        tuple(
            (file.name, file.read_bytes())
            for segment in segments
            for file in sorted(folder.glob(f"{segment.stem}.*"))
        ),
        tuple((folder / "forward" / each.name).read_bytes() for each in forward.view.segments),
    )


def segments_in(folder: Path) -> Iterator[PartSegment]:
    """Yield the segments of tantivy's last commit."""
    meta: dict[str, Any] = json.loads((folder / META_FILE).read_text("utf-8"))
    for each in meta["segments"]:
        yield PartSegment(each["segment_id"], each["max_doc"])
