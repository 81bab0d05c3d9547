import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.rank.blend import HitEvidence, blended
from tidings.search.rank.recency import INDIFFERENT, Recency
from tidings.settings.tree import BlendWeights

NOW = 1_700_000_000.0
ALL_ON = BlendWeights(recency=0.5, links=0.5, title=0.5, proximity=0.5)


def nothing(count: int) -> HitEvidence:
    return HitEvidence(np.full(count, NOW), *(np.zeros(count) for _ in range(3)))


@pytest.mark.parametrize("kind", ["links", "title", "proximity"])
def test_each_kind_of_evidence_separates_equal_hits(kind: str) -> None:
    names = ("links", "title", "proximity")
    values = [np.array([0.0, 1.0]) if name == kind else np.zeros(2) for name in names]
    blend = blended(np.ones(2), HitEvidence(np.full(2, NOW), *values), INDIFFERENT, ALL_ON, NOW)
    assert blend.scores.tolist() == [1.0, 1.5]
    assert {f.name: f.value for f in blend.explained(1)}[kind] == 1.5


def test_the_newer_of_two_equal_hits_wins_if_the_query_prefers_new_articles() -> None:
    dates = np.array([NOW - 30 * 86_400, NOW])
    evidence = HitEvidence(dates, *(np.zeros(2) for _ in range(3)))
    assert np.diff(blended(np.ones(2), evidence, Recency(1, 7), ALL_ON, NOW).scores) > 0
    assert np.diff(blended(np.ones(2), evidence, INDIFFERENT, ALL_ON, NOW).scores) == 0


@given(st.lists(st.floats(0, 1e6), max_size=20))
def test_without_evidence_the_relevance_stays(relevance: list[float]) -> None:
    scores = np.array(relevance)
    blend = blended(scores, nothing(len(scores)), INDIFFERENT, ALL_ON, NOW)
    assert np.array_equal(blend.scores, scores)


def test_the_product_of_the_explained_factors_is_the_score() -> None:
    evidence = HitEvidence(np.array([NOW]), *(np.array([value]) for value in (0.2, 0.4, 0.9)))
    blend = blended(np.array([7.0]), evidence, Recency(0.5, 3), ALL_ON, NOW)
    assert np.isclose(7 * np.prod([f.value for f in blend.explained(0)]), blend.scores[0])
