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
    assert originals("abcd", [("c", "a")]).tolist() == [0, 1, 0, 3]
    assert originals("abcd", [("a", "c"), ("c", "a")]).tolist() == [0, 1, 0, 3]
    assert originals("", []).tolist() == []


def test_a_copy_of_a_copy_belongs_to_the_one_shown() -> None:
    assert originals("abc", [("c", "b"), ("b", "a")]).tolist() == [0, 0, 0]


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"))))
def test_a_copy_belongs_to_an_article_that_is_shown(pairs: list[tuple[str, str]]) -> None:
    found = originals("abcdef", pairs)
    assert (found[found] == found).all()
    assert (found <= np.arange(6)).all()
    copied = {letter for pair in pairs if len(set(pair)) == 2 for letter in pair}
    assert all("abcdef"[at] in copied for at in np.flatnonzero(found != np.arange(6)))


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
