import math
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.search.entries.entry import IndexEntry
from tidings.search.forward_index import norms as norms_module
from tidings.search.forward_index.arrays import check_arrays
from tidings.search.forward_index.norms import Norms, norms
from tidings.search.forward_index.ranking_columns import id_key
from tidings.search.forward_index.segment import Segment
from tidings.search.forward_index.segment_merge import merge_segments
from tidings.search.rank.vectors import EVEN_ZONES
from tidings.search.rank.vsm import idf
from tidings.text.bulk.vocabulary import term_key

MakeEntry = Callable[..., IndexEntry]
MakeSegment = Callable[..., Segment]
Rows = dict[int, tuple[str, dict[str, int]]]  # by seq: the id, and the words with their counts

own_norms: Norms = lambda starts, terms, packed, keys, counts: norms(  # noqa: E731
    starts, terms, packed, idf(len(starts) - 1, counts.astype(np.int64)), EVEN_ZONES
)


def merged(segments: Sequence[Segment], *, oldest: bool = True) -> Segment:
    with TemporaryDirectory() as folder:
        merge_segments(Path(folder, "m"), segments, own_norms, oldest=oldest)
        check_arrays(Path(folder, "m"))
        return Segment.open(Path(folder), "m")


def read(segment: Segment) -> Rows:
    rows: Rows = {}
    for row, seq in enumerate(segment.seqs.tolist()):
        part = slice(int(segment.starts[row]), int(segment.starts[row + 1]))
        texts = segment.lexicon.texts.texts(segment.terms[part].astype(np.int64))
        counts = dict(zip(texts, segment.packed[part].tolist(), strict=True))
        rows[seq] = (segment.ids.at(row), counts)
    return rows


