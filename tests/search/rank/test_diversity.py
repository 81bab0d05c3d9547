import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.rank.diversity import diversified, originals, title_likeness
from tidings.search.rank.vectors import Vectors, pack
from tidings.text.bulk.vocabulary import term_key


def vectors(*titles: str) -> Vectors:
    rows = [sorted(term_key(word) for word in set(title.split())) for title in titles]
    body = term_key("everywhere")
    return Vectors(
        starts=np.cumsum([0, *(len(row) + 1 for row in rows)]),
        keys=np.array([key for row in rows for key in [*row, body]], dtype=np.uint64),
        packed=np.array(
            [count for row in rows for count in [*[pack(0, 1, 0, 0)] * len(row), pack(5, 0, 0, 0)]],
            dtype=np.uint16,
        ),
        lengths=np.ones(len(rows)),
        norms=np.ones(len(rows)),
    )


def test_a_copy_is_folded_into_the_first_hit_with_its_text() -> None:
    text, other = 0b1011 << 40, 0b1111_1111 << 7
    prints = np.array([text, other, text ^ 0b101, 12345678901], dtype=np.uint64)
    assert originals(prints).tolist() == [0, 1, 0, 3]


def test_a_copy_of_a_copy_belongs_to_the_one_shown() -> None:
    prints = np.array([1 << 60, 1 << 60 | 0b111, 1 << 60 | 0b111111], dtype=np.uint64)
    assert originals(prints).tolist() == [0, 0, 0]


def test_articles_without_a_fingerprint_are_not_copies() -> None:
    assert originals(np.zeros(3, dtype=np.uint64)).tolist() == [0, 1, 2]


def test_title_likeness_compares_titles_and_not_bodies() -> None:
    likeness = title_likeness(vectors("bank fails", "bank fails", "rain falls", ""))
    assert np.isclose(likeness[0][1], 1)
    assert likeness[0][2] == likeness[0][3] == likeness[3][3] == 0


def test_the_second_report_of_a_story_is_moved_below_another_story() -> None:
    likeness = title_likeness(vectors("bank fails", "bank fails", "rain falls"))
    order, shares = diversified([1.0, 0.95, 0.8], likeness)
    assert order == [0, 2, 1]
    assert shares[0] == shares[2] == 1 > shares[1]


def test_a_much_better_hit_stays_above_although_it_is_similar() -> None:
    likeness = title_likeness(vectors("bank fails", "bank fails", "rain falls"))
    assert diversified([1.0, 0.95, 0.3], likeness)[0] == [0, 1, 2]


@given(st.lists(st.floats(0, 100), max_size=12))
def test_dissimilar_hits_keep_their_order(scores: list[float]) -> None:
    order, shares = diversified(scores, np.eye(len(scores)).tolist())
    assert [scores[at] for at in order] == sorted(scores, reverse=True)
    assert shares == [1.0] * len(scores)
