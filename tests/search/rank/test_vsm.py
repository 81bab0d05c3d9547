from collections.abc import Callable, Sequence
from math import isclose, log, sqrt

import numpy as np
import pytest

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, WeightedWord
from tidings.search.rank.vsm import idf, vsm, vsm_qe, vsm_qe_tr, vsm_tr

MakeForward = Callable[[Sequence[str]], ForwardView]
# Two articles about a bank's crisis, one about another bank, and others.
TEXTS = ["bank crisis", "bank crisis loans", "bank river", "rain", "sea"]


def weights(scored: ScoredCandidates) -> dict[str, float]:
    return dict(zip(scored.terms, scored.weights.tolist(), strict=True))


@pytest.fixture
def forward(forward_of: MakeForward) -> ForwardView:
    return forward_of(TEXTS)


def query_for(*terms: str, found: tuple[int, ...] = (1, 2, 3)) -> RankerQuery:
    return RankerQuery([WeightedWord((term,)) for term in terms], np.array(found))


def test_relevance_is_the_cosine_by_hand(forward: ForwardView) -> None:
    scored = vsm(query_for("bank", "crisis"), forward)
    bank, crisis, once = log(5 / 3), log(5 / 2), log(5)
    query = sqrt(bank**2 + crisis**2)
    assert isclose(scored.scores[0], 1.0)
    assert isclose(scored.scores[1], query / sqrt(bank**2 + crisis**2 + once**2))
    assert isclose(scored.scores[2], bank**2 / (query * sqrt(bank**2 + once**2)))
    assert np.allclose([scored.shares(row).sum() for row in range(3)], scored.scores)


def test_a_term_in_every_article_weighs_nothing() -> None:
    assert idf(4, np.array([4, 2, 0])).tolist() == [0, log(2), 0]


def test_expansion_adds_the_terms_of_the_relevant_by_their_mean_weight(
    forward: ForwardView,
) -> None:
    scored = vsm_qe(query_for("crisis", found=(1, 2)), forward)
    bank, crisis, once = log(5 / 3), log(5 / 2), log(5)
    short, long = sqrt(bank**2 + crisis**2), sqrt(bank**2 + crisis**2 + once**2)
    found = weights(scored)
    assert set(found) == {"crisis", "bank", "loans"}
    assert isclose(found["crisis"], crisis)  # the user's word keeps its weight
    assert isclose(found["bank"], (bank / short + bank / long) / 2)
    assert isclose(found["loans"], once / long / 2)
    assert dict(zip(scored.terms, scored.added.tolist(), strict=True)) == {
        "crisis": False,
        "bank": True,
        "loans": True,
    }


def test_reweighting_adds_the_sum_over_the_relevant(forward: ForwardView) -> None:
    found = weights(vsm_tr(query_for("crisis", found=(1, 2)), forward))
    bank, crisis, once = log(5 / 3), log(5 / 2), log(5)
    short, long = sqrt(bank**2 + crisis**2), sqrt(bank**2 + crisis**2 + once**2)
    assert set(found) == {"crisis"}
    assert isclose(found["crisis"], crisis + crisis / short + crisis / long)


def test_the_last_retrieved_articles_lower_the_weight_of_their_terms(
    forward_of: MakeForward,
) -> None:
    forward = forward_of(["bank crisis"] * 10 + ["bank river boat"] * 10 + ["sea"] * 20)
    scored = vsm_qe(query_for("bank", "crisis", found=tuple(range(1, 21))), forward)
    assert set(scored.terms) == {"bank", "crisis"}
    reweighted = weights(vsm_tr(query_for("bank", "crisis", found=tuple(range(1, 21))), forward))
    plain = weights(vsm(query_for("bank", "crisis"), forward))
    assert reweighted["crisis"] / reweighted["bank"] > plain["crisis"] / plain["bank"]


def test_both_rounds_together_reweight_what_was_added(forward: ForwardView) -> None:
    once, twice = vsm_qe(query_for("crisis", found=(1, 2)), forward), vsm_qe_tr(
        query_for("crisis", found=(1, 2)), forward
    )  # fmt: skip
    assert set(once.terms) == set(twice.terms)
    assert all(weights(twice)[term] > weights(once)[term] for term in once.terms)


def test_the_users_right_and_wrong_articles_replace_the_guess(
    forward: ForwardView,
) -> None:
    query = RankerQuery(
        [WeightedWord(("bank",))],
        np.array([1, 2, 3]),
        more_like=np.array([3]),
        less_like=np.array([1, 2]),
    )
    scored = vsm_qe(query, forward)
    assert set(scored.terms) == {"bank", "river"}
    assert scored.seqs[scored.scores.argmax()] == 3


def test_the_second_round_retrieves_the_added_terms(forward_of: MakeForward) -> None:
    forward = forward_of(["bank crisis", "bank crisis", "crisis", "sea"])
    sought: list[dict[str, float]] = []

    def retrieve(boosts: object) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        assert isinstance(boosts, dict)
        sought.append(boosts)
        return np.array([1, 2, 3])

    scored = vsm_qe(RankerQuery([WeightedWord(("bank",))], np.array([1, 2]), retrieve), forward)
    assert set(sought[0]) == {"bank", "crisis"}
    assert scored.seqs.tolist() == [1, 2, 3]
    assert scored.scores[2] > 0


@pytest.mark.parametrize("model", [vsm, vsm_qe, vsm_tr, vsm_qe_tr])
def test_empty_candidates_are_handled(model: object, forward: ForwardView) -> None:
    assert callable(model)
    assert model(query_for("bank", found=()), forward).scores.tolist() == []
    assert model(RankerQuery([], np.array([1])), forward).scores.tolist() == [0]
    assert model(query_for("nowhere", found=(1, 99)), forward).scores.tolist() == [0, 0]
