from collections.abc import Callable

import numpy as np
import pytest

from tidings.model.articles.article import Article
from tidings.search.index.search_index import Index
from tidings.search.suggestions.trend_names import TrendCandidate, joined_names

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]
Names = Callable[..., list[tuple[str, ...]]]


@pytest.fixture
def names(filled: FilledIndex, make_article: MakeArticle) -> Names:
    """Joins the terms that texts are made of, and returns the terms of what is left."""

    def joined(
        texts: list[str], *terms: str, common: tuple[str, ...] = ()
    ) -> list[tuple[str, ...]]:
        index = filled(
            *[make_article(f"a{at}", text, language="und") for at, text in enumerate(texts)]
        )
        candidates = [
            TrendCandidate(
                (term,), 9.0 - at, float(at), at + 1,
                frozenset(row for row, text in enumerate(texts) if term in text.split()),
                term not in common,
            )
            for at, term in enumerate(terms)
        ]  # fmt: skip
        found = joined_names(index.searcher, candidates, np.arange(1, len(texts) + 1))
        for each in found:
            if len(each.terms) > 1:
                phrase = " ".join(each.terms)
                assert each.articles == {at for at, text in enumerate(texts) if phrase in text}
        return [each.terms for each in found]

    return joined


def test_words_in_a_row_are_one_name_in_their_order(names: Names) -> None:
    texts = ["angela merkel spoke", "yesterday angela merkel left", "rain"]
    assert names(texts, "merkel", "angela", "rain") == [("angela", "merkel"), ("rain",)]


def test_a_name_has_up_to_three_words(names: Names) -> None:
    texts = ["ursula von leyen spoke", "then ursula von leyen left"]
    assert names(texts, "von", "leyen", "ursula") == [("ursula", "von", "leyen")]
    texts = [f"{text} again" for text in ("one two three four five", "one two three four five")]
    assert max(map(len, names(texts, "one", "two", "three", "four"))) <= 3


def test_words_of_the_same_articles_that_are_apart_stay_apart(names: Names) -> None:
    texts = ["storm hits the coast", "coast braces for storm"]
    assert names(texts, "storm", "coast") == [("storm",), ("coast",)]


def test_words_that_are_rarely_together_stay_apart(names: Names) -> None:
    texts = ["angela merkel", "angela davis", "angela lansbury", "angela carter"]
    assert names(texts, "angela", "merkel") == [("angela",), ("merkel",)]


def test_a_common_word_is_no_part_of_a_name(names: Names) -> None:
    texts = ["angela merkel", "angela merkel"]
    assert names(texts, "merkel", "angela", common=("angela",)) == [("merkel",), ("angela",)]


def test_letter_pairs_of_a_run_overlap(filled: FilledIndex, make_article: MakeArticle) -> None:
    index = filled(*[make_article(f"a{at}", "特朗普 发言", language="zh") for at in range(3)])
    every = frozenset(range(3))
    candidates = [TrendCandidate((term,), 2.0, 0.5, 3, every) for term in ("特朗", "朗普")]
    [name] = joined_names(index.searcher, candidates, np.arange(1, 4))
    assert (name.terms, name.articles) == (("特朗", "朗普"), every)


def test_a_name_has_the_score_of_its_best_word_and_the_expectation_of_its_rarest(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    index = filled(*[make_article(f"a{at}", "angela merkel", language="und") for at in range(2)])
    both = frozenset(range(2))
    one = TrendCandidate(("merkel",), 3.0, 0.5, 4, both)
    two = TrendCandidate(("angela",), 5.0, 2.0, 7, both)
    [name] = joined_names(index.searcher, [one, two], np.arange(1, 3))
    assert (name.score, name.expected, name.sources) == (5.0, 0.5, 7)


def test_only_recent_articles_count(filled: FilledIndex, make_article: MakeArticle) -> None:
    """Older articles have the words in a row, but recent ones do not."""
    old = [make_article(f"o{at}", "green party", language="und") for at in range(5)]
    new = [make_article(f"n{at}", "party was green", language="und") for at in range(2)]
    index = filled(*old, *new)
    both = frozenset(range(2))
    candidates = [TrendCandidate((term,), 2.0, 0.5, 3, both) for term in ("green", "party")]
    assert joined_names(index.searcher, candidates, np.array([6, 7])) == candidates
