from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.vector import Vector, vector_of
from tidings.search.forward_index.ranking_columns import id_key
from tidings.search.forward_index.segment import Segment
from tidings.search.forward_index.segment_draft import SegmentDraft
from tidings.text.bulk.vocabulary import Vocabulary

MakeEntry = Callable[..., IndexEntry]
Written = dict[int, tuple[str, dict[str, int]]]


def no_norms(starts: NDArray[np.int64], *_: Any, **__: Any) -> NDArray[np.float64]:
    return np.zeros(len(starts) - 1)


def segment_of(draft: SegmentDraft) -> Segment:
    return Segment("draft", draft.arrays(no_norms))


def read(segment: Segment) -> Written:
    """The rows of a segment: by seq, the id and the packed counts of the terms."""
    rows: Written = {}
    for row, seq in enumerate(segment.seqs.tolist()):
        part = slice(int(segment.starts[row]), int(segment.starts[row + 1]))
        texts = segment.lexicon.texts.texts(segment.terms[part].astype(np.int64))
        counts = dict(zip(texts, segment.packed[part].tolist(), strict=True))
        rows[seq] = (segment.ids.at(row), counts)
    return rows


def in_vocabulary(entry: IndexEntry, vocabulary: Vocabulary) -> IndexEntry:
    """The same entry, with its terms as numbers of a vocabulary shared with others."""
    numbers = vocabulary.numbers(entry.vector.terms).tobytes()
    entry.vector = Vector(entry.vector.packed, entry.vector.length, vocabulary, numbers)
    return entry


def test_an_empty_draft_has_nothing_to_write() -> None:
    draft = SegmentDraft(Vocabulary())
    assert (len(draft), draft.pending) == (0, False)
    segment = segment_of(draft)
    assert (len(segment), len(segment.lexicon.keys), len(segment.dead)) == (0, 0, 0)


def test_a_removal_alone_must_be_written(make_entry: MakeEntry) -> None:
    draft = SegmentDraft(Vocabulary())
    draft.remove("old")
    assert (len(draft), draft.pending) == (0, True)
    assert segment_of(draft).dead.tolist() == [id_key("old")]


def test_removing_an_added_article_takes_its_words_out_of_the_lexicon(
    make_entry: MakeEntry,
) -> None:
    draft = SegmentDraft(Vocabulary())
    draft.add(make_entry("a", 1, "only here"))
    draft.add(make_entry("b", 2, "here"))
    draft.remove("a")
    segment = segment_of(draft)
    assert read(segment) == {2: ("b", {"here": 1})}
    assert segment.lexicon.counts.tolist() == [1]


def test_an_article_removed_and_added_again_stays(make_entry: MakeEntry) -> None:
    draft = SegmentDraft(Vocabulary())
    draft.add(make_entry("a", 1, "old"))
    draft.remove("a")
    draft.add(make_entry("a", 2, "new"))
    segment = segment_of(draft)
    assert read(segment) == {2: ("a", {"new": 1})}
    assert segment.dead.tolist() == [id_key("a")]  # for older segments


def test_a_seq_or_an_id_that_is_added_again_replaces_the_old_row(make_entry: MakeEntry) -> None:
    draft = SegmentDraft(Vocabulary())
    draft.add(make_entry("a", 1, "x"))
    draft.add(make_entry("b", 2, "x"))
    draft.add(make_entry("a", 3, "y"))  # the id of seq 1
    draft.add(make_entry("c", 2, "z"))  # the seq of b
    assert read(segment_of(draft)) == {2: ("c", {"z": 1}), 3: ("a", {"y": 1})}
    draft.remove("b")  # it is not here any more: the row of c stays
    assert len(draft) == 2


def test_terms_used_before_do_not_join_the_lexicon(make_entry: MakeEntry) -> None:
    vocabulary = Vocabulary()
    vocabulary.numbers(["left", "from", "before"])
    draft = SegmentDraft(vocabulary)
    draft.add(make_entry("a", 1, "new from"))
    segment = segment_of(draft)
    texts = segment.lexicon.texts.texts(np.arange(len(segment.lexicon.keys)))
    assert sorted(texts) == ["from", "new"]


WORDS = st.sampled_from(["a", "b", "cc", "ddd", "ж", "新闻", "abcdefgh"])
BODIES = st.lists(st.tuples(st.lists(WORDS, max_size=6), st.integers(0, 2)), max_size=9)


@given(BODIES)
@settings(max_examples=60)
def test_articles_of_any_vocabularies_share_one_lexicon(
    make_entry: MakeEntry, bodies: list[tuple[list[str], int]]
) -> None:
    draft = SegmentDraft(Vocabulary())
    others = [Vocabulary(), Vocabulary()]
    for seq, (body, which) in enumerate(bodies):
        entry = make_entry(f"a{seq}", seq, " ".join(body))
        draft.add(in_vocabulary(entry, others[which - 1]) if which else entry)
    segment = segment_of(draft)
    assert read(segment) == {
        seq: (f"a{seq}", dict(Counter(body))) for seq, (body, _) in enumerate(bodies)
    }
    keys = segment.lexicon.keys
    assert (keys[1:] > keys[:-1]).all()
    for row in range(len(segment)):
        terms = segment.terms[segment.starts[row] : segment.starts[row + 1]].astype(np.int64)
        assert (np.diff(terms) > 0).all()
    texts = segment.lexicon.texts.texts(np.arange(len(keys)))
    wanted = Counter(word for body, _ in bodies for word in set(body))
    assert dict(zip(texts, segment.lexicon.counts.tolist(), strict=True)) == wanted


def test_more_rows_than_are_sorted_at_once_stay_apart(make_entry: MakeEntry) -> None:
    draft = SegmentDraft(Vocabulary())
    vector = vector_of([], [], ["z", "y", "x", "z"], [])
    for seq in range(1_100):
        entry = make_entry(f"a{seq}", seq)
        entry.vector = vector
        draft.add(entry)
    segment = segment_of(draft)
    found = read(segment)
    assert len(found) == 1_100
    assert all(counts == {"x": 1, "y": 1, "z": 2} for _, counts in found.values())
