from collections.abc import Callable, Sequence

import numpy as np
import pytest

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.rank.query_words import (
    query_words_of,
    weighted_words,
    with_new_words,
    word_counts,
)
from tidings.search.rank.ranker import WeightedWord
from tidings.search.rank.vectors import pack
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.vocabulary import term_key

MakeForward = Callable[[Sequence[str]], ForwardView]
TEXTS = ["tax|tax taxes vote", "vote|rain", "taxes|tax tax tax"]


@pytest.fixture(scope="module")
def forward(forward_of: MakeForward) -> ForwardView:
    return forward_of(TEXTS)


def test_repeated_words_are_one_word_with_the_sum_of_their_weights(forward: ForwardView) -> None:
    words = query_words_of(
        [
            WeightedWord(("tax", "taxes"), 2.0),
            WeightedWord(("vote",)),
            WeightedWord(("tax", "taxes"), 0.5),
            WeightedWord(("vote",), 1.0, title_only=True),  # another word
            WeightedWord(()),  # no term at all
        ],
        forward,
    )
    assert len(words) == 3
    assert words.variants == (("tax", "taxes"), ("vote",), ("vote",))
    assert words.names == ["tax", "vote", "vote"]
    assert words.weights.tolist() == [2.5, 1.0, 1.0]
    assert words.keys.tolist() == [term_key(term) for term in ("tax", "taxes", "vote", "vote")]
    assert words.starts.tolist() == [0, 2, 3]
    assert words.word_of.tolist() == [0, 0, 1, 2]
    assert not words.added.any()


def test_a_word_is_in_as_many_articles_as_its_variants_but_never_in_more_than_all(
    forward: ForwardView,
) -> None:
    words = query_words_of([WeightedWord(("tax", "taxes")), WeightedWord(("rain", "no"))], forward)
    # tax and taxes are in two articles each, and there are only three articles.
    assert words.article_counts.tolist() == [3, 1]


def test_the_last_words_are_new_unless_they_were_asked_for(forward: ForwardView) -> None:
    given = [WeightedWord(("tax",)), WeightedWord(("rain",)), WeightedWord(("tax",), 2.0)]
    words = query_words_of(given, forward, added=2)
    assert words.names == ["tax", "rain"]
    assert words.weights.tolist() == [3.0, 1.0]
    assert words.added.tolist() == [False, True]


def test_words_can_be_taken_apart_again(forward: ForwardView) -> None:
    given = [WeightedWord(("tax", "taxes"), 2.0), WeightedWord(("vote",), 1.0, title_only=True)]
    words = query_words_of(given, forward)
    assert weighted_words(words) == given


def test_new_words_come_last_with_one_term_each(forward: ForwardView) -> None:
    words = query_words_of([WeightedWord(("tax", "taxes")), WeightedWord(("vote",))], forward)
    keys = np.array([term_key("rain"), term_key("sea")], np.uint64)
    wider = with_new_words(
        words, np.array([5.0, 6.0]), ["rain", "sea"], keys, np.array([0.5, 0.25]), np.array([1, 0])
    )
    again = query_words_of(
        [
            WeightedWord(("tax", "taxes"), 5.0),
            WeightedWord(("vote",), 6.0),
            WeightedWord(("rain",), 0.5),
            WeightedWord(("sea",), 0.25),
        ],
        forward,
        added=2,
    )
    assert wider.variants == again.variants
    for name in ("keys", "masks", "starts", "weights", "article_counts", "added"):
        assert getattr(wider, name).tolist() == getattr(again, name).tolist(), name


def test_variants_are_counted_together_and_a_title_word_only_in_titles(
    forward: ForwardView,
) -> None:
    words = query_words_of(
        [WeightedWord(("tax", "taxes")), WeightedWord(("tax",), title_only=True)], forward
    )
    found = word_counts(forward.tallies(np.array([1, 2, 3, 9]), words.keys), words, ZoneWeights())
    assert found.packed.tolist() == [
        [pack(2, 1, 0, 0), pack(0, 1, 0, 0)],
        [0, 0],
        [pack(3, 1, 0, 0), 0],
        [0, 0],
    ]
    assert found.frequencies.tolist() == [[5.0, 3.0], [0.0, 0.0], [6.0, 0.0], [0.0, 0.0]]
    assert found.lengths.tolist() == [4, 2, 4, 0]


def test_no_words_have_no_counts(forward: ForwardView) -> None:
    words = query_words_of([], forward)
    assert (len(words), words.names, words.article_counts.tolist()) == (0, [], [])
    found = word_counts(forward.tallies(np.array([1, 2]), words.keys), words, ZoneWeights())
    assert found.packed.shape == (2, 0)
