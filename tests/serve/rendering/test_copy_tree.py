"""Who copied from whom."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from tests.serve.small_home import NOW

from tidings.model.articles.story import Membership, StoryArticle
from tidings.serve.rendering.copy_tree import CopyNode, copy_trees


def article(id_: str, copy_of: str | None = None) -> StoryArticle:
    member = Membership(id_, 1, NOW, 1.0)
    return StoryArticle(id_, "", id_, "post", "en", NOW, NOW, member, copy_of)


def names(nodes: Sequence[CopyNode]) -> list[object]:
    return [[node.article.article, *names(node.copies)] for node in nodes]


def depth(nodes: Sequence[CopyNode]) -> int:
    return max((1 + depth(node.copies) for node in nodes), default=0)


def size(nodes: Sequence[CopyNode]) -> int:
    return sum(1 + size(node.copies) for node in nodes)


def test_copies_stand_under_what_they_were_copied_from() -> None:
    trees = copy_trees([article("a"), article("b", "a"), article("c", "b"), article("d", "a")])
    assert names(trees) == [["a", ["b", ["c"]], ["d"]]]


def test_articles_that_nobody_copied_are_in_no_tree() -> None:
    assert copy_trees([article("a"), article("b", "not shown")]) == []


def test_a_long_chain_does_not_get_deeper_than_a_page_is_wide() -> None:
    chain = [article("0"), *(article(str(at), str(at - 1)) for at in range(1, 300))]
    trees = copy_trees(chain)
    assert (size(trees), depth(trees)) == (300, 7)


@given(st.lists(st.integers(0, 12), max_size=12))
def test_no_article_is_in_two_places(parents: list[int]) -> None:
    """Also not where articles name each other as origin, which would be a bug elsewhere."""
    trees = copy_trees([article(str(at), str(parent)) for at, parent in enumerate(parents)])
    assert size(trees) <= len(parents)
