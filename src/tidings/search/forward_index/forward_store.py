"""The forward index on disk: writes, merges and opens the segments of a folder."""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tidings.search.entries.entry import IndexEntry
from tidings.search.forward_index.arrays import ArraysBroken, write_arrays
from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.forward_index.manifest import (
    Manifest,
    ManifestBroken,
    Stamp,
    read_manifest,
    stamp_of,
    write_manifest,
)
from tidings.search.forward_index.merge_policy import first_to_merge
from tidings.search.forward_index.norms import norms
from tidings.search.forward_index.segment import Segment
from tidings.search.forward_index.segment_draft import SegmentDraft
from tidings.search.forward_index.segment_merge import merge_segments
from tidings.search.rank.vectors import Floats, Keys, Packed
from tidings.search.rank.vsm import idf
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.string_arrays import Ints
from tidings.text.bulk.vocabulary import Vocabulary

_SUFFIX = ".forward"
_DRAFT_ROWS = 32_768  # articles held in memory, some 60 MB, before they become a segment
# Terms kept from one draft to the next, at some 150 bytes each, to avoid hashing them again.
_MAX_VOCABULARY = 200_000
_QUICK_ROWS = 512  # merged at once, within milliseconds; more in a thread, while commits go on
_ATTEMPTS = 100  # to read the list of segments while another process merges them


class ForwardStoreBroken(Exception):
    """A file is damaged or missing."""


