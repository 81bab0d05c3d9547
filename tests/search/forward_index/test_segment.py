from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.search.entries.entry import IndexEntry
from tidings.search.forward_index.arrays import write_arrays
from tidings.search.forward_index.segment import Segment
from tidings.text.bulk.vocabulary import term_key

MakeEntry = Callable[..., IndexEntry]
MakeSegment = Callable[..., Segment]

WORDS = [f"w{number}" for number in range(12)]
BODIES = st.lists(st.lists(st.sampled_from(WORDS), max_size=8), min_size=1, max_size=6)


def tallied(segment: Segment, rows: list[int], words: list[str]) -> list[list[int]]:
    into = np.zeros((len(rows), len(words)), np.uint16)
    keys = np.array([term_key(word) for word in words], np.uint64)
    segment.tally(into, np.arange(len(rows)), np.array(rows, np.int64), keys)
    return into.tolist()


@given(BODIES, st.data())
@settings(max_examples=60)
def test_a_tally_counts_each_word_in_each_row(
    make_entry: MakeEntry, make_segment: MakeSegment, bodies: list[list[str]], data: st.DataObject
) -> None:
    entries = [make_entry(f"a{at}", at, " ".join(body)) for at, body in enumerate(bodies)]
    segment = make_segment(entries)
    rows = data.draw(st.lists(st.integers(0, len(bodies) - 1), min_size=1, max_size=8))
    # Up to six words are looked up in another way than more.
    words = data.draw(st.lists(st.sampled_from([*WORDS, "never"]), unique=True, max_size=13))
    wanted = [[Counter(bodies[row])[word] for word in words] for row in rows]
    assert tallied(segment, rows, words) == wanted


def test_more_words_than_a_byte_can_number_are_tallied(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    words = [f"x{number}" for number in range(600)]
    segment = make_segment(
        [make_entry("a", 1, " ".join(words[::2])), make_entry("b", 2, " ".join(words[1::2]))]
    )
    found = tallied(segment, [1, 0], words)
    assert found == [[0, 1] * 300, [1, 0] * 300]
    # The table of the lexicon is used again, and must be empty again.
    assert tallied(segment, [0, 1], words) == found[::-1]


def test_a_tally_writes_only_to_the_given_places(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    many = " ".join(WORDS)
    segment = make_segment([make_entry("a", 1, f"w0 {many}"), make_entry("b", 2, many)])
    for words in (WORDS[:2], WORDS):
        into = np.full((4, len(words)), 9, np.uint16)
        keys = np.array([term_key(word) for word in words], np.uint64)
        segment.tally(into, np.array([3, 1]), np.array([0, 1]), keys)
        assert into[[0, 2]].tolist() == [[9] * len(words)] * 2
        assert into[3].tolist() == [2] + [1] * (len(words) - 1)
        assert into[1].tolist() == [1] * len(words)


def test_an_article_without_words_does_not_count_its_neighbours_words(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    segment = make_segment(
        [make_entry("a", 1, "x"), make_entry("b", 2, ""), make_entry("c", 3, "x")]
    )
    assert tallied(segment, [0, 1, 2], ["x"]) == [[1], [0], [1]]
    assert tallied(segment, [1], ["x"]) == [[0]]


def test_rows_are_found_by_seq(make_entry: MakeEntry, make_segment: MakeSegment) -> None:
    segment = make_segment([make_entry("c", 9), make_entry("a", 3), make_entry("b", 5)])
    rows, known = segment.rows(np.array([5, 4, 9, 3, 10]))
    assert known.tolist() == [True, False, True, True, False]
    assert rows[known].tolist() == [1, 2, 0]
    assert segment.ids.texts(np.arange(3)) == ["a", "b", "c"]


def test_entries_are_the_positions_of_the_terms_of_rows(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    segment = make_segment(
        [make_entry("a", 1, "x y"), make_entry("b", 2, ""), make_entry("c", 3, "x y z")]
    )
    places, counts = segment.entries(np.array([2, 1, 0]))
    assert places.tolist() == [2, 3, 4, 0, 1]
    assert counts.tolist() == [3, 0, 2]
    assert len(segment.entries(np.zeros(0, np.int64))[0]) == 0


def test_the_total_length_counts_titles_and_repeated_words(
    make_entry: MakeEntry, make_segment: MakeSegment
) -> None:
    segment = make_segment([make_entry("a", 1, "x x y", "x z"), make_entry("b", 2, "q")])
    assert segment.lengths.tolist() == [5, 1]
    assert segment.total_length == 6


def test_a_segment_on_disk_equals_the_one_in_memory(
    make_entry: MakeEntry, make_segment: MakeSegment, tmp_path: Path
) -> None:
    made = make_segment([make_entry("a", 1, "x ж y", "新闻"), make_entry("b", 2)], ["gone"])
    write_arrays(tmp_path / "7.forward", made.arrays)
    opened = Segment.open(tmp_path, "7.forward")
    assert (opened.name, len(opened)) == ("7.forward", 2)
    for name, array in made.arrays.items():
        assert opened.arrays[name].tolist() == array.tolist()
    assert sorted(opened.lexicon.texts.texts(np.arange(5))) == ["word", "x", "y", "ж", "新闻"]


def test_a_segment_may_have_removals_only(make_segment: MakeSegment) -> None:
    segment = make_segment((), ["a", "b"])
    assert (len(segment), segment.total_length, len(segment.dead)) == (0, 0, 2)
    assert not segment.rows(np.array([1, 2]))[1].any()


@pytest.mark.parametrize("words", [["x"], ["x", *WORDS]])
def test_unknown_words_leave_the_matrix_as_it_is(
    make_entry: MakeEntry, make_segment: MakeSegment, words: list[str]
) -> None:
    assert tallied(make_segment([make_entry("a", 1, "y")]), [0], words) == [[0] * len(words)]
