"""Makes a generation of stored parts: links their files, and merges them.

Merging reads files through the page cache, and only some segments at a time, so that its memory
hardly depends on the number of parts.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import tantivy

from tidings.search.entries.schema import VERSION, schema
from tidings.search.forward_index.forward_store import IndexNorms
from tidings.search.forward_index.manifest import Manifest, write_manifest
from tidings.search.forward_index.norms import Norms
from tidings.search.forward_index.segment import Segment
from tidings.search.forward_index.segment_merge import merge_segments
from tidings.search.index.errors import translated_errors
from tidings.search.index.generation import FORWARD, META_FILE, MIN_HEAP_BYTES, VERSION_FILE
from tidings.search.index.held_commit import link_or_copy
from tidings.search.index.stored_parts import StoredParts
from tidings.search.rank.vectors import EVEN_ZONES

_MANAGED: Final = ".managed.json"  # tantivy's list of the files that it may delete
_FORWARD_STAMP: Final = 0  # the number of tantivy's commit before that of the forward index
_AT_ONCE: Final = 16  # segments of the forward index in one merge: some 100 MB of their terms


def assemble(parts: StoredParts, generation: Path, cursor: int) -> None:
    """Make a generation of all parts in an empty folder. The parts stay as they are.

    Whoever opens the generation sees that it has everything up to the cursor.
    """
    with translated_errors(generation):
        _assemble_forward(parts, generation / FORWARD, cursor)
        _assemble_tantivy(parts, generation)
        (generation / VERSION_FILE).write_text(VERSION, encoding="ascii")


def _assemble_tantivy(parts: StoredParts, folder: Path) -> None:
    """List the segments of all parts as those of one index, and let tantivy merge them."""
    tantivy.Index(schema(), os.fspath(folder))  # writes the lists of an empty index
    meta: dict[str, Any] = json.loads((folder / META_FILE).read_text("utf-8"))
    meta["opstamp"] = _FORWARD_STAMP + 1  # as after a commit of both
    managed: list[str] = json.loads((folder / _MANAGED).read_text("utf-8"))
    for part, segment in parts.segments():
        listed = {"segment_id": segment.id, "max_doc": segment.documents, "deletes": None}
        meta["segments"].append(listed)
        for file in sorted(part.glob(f"{segment.stem}.*")):
            link_or_copy(file, folder / file.name)
            managed.append(file.name)
    (folder / _MANAGED).write_text(json.dumps(managed), "utf-8")
    (folder / META_FILE).write_text(json.dumps(meta), "utf-8")
    writer = tantivy.Index(schema(), os.fspath(folder)).writer(MIN_HEAP_BYTES, num_threads=1)
    writer.commit()  # durable from here on; small segments are now merged
    writer.wait_merging_threads()


def _assemble_forward(parts: StoredParts, folder: Path, cursor: int) -> None:
    """Merge the forward segments of all parts into one, whose norms are those of the whole."""
    folder.mkdir()
    made, segments = 0, list(parts.forward())
    while len(segments) > 1 or (segments and not made):
        # Of a merge that is not the last, nobody reads the norms.
        norms: Norms = IndexNorms((), EVEN_ZONES)
        merged: list[Segment] = []
        for at in range(0, len(segments), _AT_ONCE):
            made += 1
            merged.append(_merged(folder, f"{made}.forward", segments[at : at + _AT_ONCE], norms))
        segments = merged
    kept = tuple(each.name for each in segments)
    for file in folder.iterdir():
        if file.name not in kept:
            file.unlink()
    write_manifest(folder, Manifest(kept, cursor, made + 1, opstamp=_FORWARD_STAMP))


def _merged(folder: Path, name: str, segments: Sequence[Segment], norms: Norms) -> Segment:
    merge_segments(folder / name, segments, norms, oldest=True)
    return Segment.open(folder, name)
