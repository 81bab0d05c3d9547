from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import tantivy

from tidings.model.articles.article import Article
from tidings.search.candidates import all_or_best, best, closeness, newest, restricted_to, up_to_seq
from tidings.search.entries.schema import schema
from tidings.search.index.search_index import Index
from tidings.search.rank.ranker import WeightedWord

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


def test_without_a_limit_matches_are_only_counted(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    view = filled(*(make_article(f"{at}", "boat") for at in range(3))).view
    for retrieve in (best, newest):
        found = retrieve(view, query(), 0)
        assert (found.total, len(found.seqs), len(found.scores)) == (3, 0, 0)


def test_equal_scores_are_ordered_by_date_even_across_the_limit(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    """There are more equal scores than are retrieved at first, and the newest are the last."""
    start = datetime(2024, 1, 1, tzinfo=UTC)
    view = filled(
        *(make_article(f"{at}", "boat", published=start + timedelta(days=at)) for at in range(90))
    ).view
    for limit in (1, 2, 5):
        found = best(view, query(), limit)
        assert found.seqs.tolist() == list(range(90, 90 - limit, -1))
        assert found.total == 90
    assert best(view, query(), 2, total=7).total == 7  # known already


def test_the_newest_matches_come_first(filled: FilledIndex, make_article: MakeArticle) -> None:
    start = datetime(2024, 1, 1, tzinfo=UTC)
    days = [3, 9, 1, 5]
    view = filled(
        *(
            make_article(f"{at}", "boat " * at + "boat", published=start + timedelta(days=day))
            for at, day in enumerate(days)
        )
    ).view
    found = newest(view, query(), 3)
    assert (found.seqs.tolist(), found.total, found.scores.tolist()) == ([2, 4, 1], 4, [0, 0, 0])


def test_a_query_as_of_a_seq_leaves_later_articles_out_but_not_revised_ones(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    view = filled(*(make_article(f"a{seq}", "boat", seq=seq) for seq in range(1, 6))).view

    def seqs(limited: tantivy.Query) -> list[int]:
        return sorted(best(view, limited, 9).seqs.tolist())

    assert seqs(up_to_seq(query(), 3)) == [1, 2, 3]
    assert seqs(up_to_seq(query(), 3, ["a5", "never"])) == [1, 2, 3, 5]
    assert seqs(up_to_seq(query(), 0)) == []


def test_a_restriction_changes_no_scores(filled: FilledIndex, make_article: MakeArticle) -> None:
    texts = ["boat", "boat sea", "sea"]
    view = filled(*(make_article(f"{at}", text) for at, text in enumerate(texts))).view
    sea = tantivy.Query.term_query(schema(), "body", "sea")
    plain, limited = best(view, query(), 9), best(view, restricted_to(query(), sea), 9)
    assert limited.seqs.tolist() == [2]
    assert limited.scores[0] == plain.scores[plain.seqs.tolist().index(2)]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["boat"], [0, 0, 0, 0]),  # no pair
        (["boat", "boat"], [0, 0, 0, 0]),
        (["boat", "never"], [0, 0, 0, 0]),
        (["boat", "sea"], [1, 1, 1, 0]),  # whether they are near at all
    ],
)
def test_words_are_close_within_six_others(
    filled: FilledIndex, make_article: MakeArticle, words: list[str], wanted: list[int]
) -> None:
    texts = ["boat sea", f"boat {'x ' * 3}sea", f"boat {'x ' * 6}sea", f"boat {'x ' * 7}sea"]
    view = filled(*(make_article(f"{at}", each) for at, each in enumerate(texts))).view
    asked = [WeightedWord((word,)) for word in words]
    seqs = best(view, query(), 9).seqs
    found = dict(zip(seqs.tolist(), closeness(view, asked, seqs).tolist(), strict=True))
    assert [int(found[seq] > 0) for seq in (1, 2, 3, 4)] == wanted
    if any(wanted):
        assert found[1] == 1.0 > found[2] > found[3]


def test_a_pasted_sentence_is_not_searched_for_closeness(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    view = filled(make_article("a", "boat sea rain wind")).view
    words = [WeightedWord((word,)) for word in "boat sea rain wind sun moon ice".split()]
    seqs = best(view, query(), 9).seqs
    assert closeness(view, words, seqs).tolist() == [0.0]  # six pairs
    assert closeness(view, words[:6], seqs).tolist() == [1.0]
    assert len(closeness(view, words[:6], seqs[:0])) == 0
