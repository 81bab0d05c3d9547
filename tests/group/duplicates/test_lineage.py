from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.group.duplicates.lineage import LineageArticle, first_articles, lineage

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def _witness(
    id: str, minutes: float | None, seen: float = 60, credits: tuple[str, ...] = ()
) -> LineageArticle:
    published = None if minutes is None else NOW + timedelta(minutes=minutes)
    return LineageArticle(id, f"{id}.example", published, NOW + timedelta(minutes=seen), credits)


def _parents(
    witnesses: list[LineageArticle], likes: list[tuple[str, str, float, float]]
) -> dict[str, str]:
    return {each.article: each.parent for each in lineage(witnesses, likes) if each.parent}


def test_the_later_copied_from_the_earlier() -> None:
    found = lineage([_witness("b", 9), _witness("a", 2)], [("b", "a", 0.97, 1.0)])
    assert [(each.article, each.parent, each.root) for each in found] == [
        ("a", None, "a"), ("b", "a", "a"),
    ]  # fmt: skip
    assert found[1].why == "100% of the text, 7 min later"


def test_of_equally_like_sources_the_first_was_copied() -> None:
    likes = [("b", "a", 1.0, 1.0), ("c", "a", 0.98, 1.0), ("c", "b", 1.0, 1.0)]
    assert _parents([_witness("a", 0), _witness("b", 1), _witness("c", 2)], likes) == {
        "b": "a", "c": "a",
    }  # fmt: skip


def test_a_copy_of_an_edited_copy_came_from_that() -> None:
    likes = [("b", "a", 0.6, 0.7), ("c", "a", 0.5, 0.6), ("c", "b", 0.95, 0.97)]
    witnesses = [_witness("a", 0), _witness("b", 1), _witness("c", 2)]
    assert _parents(witnesses, likes) == {"b": "a", "c": "b"}
    assert {each.root for each in lineage(witnesses, likes)} == {"a"}


def test_in_one_minute_who_credits_the_other_copied() -> None:
    both = [_witness("post", 0, 5, ("wire",)), _witness("wire", 0.5, 9)]
    assert _parents(both, [("post", "wire", 0.9, 0.9)]) == {"post": "wire"}


def test_a_credit_outweighs_the_clock() -> None:
    both = [_witness("post", 0, 5, ("wire",)), _witness("wire", 30, 40)]
    assert _parents(both, [("post", "wire", 0.9, 0.9)]) == {"post": "wire"}


def test_without_a_date_the_time_we_saw_it_decides() -> None:
    both = [_witness("a", None, 5), _witness("b", 20, 30)]
    assert _parents(both, [("b", "a", 1.0, 1.0)]) == {"b": "a"}


def test_a_date_long_before_we_saw_the_page_is_not_believed() -> None:
    both = [_witness("old", -60 * 24 * 40, 50), _witness("new", 0, 10)]
    assert _parents(both, [("old", "new", 1.0, 1.0)]) == {"old": "new"}


def test_who_was_first() -> None:
    assert first_articles([_witness("b", 2), _witness("a", 0.2), _witness("c", 0)]) == ("a", "c")
    assert first_articles([_witness("old", -60 * 24 * 40), _witness("a", 5)]) == ("a",)
    assert first_articles([]) == ()


_minutes = st.one_of(st.none(), st.integers(-3, 90))
_credits = st.sampled_from([(), ("0",), ("1",), ("2",)])
_many = st.lists(st.tuples(_minutes, st.integers(0, 90), _credits), min_size=1, max_size=8)
_likes = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.floats(0, 1), st.floats(0, 1)), max_size=30
)


@settings(deadline=None)
@given(_many, _likes)
def test_every_line_ends_at_an_original(
    rows: list[tuple[int | None, int, tuple[str, ...]]],
    pairs: list[tuple[int, int, float, float]],
) -> None:
    witnesses = [_witness(str(at), *row) for at, row in enumerate(rows)]
    likes = [(str(one), str(other), like, held) for one, other, like, held in pairs]
    found = {each.article: each for each in lineage(witnesses, likes)}
    assert set(found) == {witness.id for witness in witnesses}
    for each in found.values():
        assert found[each.root].parent is None
        assert (each.parent is None) == (each.root == each.article)
    assert any(each.parent is None for each in found.values())
