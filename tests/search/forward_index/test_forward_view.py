from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tidings.search.entries.entry import IndexEntry
from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.forward_index.segment import Segment
from tidings.text.bulk.vocabulary import term_key

MakeEntry = Callable[..., IndexEntry]
MakeSegment = Callable[..., Segment]

START = datetime(2024, 1, 1, tzinfo=UTC)
WORDS = ["x", "y", "z", "ж", "新闻", "q", "r", "s", "t"]
BODIES = st.lists(st.sampled_from(WORDS), max_size=6)


def keys(*words: str) -> NDArray[np.uint64]:
    return np.array([term_key(word) for word in words], np.uint64)


def seqs(*numbers: int) -> NDArray[np.int64]:
    return np.array(numbers, np.int64)


@pytest.fixture
def view(make_entry: MakeEntry, make_segment: MakeSegment) -> ForwardView:
    """Three segments; a was changed in the second, and b removed in the third."""
    first = make_segment([make_entry("a", 1, "x"), make_entry("b", 2, "x y y")])
    second = make_segment([make_entry("a", 3, "x z", "x"), make_entry("c", 4, "")])
    third = make_segment([make_entry("d", 5, "y")], removed=["b"])
    return ForwardView((first, second, third), 5)


def test_counts_include_replaced_and_removed_articles_until_a_merge(view: ForwardView) -> None:
    assert view.count == 5
    assert view.average_length == (1 + 3 + 3 + 0 + 1) / 5
    assert view.document_frequencies(keys("x", "y", "z", "never")).tolist() == [3, 2, 1, 0]


def test_an_id_leads_to_its_newest_seq(view: ForwardView) -> None:
    assert [view.seq_of(id_) for id_ in "acd"] == [3, 4, 5]


def test_a_removed_or_unknown_id_leads_nowhere(view: ForwardView) -> None:
    assert view.seq_of("b") is None
    assert view.seq_of("never") is None


def test_ids_come_in_the_requested_order(view: ForwardView) -> None:
    assert view.ids(seqs(5, 1, 99, 3, 1)) == ["d", "a", "", "a", "a"]


def test_terms_of_any_segment_have_their_text(view: ForwardView) -> None:
    assert view.terms(keys("z", "never", "y", "x")) == ["z", "", "y", "x"]


def test_of_a_seq_written_twice_the_newer_row_counts(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    view = ForwardView(
        (
            make_segment([make_entry("a", 1, "old"), make_entry("b", 2, "kept")]),
            make_segment([make_entry("c", 1, "new new")]),
        ),
        2,
    )
    assert view.ids(seqs(1, 2)) == ["c", "b"]
    assert view.tallies(seqs(1, 2), keys("old", "new", "kept")).packed.tolist() == [
        [0, 2, 0],
        [0, 0, 1],
    ]
    assert view.vectors(seqs(1)).lengths.tolist() == [2.0]


def test_an_empty_request_has_empty_results(view: ForwardView) -> None:
    none = seqs()
    assert view.vectors(none).starts.tolist() == [0]
    assert view.tallies(none, keys("x")).packed.shape == (0, 1)
    assert view.tallies(seqs(1, 2), keys()).packed.shape == (2, 0)
    assert len(view.document_frequencies(keys())) == 0
    assert (view.ids(none), view.terms(keys())) == ([], [])


def test_a_sample_of_the_dates_stands_for_all_of_them(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    entries = [
        make_entry(f"a{seq}", seq, "x", published=START + timedelta(seconds=seq))
        for seq in range(1_200)
    ]
    view = ForwardView((make_segment(entries[:800]), make_segment(entries[800:])), 1_199)
    since = view.dates - START.timestamp()
    assert 500 <= len(since) <= 602
    assert set(np.diff(since).tolist()) == {2.0}  # every second article
    assert view.dates.dtype == np.float64


def test_a_date_before_1970_is_in_the_sample(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    early = datetime(1815, 6, 18, tzinfo=UTC)
    view = ForwardView((make_segment([make_entry("a", 1, published=early)]),), 1)
    assert view.dates.tolist() == [early.timestamp()]


@given(st.lists(st.lists(BODIES, max_size=4), max_size=4), st.data())
@settings(max_examples=50)
def test_any_selection_of_articles_is_read_right_from_any_segments(
    make_entry: MakeEntry, make_segment: MakeSegment, bodies: list[list[list[str]]],
    data: st.DataObject,
) -> None:  # fmt: skip
    segments: list[Segment] = []
    known: dict[int, Counter[str]] = {}
    for some in bodies:
        entries = []
        for body in some:
            seq = len(known) + 1
            known[seq] = Counter(body)
            entries.append(make_entry(f"a{seq}", seq, " ".join(body)))
        segments.append(make_segment(entries))
    view = ForwardView(tuple(segments), len(known))
    wanted = data.draw(st.lists(st.integers(1, len(known) + 1), max_size=8))
    counters = [known.get(seq, Counter()) for seq in wanted]

    vectors = view.vectors(seqs(*wanted))
    texts = view.terms(vectors.keys)
    for row, counts in enumerate(counters):
        part = slice(int(vectors.starts[row]), int(vectors.starts[row + 1]))
        assert dict(zip(texts[part], vectors.packed[part].tolist(), strict=True)) == counts
        assert vectors.lengths[row] == counts.total()
        assert (np.diff(vectors.keys[part].astype(np.float64)) > 0).all()

    frequencies = Counter(word for counts in known.values() for word in counts)
    found = view.document_frequencies(vectors.keys).tolist()
    assert found == [frequencies[word] for word in texts]
    assert view.document_frequencies(keys(*WORDS)).tolist() == [frequencies[word] for word in WORDS]
    tallies = view.tallies(seqs(*wanted), keys(*WORDS))
    assert tallies.packed.tolist() == [[counts[word] for word in WORDS] for counts in counters]
    columns = view.columns(seqs(*wanted))
    assert columns.known.tolist() == [seq in known for seq in wanted]
    assert columns.url.tolist() == [7 * seq if seq in known else 0 for seq in wanted]
