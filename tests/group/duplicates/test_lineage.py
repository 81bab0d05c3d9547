from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tidings.group.duplicates.lineage import LineageArticle, first_articles, lineage

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def _article(
    id: str, minutes: float | None, seen: float = 60, credits: tuple[str, ...] = ()
) -> LineageArticle:
    published = None if minutes is None else NOW + timedelta(minutes=minutes)
    return LineageArticle(id, f"{id}.example", published, NOW + timedelta(minutes=seen), credits)


def _parents(
    articles: list[LineageArticle], pairs: list[tuple[str, str, float, float]]
) -> dict[str, str]:
    return {each.article: each.parent for each in lineage(articles, pairs) if each.parent}


def test_the_later_article_copied_from_the_earlier() -> None:
    found = lineage([_article("b", 9), _article("a", 2)], [("b", "a", 0.97, 1.0)])
    assert [(each.article, each.parent, each.root) for each in found] == [
        ("a", None, "a"), ("b", "a", "a"),
    ]  # fmt: skip
    assert found[1].why == "100% of the text, 7 min later"


def test_of_equally_similar_articles_the_first_was_copied() -> None:
    pairs = [("b", "a", 1.0, 1.0), ("c", "a", 0.98, 1.0), ("c", "b", 1.0, 1.0)]
    assert _parents([_article("a", 0), _article("b", 1), _article("c", 2)], pairs) == {
        "b": "a", "c": "a",
    }  # fmt: skip


def test_a_copy_of_an_edited_copy_has_that_as_its_parent() -> None:
    pairs = [("b", "a", 0.6, 0.7), ("c", "a", 0.5, 0.6), ("c", "b", 0.95, 0.97)]
    articles = [_article("a", 0), _article("b", 1), _article("c", 2)]
    assert _parents(articles, pairs) == {"b": "a", "c": "b"}
    assert {each.root for each in lineage(articles, pairs)} == {"a"}


def test_within_a_minute_the_article_that_credits_the_other_is_the_copy() -> None:
    both = [_article("post", 0, 5, ("wire",)), _article("wire", 0.5, 9)]
    assert _parents(both, [("post", "wire", 0.9, 0.9)]) == {"post": "wire"}


def test_a_credit_overrides_the_publication_times() -> None:
    both = [_article("post", 0, 5, ("wire",)), _article("wire", 30, 40)]
    assert _parents(both, [("post", "wire", 0.9, 0.9)]) == {"post": "wire"}


def test_without_a_date_the_time_of_first_sight_decides() -> None:
    both = [_article("a", None, 5), _article("b", 20, 30)]
    assert _parents(both, [("b", "a", 1.0, 1.0)]) == {"b": "a"}


def test_a_date_long_before_first_sight_is_not_trusted() -> None:
    both = [_article("old", -60 * 24 * 40, 50), _article("new", 0, 10)]
    assert _parents(both, [("old", "new", 1.0, 1.0)]) == {"old": "new"}


def test_the_first_articles_are_found() -> None:
    assert first_articles([_article("b", 2), _article("a", 0.2), _article("c", 0)]) == ("a", "c")
    assert first_articles([_article("old", -60 * 24 * 40), _article("a", 5)]) == ("a",)
    assert first_articles([]) == ()


_minutes = st.one_of(st.none(), st.integers(-3, 90))
_credits = st.sampled_from([(), ("0",), ("1",), ("2",)])
_many = st.lists(st.tuples(_minutes, st.integers(0, 90), _credits), min_size=1, max_size=8)
_pairs = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.floats(0, 1), st.floats(0, 1)), max_size=30
)


@given(_many, _pairs)
def test_every_chain_ends_at_an_original(
    rows: list[tuple[int | None, int, tuple[str, ...]]],
    rows_of_pairs: list[tuple[int, int, float, float]],
) -> None:
    articles = [_article(str(at), *row) for at, row in enumerate(rows)]
    pairs = [
        (str(one), str(other), similarity, share) for one, other, similarity, share in rows_of_pairs
    ]
    found = {each.article: each for each in lineage(articles, pairs)}
    assert set(found) == {article.id for article in articles}
    for each in found.values():
        assert found[each.root].parent is None
        assert (each.parent is None) == (each.root == each.article)
    assert any(each.parent is None for each in found.values())


def test_a_text_published_in_the_future_counts_from_when_it_was_seen() -> None:
    both = [_article("a", 500, 5), _article("b", 8, 30)]
    assert both[0].at == NOW + timedelta(minutes=5)
    assert not both[0].is_dated
    assert _parents(both, [("b", "a", 1.0, 1.0)]) == {"b": "a"}


def test_a_clearly_more_similar_article_is_the_parent_although_it_is_later() -> None:
    articles = [_article("a", 0), _article("b", 1), _article("c", 2)]
    assert _parents(articles, [("c", "a", 0.5, 0.6), ("c", "b", 0.9, 0.9)]) == {"c": "b"}
    assert _parents(articles, [("c", "a", 0.5, 0.86), ("c", "b", 0.9, 0.9)]) == {"c": "a"}


def test_a_credited_article_is_preferred_to_a_more_similar_one() -> None:
    articles = [_article("wire", 0), _article("post", 1), _article("c", 2, credits=("wire",))]
    found = lineage(articles, [("c", "wire", 0.6, 0.7), ("c", "post", 0.9, 0.9)])
    assert found[2].parent == "wire"
    assert found[2].similarity == 1.0
    assert found[2].why == "70% of the text, credits it as its source, 2 min later"


def test_within_a_minute_the_article_seen_later_is_the_copy() -> None:
    found = lineage([_article("a", 0, 9), _article("b", 0, 4)], [("a", "b", 0.9, 0.9)])
    assert found[1].article == "a"
    assert found[1].why == "90% of the text, in the same minute, but seen later"


def test_two_articles_that_credit_each_other_do_not_copy_in_a_circle() -> None:
    both = [_article("post", 0, credits=("wire",)), _article("wire", 3, credits=("post",))]
    parents = _parents(both, [("post", "wire", 0.9, 0.9)])
    assert parents == {"post": "wire"}


def test_pairs_of_unknown_articles_are_ignored() -> None:
    (origin,) = lineage([_article("a", 0)], [("a", "z", 1.0, 1.0), ("a", "a", 1.0, 1.0)])
    assert (origin.parent, origin.why) == (None, "no earlier article has this text")
