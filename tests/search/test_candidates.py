from collections.abc import Callable

import tantivy

from tidings.model.articles.article import Article
from tidings.search.candidates import all_or_best, best
from tidings.search.entries.schema import schema
from tidings.search.index.search_index import Index

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]


def query() -> tantivy.Query:
    return tantivy.Query.term_query(schema(), "body", "boat")


def test_few_matches_are_all_returned_whatever_their_score(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    view = filled(*(make_article(f"{at}", "boat " * at) for at in range(1, 6))).view
    found = all_or_best(view, query(), 5)
    assert found.seqs.tolist() == [5, 4, 3, 2, 1]
    assert found.total == 5
    assert sorted(best(view, query(), 5).seqs.tolist()) == [1, 2, 3, 4, 5]


def test_too_many_matches_are_cut_to_the_best(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    texts = ["boat", *["boat " + "other " * 30] * 4]
    view = filled(*(make_article(f"{at}", text) for at, text in enumerate(texts))).view
    found = all_or_best(view, query(), 2)
    assert found.total == 5
    assert found.seqs.tolist() == best(view, query(), 2).seqs.tolist()
    assert found.seqs[0] == 1


def test_a_query_without_matches_has_no_candidates(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    view = filled(make_article("a", "train")).view
    assert all_or_best(view, query(), 5).total == len(all_or_best(view, query(), 5).seqs) == 0