def test_a_merge_keeps_the_newest_version_of_an_article(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    old = make_segment([make_entry("a", 1, "first draft"), make_entry("b", 2, "other")])
    new = make_segment([make_entry("a", 3, "second draft")])
    assert read(merged([old, new])) == {
        2: ("b", {"other": 1}),
        3: ("a", {"second": 1, "draft": 1}),
    }


def test_a_row_written_again_with_its_seq_replaces_the_old_one(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    old = make_segment([make_entry("a", 1, "x"), make_entry("b", 2, "y")])
    new = make_segment([make_entry("c", 1, "z")])
    assert read(merged([old, new])) == {1: ("c", {"z": 1}), 2: ("b", {"y": 1})}


def test_removed_articles_are_left_out_of_older_segments_only(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    first = make_segment([make_entry("a", 1), make_entry("b", 2)])
    second = make_segment([make_entry("c", 3)], removed=["a"])
    third = make_segment([make_entry("a", 4, "back")])
    assert read(merged([first, second, third])) == {
        2: ("b", {"word": 1}),
        3: ("c", {"word": 1}),
        4: ("a", {"back": 1}),
    }


def test_removals_are_kept_until_the_oldest_segment_is_merged(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    oldest = make_segment([make_entry("a", 1), make_entry("b", 2)])
    middle = make_segment([make_entry("c", 3)], removed=["a"])
    newest = make_segment((), removed=["c", "a"])
    part = merged([middle, newest], oldest=False)
    assert (len(part), part.dead.tolist()) == (0, sorted([id_key("a"), id_key("c")]))
    whole = merged([oldest, part])
    assert list(read(whole)) == [2]
    assert len(whole.dead) == 0


def test_terms_that_no_article_has_any_more_leave_the_lexicon(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    old = make_segment([make_entry("a", 1, "typo common"), make_entry("b", 2, "common")])
    new = make_segment([make_entry("a", 3, "correct common")])
    lexicon = merged([old, new]).lexicon
    assert lexicon.counts_of(
        np.array([term_key(word) for word in ("typo", "common", "correct")], np.uint64)
    ).tolist() == [0, 2, 1]
    assert len(lexicon.keys) == 2


def test_what_ranking_needs_travels_with_its_article(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    # Seq 5 was written before seq 4: rows change places.
    one = make_segment([make_entry("a", 5, "x x x"), make_entry("b", 9, "y")])
    two = make_segment([make_entry("c", 4, "", "z z")])
    found = merged([one, two])
    assert found.seqs.tolist() == [4, 5, 9]
    assert found.lengths.tolist() == [2, 3, 1]
    assert found.columns[:, 4].tolist() == [28, 35, 63]  # the keys of URLs
    assert found.id_keys.tolist() == [id_key("c"), id_key("a"), id_key("b")]


def test_norms_are_computed_with_the_idfs_of_the_merged_articles(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    one = make_segment([make_entry("a", 1, "x x y")])
    two = make_segment([make_entry("b", 2, "y"), make_entry("c", 3, "q")])
    expected = [math.hypot(2 * math.log(3), math.log(1.5)), math.log(1.5), math.log(3)]
    assert merged([one, two]).norms == pytest.approx(expected)


def test_segments_without_articles_can_be_merged(make_segment: MakeSegment) -> None:
    found = merged([make_segment((), ["a"]), make_segment((), ["b"])])
    assert (len(found), found.starts.tolist(), len(found.lexicon.keys)) == (0, [0], 0)


IDS = st.sampled_from("abcdef")
BODIES = st.lists(st.sampled_from(["x", "y", "zz", "新闻"]), max_size=4)
CHANGES = st.lists(st.lists(st.tuples(IDS, st.none() | BODIES), max_size=5), min_size=1, max_size=5)
Changes = list[list[tuple[str, list[str] | None]]]


def built(
    changes: Changes, make_entry: MakeEntry, make_segment: MakeSegment
) -> tuple[list[Segment], Rows]:
    """Segments of changes (a body, or None for a removal), and what is left after all of them."""
    segments: list[Segment] = []
    left: dict[str, tuple[int, list[str]]] = {}
    seq = 0
    for each in changes:
        entries: dict[str, IndexEntry] = {}
        removed: list[str] = []
        for id_, body in each:
            seq += 1
            if body is None:
                entries.pop(id_, None)
                removed.append(id_)
                left.pop(id_, None)
            else:
                entries[id_] = make_entry(id_, seq, " ".join(body))
                left[id_] = seq, body
        segments.append(make_segment(entries.values(), removed))
    return segments, {seq: (id_, dict(Counter(body))) for id_, (seq, body) in left.items()}


@given(CHANGES, st.sampled_from([1, 3, 1 << 20]))
@settings(max_examples=50)
def test_a_merge_of_any_changes_leaves_what_the_changes_leave(
    make_entry: MakeEntry, make_segment: MakeSegment, changes: Changes, block: int
) -> None:
    segments, left = built(changes, make_entry, make_segment)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(norms_module, "_BLOCK", block)
        found = merged(segments)
    assert read(found) == left
    assert found.seqs.tolist() == sorted(left)
    assert found.lengths.tolist() == [sum(left[seq][1].values()) for seq in sorted(left)]
    texts = found.lexicon.texts.texts(np.arange(len(found.lexicon.keys)))
    assert found.lexicon.keys.tolist() == sorted(map(term_key, texts))
    assert dict(zip(texts, found.lexicon.counts.tolist(), strict=True)) == Counter(
        word for _, counts in left.values() for word in counts
    )


@given(CHANGES, st.integers(1, 4))
@settings(max_examples=40)
def test_merging_in_two_steps_equals_merging_at_once(
    make_entry: MakeEntry, make_segment: MakeSegment, changes: Changes, cut: int
) -> None:
    segments, _ = built(changes, make_entry, make_segment)
    older, newer = segments[:cut], segments[cut:]
    steps = [*older, merged(newer, oldest=False)] if newer else older
    at_once, in_steps = merged(segments), merged(steps)
    for name, array in at_once.arrays.items():
        assert in_steps.arrays[name].tolist() == array.tolist(), name
