from array import array
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tidings.search.entries.vector import Vector, vector_of
from tidings.search.rank.vectors import pack


def unpacked(vector: Vector) -> dict[str, int]:
    packed = array("H")
    packed.frombytes(vector.packed)
    return dict(zip(vector.terms, packed, strict=True))


def test_counts_are_kept_by_zone() -> None:
    body = ["storm", "coast", "storm", "power"]
    vector = vector_of(["storm"], ["power"], body, [])
    expected = {"storm": pack(2, 1, 0, 0), "coast": pack(1, 0, 0, 0), "power": pack(0, 0, 1, 0)}
    assert unpacked(vector) == expected
    assert vector.length == 5


def test_capitals_are_none_some_most_or_all() -> None:
    body = [*["none"] * 3, *["some"] * 3, *["most"] * 3, *["all"] * 3]
    vector = vector_of([], [], body, ["some", "most", "most", "all", "all", "all"])
    assert {term: packed >> 14 for term, packed in unpacked(vector).items()} == {
        "none": 0,
        "some": 1,
        "most": 2,
        "all": 3,
    }


def test_a_very_frequent_term_is_counted_up_to_the_limit() -> None:
    vector = vector_of(["a"] * 20, ["a"] * 30, ["a"] * 1000, ["a"] * 1000)
    counts = unpacked(vector)["a"]
    assert (counts >> 8 & 7, counts >> 11 & 7, counts >> 14) == (7, 7, 3)
    assert 200 < counts & 255 <= 255
    assert vector.length == 1020


def test_headings_missing_from_the_text_do_no_harm() -> None:
    assert unpacked(vector_of([], ["x", "x"], ["y"], [])) == {"y": 1, "x": pack(0, 0, 2, 0)}


words = st.lists(st.sampled_from("abcdef"), max_size=40)


@given(words, words, words, st.integers(0, 40))
def test_every_term_occurs_once_with_its_counts(
    title: list[str], headings: list[str], rest: list[str], cased: int
) -> None:
    body = headings + rest
    found = unpacked(vector_of(title, headings, body, body[:cased]))
    assert found.keys() == {*title, *body}
    bodies, heads, titles = Counter(rest), Counter(headings), Counter(title)
    for term, packed in found.items():
        assert packed & 255 == bodies[term]
        assert packed >> 8 & 7 == min(titles[term], 7)
        assert packed >> 11 & 7 == min(heads[term], 7)
        assert bool(packed >> 14) == (term in body[:cased])
