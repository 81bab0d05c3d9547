import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.links.edges import AnchorTexts, Edges, PageKeyColumns
from tidings.search.links.page_keys import PageKeys
from tidings.search.links.page_links import PageLinks

TEXTS = st.lists(st.text(max_size=6), unique=True, max_size=6)


def keys(number: int) -> PageKeys:
    return PageKeys(number, number // 10, number // 100)


def page(number: int, *links: tuple[int, str]) -> PageLinks:
    return PageLinks(keys(number), tuple((keys(target), text) for target, text in links))


@given(TEXTS, st.data())
def test_texts_are_read_as_they_were_given(texts: list[str], data: st.DataObject) -> None:
    made = AnchorTexts.of(texts)
    assert [made.text(row) for row in range(len(texts))] == texts
    assert len(set(made.keys.tolist())) == len(texts)
    rows = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=8)) if texts else []
    taken = made.take(np.array(rows, np.int64))
    assert [taken.text(row) for row in range(len(rows))] == [texts[row] for row in rows]
    assert taken.keys.tolist() == made.keys[rows].tolist()


def test_a_text_with_half_a_character_is_kept_without_it() -> None:
    made = AnchorTexts.of(["a\ud800b", "c"])
    assert [made.text(0), made.text(1)] == ["a?b", "c"]


def test_columns_of_keys_have_a_row_for_each_page() -> None:
    columns = PageKeyColumns.of([keys(123), keys(7), keys(456)])
    assert columns.page.tolist() == [123, 7, 456]
    taken = columns.take(np.array([2, 0]))
    assert (taken.page.tolist(), taken.host.tolist(), taken.domain.tolist()) == (
        [456, 123],
        [45, 12],
        [4, 1],
    )
    assert len(PageKeyColumns.of([]).domain) == 0


def test_targets_and_texts_are_stored_once() -> None:
    edges = Edges.of([page(1, (2, "news"), (3, "")), page(2, (3, "news"), (1, "home"))])
    assert edges.pages.page.tolist() == [1, 2]
    assert edges.counts.tolist() == [2, 2]
    assert edges.source.tolist() == [0, 0, 1, 1]
    assert edges.targets.page[edges.target].tolist() == [2, 3, 3, 1]
    assert len(edges.targets.page) == 3
    assert [edges.texts.text(row) for row in edges.text.tolist()] == ["news", "", "news", "home"]
    assert [edges.texts.text(row) for row in range(3)] == ["", "news", "home"]


def test_of_several_copies_of_a_page_the_last_counts() -> None:
    edges = Edges.of([page(1, (2, "old"), (3, "old")), page(4), page(1, (5, "new"))])
    assert edges.pages.page.tolist() == [1, 4]
    assert edges.counts.tolist() == [1, 0]
    assert edges.targets.page.tolist() == [5]
    assert len(edges.texts.keys) == 2  # the empty text and the new one


def test_no_pages_have_no_edges_and_the_empty_text() -> None:
    edges = Edges.of([])
    assert (len(edges.pages.page), len(edges.target), len(edges.source)) == (0, 0, 0)
    assert edges.texts.text(0) == ""


def test_edges_are_made_again_from_their_arrays() -> None:
    edges = Edges.of([page(1, (2, "größer"), (3, "")), page(2)])
    again = Edges.from_arrays(edges.arrays())
    assert {name: array.tolist() for name, array in again.arrays().items()} == {
        name: array.tolist() for name, array in edges.arrays().items()
    }
    assert again.texts.text(1) == "größer"
