"""Every model against its definition, computed with dictionaries."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tidings.model.search.results import RankingModel
from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.rank.models import RANKERS
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, WeightedWord
from tidings.settings.tree import ZoneWeights

MakeForward = Callable[[Sequence[str]], ForwardView]
Vector = dict[str, float]

WORDS = "bank crisis loan river rain sea boat".split()
TEXTS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), min_size=2, max_size=30
)
QUERIES = st.dictionaries(
    st.sampled_from([*WORDS, "never"]), st.sampled_from([0.5, 1.0, 3.0]), min_size=1, max_size=3
)
# A term of the body counts once in any zone of these texts, which have no titles.
ZONES = ZoneWeights()


def run(
    model: RankingModel, texts: list[str], query: Vector, forward_of: MakeForward
) -> ScoredCandidates:
    words = [WeightedWord((word,), weight) for word, weight in query.items()]
    asked = RankerQuery(words, np.arange(1, len(texts) + 1), zones=ZONES)
    return RANKERS[model](asked, forward_of(texts))


class Thesis:
    """The vector space model of the thesis: weights f * log(D/d), relevance is the cosine."""

    def __init__(self, texts: list[str]) -> None:
        counts = [Counter(text.split()) for text in texts]
        having = Counter(word for each in counts for word in each)
        self._idf = {word: log(len(texts) / number) for word, number in having.items()}
        self._vectors = [
            {word: count * self._idf[word] for word, count in each.items()} for each in counts
        ]

    def query(self, words: Vector) -> Vector:
        return {word: weight * self._idf.get(word, 0.0) for word, weight in words.items()}

    def scores(self, query: Vector) -> list[float]:
        length = _length(query)
        return [
            sum(weight * vector.get(word, 0.0) for word, weight in query.items())
            / ((_length(vector) * length) or 1.0)
            for vector in self._vectors
        ]

    def difference(self, scores: list[float]) -> tuple[Vector, int]:
        """The ten best minus the ten worst of the others that were retrieved, as unit vectors."""
        order = sorted(
            (at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at]
        )
        summed: Counter[str] = Counter()
        for at in order[:10]:
            summed.update(self._unit(at))
        for at in order[10:][-10:]:
            summed.subtract(self._unit(at))
        return dict(summed), max(len(order[:10]), 1)

    def expanded(self, query: Vector) -> Vector:
        found, relevant = self.difference(self.scores(query))
        new = {word: weight / relevant for word, weight in found.items() if word not in query}
        return {word: weight for word, weight in new.items() if weight > 0.0} | query

    def reweighted(self, query: Vector) -> Vector:
        found, _ = self.difference(self.scores(query))
        return {word: max(weight + found.get(word, 0.0), 0.0) for word, weight in query.items()}

    def _unit(self, at: int) -> Counter[str]:
        vector = self._vectors[at]
        length = _length(vector) or 1.0  # words of all articles weigh nothing
        return Counter({word: weight / length for word, weight in vector.items() if weight})


def _length(vector: Vector) -> float:
    return sqrt(sum(weight**2 for weight in vector.values()))


def may_be_rounded_otherwise(scores: list[float], difference: Vector) -> bool:
    """Whether rounding decides who is among the ten best or worst, or which words stay."""
    ranked = sorted((score for score in scores if score > 0), reverse=True)
    edges = [at for at in (10, max(10, len(ranked) - 10)) if at < len(ranked)]
    return any(ranked[at - 1] - ranked[at] < 1e-9 for at in edges) or any(
        abs(weight) < 1e-9 for weight in difference.values()
    )


def weights(scored: ScoredCandidates) -> Vector:
    return dict(zip(scored.terms, scored.weights.tolist(), strict=True))


@given(TEXTS, QUERIES)
@settings(max_examples=40)
def test_vsm_is_the_cosine_of_tf_idf(
    forward_of: MakeForward, texts: list[str], query: Vector
) -> None:
    thesis = Thesis(texts)
    scored = run(RankingModel.VSM, texts, query, forward_of)
    assert scored.scores == pytest.approx(thesis.scores(thesis.query(query)), abs=1e-9)
    assert scored.seqs.tolist() == list(range(1, len(texts) + 1))
    assert not scored.added.any()


@pytest.mark.parametrize(
    ("model", "rounds"),
    [
        (RankingModel.VSM_QE, ["expanded"]),
        (RankingModel.VSM_TR, ["reweighted"]),
        (RankingModel.VSM_QE_TR, ["expanded", "reweighted"]),
    ],
)
@given(texts=TEXTS, query=QUERIES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.filter_too_much])
def test_feedback_of_the_thesis_adds_the_difference_of_best_and_worst(
    forward_of: MakeForward, model: RankingModel, rounds: list[str], texts: list[str], query: Vector
) -> None:
    thesis = Thesis(texts)
    wanted = thesis.query(query)
    for each in rounds:
        scores = thesis.scores(wanted)
        assume(not may_be_rounded_otherwise(scores, thesis.difference(scores)[0]))
        wanted = getattr(thesis, each)(wanted)
    scored = run(model, texts, query, forward_of)
    found = weights(scored)
    # Terms whose weights cancel out may or may not be there.
    assert {word: found.get(word, 0.0) for word in wanted} == pytest.approx(wanted, abs=1e-9)
    assert all(abs(weight) < 1e-9 for word, weight in found.items() if word not in wanted)
    assert scored.scores == pytest.approx(thesis.scores(wanted), abs=1e-9)
    added = {word for word, new in zip(scored.terms, scored.added, strict=True) if new}
    assert added.isdisjoint(query)


@given(TEXTS, QUERIES)
@settings(max_examples=40)
def test_bm25_is_robertsons_formula(
    forward_of: MakeForward, texts: list[str], query: Vector
) -> None:
    counts = [Counter(text.split()) for text in texts]
    average = sum(each.total() for each in counts) / len(counts)
    wanted = []
    for each in counts:
        score = 0.0
        for word, weight in query.items():
            having = sum(word in other for other in counts)
            if having:
                idf = log(1 + (len(texts) - having + 0.5) / (having + 0.5))
                damped = each[word] + 1.2 * (1 - 0.5 + 0.5 * each.total() / average)
                score += weight * idf * each[word] * 2.2 / damped
        wanted.append(score)
    scored = run(RankingModel.BM25, texts, query, forward_of)
    assert scored.scores == pytest.approx(wanted)
    rows = range(len(texts))
    assert [scored.shares(row).sum() for row in rows] == pytest.approx(wanted)


@pytest.mark.parametrize("model", sorted(RANKERS))
def test_every_model_finds_nothing_for_unknown_words(
    model: RankingModel, forward_of: MakeForward
) -> None:
    scored = run(model, ["bank crisis", "rain"], {"never": 1.0}, forward_of)
    assert scored.scores.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("model", sorted(RANKERS))
def test_every_model_prefers_the_article_with_the_word(
    model: RankingModel, forward_of: MakeForward
) -> None:
    texts = ["sea boat", "rain sea", "bank crisis", "rain boat", "sea rain boat"]
    scored = run(model, texts, {"crisis": 1.0}, forward_of)
    assert scored.seqs[scored.scores.argmax()] == 3


def test_all_models_except_news_have_a_ranker() -> None:
    assert set(RANKERS) == set(RankingModel) - {RankingModel.NEWS}
