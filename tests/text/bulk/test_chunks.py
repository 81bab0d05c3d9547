import string
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.bulk.chunks import Chunks, chunks_of

WIDTH = 4  # machine words, of eight letters each
_letters = st.sampled_from(["a", "B", "é", "新", ".", '"', " ", "\n", "\u3000", "\0"])
_texts = st.lists(st.text(_letters, max_size=30), max_size=5)


def written(chunks: Chunks) -> list[str]:
    return chunks.texts_at(np.arange(len(chunks.starts)))


def by_text(chunks: Chunks) -> list[list[str]]:
    found = written(chunks)
    return [found[first:last] for first, last in pairwise(chunks.text_starts.tolist())]


def trimmed(chunk: str) -> str:
    """The chunk without up to two ASCII marks at either end, the end first."""
    for _ in range(2):
        if chunk and chunk[-1] in string.punctuation:
            chunk = chunk[:-1]
        if chunk and chunk[0] in string.punctuation:
            chunk = chunk[1:]
    return chunk


def test_chunks_are_the_pieces_between_white_space() -> None:
    chunks = chunks_of(["The  storm\thit", "", " the\ncoast "])
    assert by_text(chunks) == [["The", "storm", "hit"], [], ["the", "coast"]]


def test_two_marks_are_removed_at_each_end() -> None:
    chunks = chunks_of(['"Storm," (Covid-19). ((((deep)))) “curly” ... ? don\'t'])
    assert written(chunks) == ["Storm", "Covid-19", "((deep))", "“curly”", "", "", "don't"]


@settings(max_examples=60)
@given(_texts)
def test_any_texts_are_split_as_python_would(texts: list[str]) -> None:
    expected = [[trimmed(chunk) for chunk in text.split()] for text in texts]
    assert by_text(chunks_of(texts)) == expected


def test_white_space_is_the_same_as_for_split() -> None:
    points = [point for point in range(0x11000) if not 0xD800 <= point < 0xE000]
    texts = [f"a{chr(point)}b" for point in points]
    counts = np.diff(chunks_of(texts).text_starts).tolist()
    expected = [len(text.split()) for text in texts]
    assert [hex(p) for p, n, m in zip(points, counts, expected, strict=True) if n != m] == []


def test_no_texts_have_no_chunks() -> None:
    chunks = chunks_of([])
    assert written(chunks) == []
    assert chunks.text_starts.tolist() == [0]


def test_capitals_are_seen_behind_a_mark_and_in_ascii_only() -> None:
    chunks = chunks_of(['"Storm hit NATO 7A Écoles'])
    places = np.arange(len(chunks.starts))
    assert chunks.are_capital(places).tolist() == [True, False, True, False, False]
    assert chunks.are_capital(places[[2, 1]]).tolist() == [True, False]


def test_letters_are_packed_eight_to_a_number_with_the_length_at_the_end() -> None:
    first, last = chunks_of(["storm"]).machine_words(np.array([0]), 2)
    assert first.tolist() == [int.from_bytes(b"storm", "little")]
    assert last.tolist() == [6 << 56]
    first, last = chunks_of(["x abcdefghijk"]).machine_words(np.array([1]), 2)
    assert first.tolist() == [int.from_bytes(b"abcdefgh", "little")]
    assert last.tolist() == [int.from_bytes(b"ijk", "little") | 12 << 56]


_words = st.text(st.sampled_from("ab\0é"), min_size=1, max_size=15)


@settings(max_examples=60)
@given(st.lists(_words, min_size=1, max_size=12))
def test_two_chunks_have_the_same_numbers_only_if_they_are_the_same(texts: list[str]) -> None:
    chunks = chunks_of(texts)
    words = chunks.machine_words(np.arange(len(texts)), WIDTH)
    numbers = list(zip(*(word.tolist() for word in words), strict=True))
    assert all(any(number) for number in numbers)
    assert len(set(zip(texts, numbers, strict=True))) == len(set(texts)) == len(set(numbers))
