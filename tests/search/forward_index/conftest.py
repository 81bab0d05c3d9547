from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import pytest

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.vector import vector_of
from tidings.search.forward_index.norms import norms
from tidings.search.forward_index.segment import Segment
from tidings.search.forward_index.segment_draft import SegmentDraft
from tidings.search.rank.vsm import idf
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.vocabulary import Vocabulary

PUBLISHED = datetime(2024, 1, 1, tzinfo=UTC)

MakeEntry = Callable[..., IndexEntry]
MakeSegment = Callable[..., Segment]


@pytest.fixture(scope="session")
def make_entry() -> MakeEntry:
    """Makes entries of the given words; the keys of URLs are seven times the seqs."""

    def make(
        id_: str, seq: int, body: str = "word", title: str = "", published: datetime = PUBLISHED
    ) -> IndexEntry:
        vector = vector_of(title.split(), [], body.split(), [])
        return IndexEntry(
            id_, seq, "a.example", "en", published, title, "", body, vector=vector, url_key=seq * 7
        )

    return make


@pytest.fixture(scope="session")
def make_segment() -> MakeSegment:
    """Makes segments in memory, whose norms know only the segment itself."""

    def make(
        entries: Iterable[IndexEntry] = (), removed: Iterable[str] = (), name: str = "memory"
    ) -> Segment:
        draft = SegmentDraft(Vocabulary())
        for id_ in removed:
            draft.remove(id_)
        for entry in entries:
            draft.add(entry)
        arrays = draft.arrays(
            lambda starts, terms, packed, keys, counts: norms(
                starts, terms, packed, idf(len(starts) - 1, counts.astype("int64")), ZoneWeights()
            )
        )
        return Segment(name, arrays)

    return make