class ForwardStore:
    """Any number of readers, one writer; the caller makes sure that there is only one.

    Only one thread may add, remove, commit and merge; everything else is thread-safe. A file that
    the manifest names is complete and never changes, so killing the writer leaves the last commit.
    """

    def __init__(self, folder: Path, zones: ZoneWeights, *, writable: bool) -> None:
        self._folder = folder
        self._zones = zones
        self._vocabulary = Vocabulary()
        self._draft = SegmentDraft(self._vocabulary)
        self._manifest = Manifest()
        self._stamp: Stamp | None = None
        self._lock = threading.Lock()  # around the manifest and the view
        self._merging: threading.Thread | None = None
        self._merge_error: Exception | None = None
        self._staged: list[Segment] = []  # written, but not committed
        self.view = ForwardView()
        if writable:
            folder.mkdir(parents=True, exist_ok=True)
        self.reload()
        self._next_number = self._manifest.next_number
        if writable:
            self._clean()

    def add(self, entries: Iterable[IndexEntry]) -> None:
        """Add articles, replacing those with the same seq or id."""
        for entry in entries:
            self._draft.add(entry)
            if len(self._draft) >= _DRAFT_ROWS:
                self._write_draft()

    def remove(self, ids: Iterable[str]) -> None:
        """Remove the articles with these ids, if they exist."""
        for id_ in ids:
            self._draft.remove(id_)

    def commit(
        self, last_seq: int | None = None, opstamp: int | None = None, former_seq: int = 0
    ) -> None:
        """Make all changes durable and visible here, with the fields of `Manifest`."""
        self._write_draft()
        with self._lock:
            error, self._merge_error = self._merge_error, None
            if error is not None:
                raise ForwardStoreBroken(f"merging failed: {error}") from error
            if self._staged or last_seq is not None:
                segments = (*self.view.segments, *self._staged)
                last = _highest_seq(segments) if last_seq is None else last_seq
                manifest = replace(
                    self._manifest, last_seq=last, opstamp=opstamp, former_seq=former_seq
                )
                self._publish(segments, manifest)
                self._staged = []

    def reload(self) -> None:
        """Update the view to the last commit of any process; one stat call if there is none."""
        with self._lock:
            for _ in range(_ATTEMPTS):
                stamp = stamp_of(self._folder)
                if stamp == self._stamp:
                    return
                try:
                    manifest = read_manifest(self._folder)
                    self.view = self._opened(manifest)
                except FileNotFoundError:
                    continue  # merged away since the manifest was read
                except (OSError, ArraysBroken, ManifestBroken, KeyError) as error:
                    raise ForwardStoreBroken(str(error)) from error
                self._stamp, self._manifest = stamp, manifest
                return
        raise ForwardStoreBroken(f"{self._folder} lacks files that its manifest names")

    def merge_due(self) -> None:
        """Merge the segments that are due: few rows at once, many in a thread."""
        while (segments := self._due()) is not None:
            if sum(map(len, segments)) > _QUICK_ROWS:
                self._merging = threading.Thread(target=self._merge_in_thread, args=(segments,))
                self._merging.start()
                return
            self._merge(segments)

    def close(self) -> None:
        """Wait for a running merge; uncommitted changes are lost."""
        if self._merging is not None:
            self._merging.join()

    def _due(self) -> Sequence[Segment] | None:
        """The segments to merge now; None while a thread is merging."""
        if self._merging is not None and self._merging.is_alive():
            return None
        segments = self.view.segments
        start = first_to_merge([len(segment) for segment in segments])
        return None if start is None else segments[start:]

    def _merge_in_thread(self, segments: Sequence[Segment]) -> None:
        try:
            self._merge(segments)
        except Exception as error:  # noqa: BLE001 - raised by the next commit
            self._merge_error = error

    def _merge(self, segments: Sequence[Segment]) -> None:
        others = [one for one in self.view.segments if one not in segments]
        name = self._new_name()
        oldest = segments[0] is self.view.segments[0]
        norms_in_index = IndexNorms(others, self._zones)
        merge_segments(self._folder / name, segments, norms_in_index, oldest=oldest)
        merged = Segment.open(self._folder, name)
        with self._lock:
            now = self.view.segments
            at = now.index(segments[0])
            rest = now[at + len(segments) :]
            self._publish((*now[:at], merged, *rest), self._manifest)
        for segment in segments:
            (self._folder / segment.name).unlink(missing_ok=True)

    def _write_draft(self) -> None:
        if not self._draft.pending:
            return
        if len(self._vocabulary) > _MAX_VOCABULARY:
            self._vocabulary = Vocabulary()
        draft, self._draft = self._draft, SegmentDraft(self._vocabulary)
        name = self._new_name()
        norms_in_index = IndexNorms([*self.view.segments, *self._staged], self._zones)
        write_arrays(self._folder / name, draft.arrays(norms_in_index))
        self._staged.append(Segment.open(self._folder, name))

    def _publish(self, segments: tuple[Segment, ...], manifest: Manifest) -> None:
        """Make these segments the index; call only with the lock held."""
        names = tuple(segment.name for segment in segments)
        self._manifest = replace(manifest, segments=names, next_number=self._next_number)
        write_manifest(self._folder, self._manifest)
        self._stamp = stamp_of(self._folder)
        self.view = _view(segments, self._manifest)

    def _new_name(self) -> str:
        with self._lock:
            self._next_number += 1
            return f"{self._next_number - 1}{_SUFFIX}"

    def _opened(self, manifest: Manifest) -> ForwardView:
        """The view of a manifest; open segments are not opened again."""
        known = {segment.name: segment for segment in self.view.segments}
        segments = tuple(
            known.get(name) or Segment.open(self._folder, name) for name in manifest.segments
        )
        return _view(segments, manifest)

    def _clean(self) -> None:
        """Delete unfinished files of a killed writer."""
        for file in self._folder.glob(f"*{_SUFFIX}"):
            if file.name not in self._manifest.segments:
                file.unlink(missing_ok=True)


def _view(segments: tuple[Segment, ...], manifest: Manifest) -> ForwardView:
    return ForwardView(segments, manifest.last_seq, manifest.opstamp, manifest.former_seq)


def _highest_seq(segments: Iterable[Segment]) -> int:
    return max((int(segment.seqs[-1]) for segment in segments if len(segment)), default=0)


class IndexNorms:
    """Computes the norms of a new segment with the idfs of the whole index."""

    def __init__(self, others: Sequence[Segment], zones: ZoneWeights) -> None:
        self._others = ForwardView(tuple(others))
        self._zones = zones

    def __call__(
        self,
        starts: Ints,
        terms: NDArray[np.uint32],
        packed: Packed,
        keys: Keys,
        counts: NDArray[np.uint32],
    ) -> Floats:
        """Return the norm of each row of the new segment."""
        count = self._others.count + len(starts) - 1
        idfs = idf(count, self._others.document_frequencies(keys) + counts)
        return norms(starts, terms, packed, idfs, self._zones)
