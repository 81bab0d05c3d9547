from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.entries.bulk_vectors import BODY, CAPITAL, HEADINGS, TITLE, bulk_vectors
from tidings.search.entries.vector import Vector, vector_of
from tidings.search.rank.vectors import pack
from tidings.text.bulk.vocabulary import Vocabulary

# An occurrence: a word and where it counts. A capital is in the body; headings may be in both.
WORDS = st.sampled_from(["sea", "rain", "bank", "新闻"])
ZONES = st.sampled_from([BODY, BODY | CAPITAL, BODY | HEADINGS, HEADINGS, TITLE])
ROWS = st.lists(st.lists(st.tuples(WORDS, ZONES), max_size=12), max_size=6)
Row = list[tuple[str, int]]


def counted(rows: Sequence[Row]) -> list[Vector]:
    vocabulary = Vocabulary()
    words = [word for row in rows for word, _ in row]
    zones = np.array([zone for row in rows for _, zone in row], np.uint8)
    sizes = np.array([len(row) for row in rows], np.int64)
    found = bulk_vectors(vocabulary, vocabulary.numbers(words), zones, sizes)
    return found.rows([sum(bool(zone & (BODY | TITLE)) for _, zone in row) for row in rows])


def alone(row: Row) -> Vector:
    def where(zone: int) -> list[str]:
        return [word for word, zones in row if zones & zone]

    return vector_of(where(TITLE), where(HEADINGS), where(BODY), where(CAPITAL))


def counts(vector: Vector) -> dict[str, int]:
    packed = np.frombuffer(vector.packed, np.uint16).tolist()
    return dict(zip(vector.terms, packed, strict=True))


@given(ROWS)
def test_many_vectors_equal_single_ones(rows: list[Row]) -> None:
    for row, vector in zip(rows, counted(rows), strict=True):
        single = alone(row)
        assert counts(vector) == counts(single)
        assert vector.length == single.length


def test_counts_stop_at_the_limits_of_the_index() -> None:
    [vector] = counted([[("sea", BODY)] * 300 + [("sea", TITLE)] * 9 + [("rain", HEADINGS)] * 9])
    assert counts(vector) == {"sea": pack(255, 7, 0, 0), "rain": pack(0, 0, 7, 0)}


def test_capitals_are_a_level_and_not_a_count() -> None:
    rows = [[("sea", BODY | CAPITAL)] * some + [("sea", BODY)] * (4 - some) for some in range(5)]
    found = [counts(vector)["sea"] >> 14 for vector in counted(rows)]
    assert found == [0, 1, 1, 2, 3]  # none, some, half of them, most, all


def test_equal_vectors_are_equal_however_they_are_stored() -> None:
    row = [("sea", BODY), ("rain", TITLE)]
    [bulk] = counted([row])
    single = alone(row)
    assert bulk == single
    assert hash(bulk) == hash(single)
    assert bulk != alone([("sea", BODY), ("bank", TITLE)])
    assert bulk != "sea rain"
