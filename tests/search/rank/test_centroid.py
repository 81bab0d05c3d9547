from collections.abc import Callable, Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.rank.centroid import Centroid, centroid, heaviest
from tidings.search.rank.feedback_articles import feedback_articles
from tidings.search.rank.ranker import RankedIndex
from tidings.search.rank.statistics import Ints
from tidings.search.rank.vectors import Floats
from tidings.text.bulk.vocabulary import term_key

MakeForward = Callable[[Sequence[str]], ForwardView]
TEXTS = ["bank crisis", "bank bank", "rain", "sea"]


def flat(_: int, article_counts: Ints) -> Floats:
    return np.ones(len(article_counts))


def centroid_of(forward: ForwardView, seqs: Sequence[int], shares: ArrayLike) -> Centroid:
    articles = feedback_articles(RankedIndex(forward, forward), np.array(seqs))
    counts = articles.vectors.packed.astype(np.float64)
    return centroid(articles, counts, np.array(shares), flat, forward)


def of(common: Centroid, term: str) -> float:
    return float(common.weights_at(np.array([term_key(term)], np.uint64))[0])


def test_articles_add_up_as_unit_vectors(forward_of: MakeForward) -> None:
    forward = forward_of(TEXTS)
    common = centroid_of(forward, [1, 2, 3], [1.0, 0.5, -1.0])
    assert np.isclose(of(common, "bank"), 1 / np.sqrt(2) + 0.5)
    assert np.isclose(of(common, "crisis"), 1 / np.sqrt(2))
    assert np.isclose(of(common, "rain"), -1)
    assert of(common, "sea") == 0


def test_terms_are_counted_in_articles_with_a_positive_share(forward_of: MakeForward) -> None:
    forward = forward_of(TEXTS)
    common = centroid_of(forward, [1, 2, 3], [1.0, 0.5, -1.0])
    articles = dict(zip(forward.terms(common.keys), common.articles.tolist(), strict=True))
    assert articles == {"bank": 2, "crisis": 1, "rain": 0}


@given(st.lists(st.lists(st.sampled_from("abcdef"), min_size=1), min_size=1, max_size=6))
def test_articles_that_agree_make_a_longer_centroid_but_never_longer_than_one(
    forward_of: MakeForward, texts: list[list[str]]
) -> None:
    forward = forward_of([" ".join(text) for text in texts])
    shares = [1 / len(texts)] * len(texts)
    common = centroid_of(forward, range(1, len(texts) + 1), shares)
    length = float(np.linalg.norm(common.weights))
    assert 1 / np.sqrt(len(texts)) - 1e-9 <= length <= 1 + 1e-9


@given(st.lists(st.floats(-5, 5)), st.integers(0, 5))
def test_the_heaviest_are_positive_and_in_order(weights: list[float], limit: int) -> None:
    array = np.array(weights)
    chosen = heaviest(array, np.ones(len(weights), bool), limit)
    assert array[chosen].tolist() == sorted((w for w in weights if w > 0), reverse=True)[:limit]
