from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.model.articles.article import Article
from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.index.search_index import Index
from tidings.search.rank.bm25 import bm25
from tidings.search.rank.feedback import bm25_feedback, trust
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, Seqs, WeightedWord

MakeForward = Callable[[Sequence[str]], ForwardView]
# Articles 1-6 are about a bank and its crisis; 7 and 8 have words of the crisis, not the bank;
# 9 and 10 are about a river bank; the others make the words rare.
CRISIS = [f"bank lender collapse bailout minister number{number}" for number in range(6)]
UNNAMED = ["lender collapse bailout minister", "collapse of a lender after bailout"]
RIVER = ["bank river boat otter", "bank river willow heron"]
NOISE = [
    f"word{number} word{number + 1} other{number % 7} thing{number % 5}" for number in range(90)
]
TEXTS = CRISIS + UNNAMED + RIVER + NOISE


def everything(boosts: Mapping[str, float]) -> Seqs:
    assert all(boost > 0 for boost in boosts.values())
    return np.arange(1, len(TEXTS) + 1)


def query_for(*terms: str, found: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 9, 10)) -> RankerQuery:
    return RankerQuery([WeightedWord((term,)) for term in terms], np.array(found), everything)


def order(scored: ScoredCandidates) -> list[int]:
    found = scored.seqs[np.argsort(-scored.scores, kind="stable")]
    return found[np.sort(-scored.scores) < 0].tolist()  # type: ignore[no-any-return]


def test_articles_that_lack_the_word_are_found_by_what_the_others_share(
    forward_of: MakeForward,
) -> None:
    forward = forward_of(TEXTS)
    scored = bm25_feedback(query_for("bank", "minister"), forward)
    added = {term for term, new in zip(scored.terms, scored.added, strict=True) if new}
    assert {"lender", "collapse", "bailout"} <= added
    assert "number1" not in added  # a word of one article only
    places = order(scored)
    assert set(places[:6]) <= set(range(1, 9))
    assert {7, 8} < set(places)
    assert places.index(7) < places.index(9)


def test_the_first_two_hits_stay_the_first_two(forward_of: MakeForward) -> None:
    forward = forward_of(TEXTS)
    query = query_for("bank", "otter", "boat", "lender")
    assert order(bm25_feedback(query, forward))[:2] == order(bm25(query, forward))[:2]


def test_feedback_does_not_learn_from_too_few_articles(forward_of: MakeForward) -> None:
    scored = bm25_feedback(query_for("river", found=(9, 10)), forward_of(TEXTS))
    assert scored.terms == ["river"]


def test_feedback_learns_from_the_users_choice(forward_of: MakeForward) -> None:
    query = replace(query_for("bank"), more_like=np.array([9, 10]), less_like=np.array([1]))
    scored = bm25_feedback(query, forward_of(TEXTS))
    places = order(scored)
    assert set(places[:2]) == {9, 10}
    assert 1 not in places  # marked as wrong
    assert "lender" not in scored.terms


def test_without_retrieval_only_the_given_candidates_are_ranked(forward_of: MakeForward) -> None:
    query = replace(query_for("bank", "minister"), retrieve=None)
    scored = bm25_feedback(query, forward_of(TEXTS))
    assert sorted(scored.seqs.tolist()) == [1, 2, 3, 4, 5, 6, 9, 10]


def test_shares_are_what_each_term_added(forward_of: MakeForward) -> None:
    scored = bm25_feedback(query_for("bank", "minister"), forward_of(TEXTS))
    row = scored.seqs.tolist().index(7)
    shares = dict(zip(scored.terms, scored.shares(row).tolist(), strict=True))
    assert shares["bank"] == 0 < shares["lender"]


def test_empty_candidates_are_handled(forward_of: MakeForward) -> None:
    forward = forward_of(TEXTS)
    assert (
        bm25_feedback(
            RankerQuery([WeightedWord(("bank",))], np.empty(0, np.int64)), forward
        ).seqs.size
        == 0
    )
    assert (
        bm25_feedback(RankerQuery([], np.array([1, 2, 3, 4])), forward).scores.tolist() == [0] * 4
    )
    unknown = RankerQuery([WeightedWord(("bank",))], np.array([901, 902, 903, 904]))
    assert bm25_feedback(unknown, forward).scores.tolist() == [0] * 4
    assert (
        bm25_feedback(RankerQuery([WeightedWord(("bank",))], np.array([1])), ForwardView()).scores[
            0
        ]
        == 0
    )


@given(st.lists(st.floats(0, 1000), min_size=1, max_size=20))
def test_trust_is_shared_out_and_follows_the_scores(scores: list[float]) -> None:
    shares = trust(np.array(scores))
    assert np.isclose(shares.sum(), 1)
    best = int(np.argmax(scores))
    assert (shares <= shares[best] + 1e-12).all()


@settings(max_examples=40)
@given(
    st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=12), min_size=1, max_size=25),
    st.lists(st.sampled_from("abcz"), min_size=1, max_size=3),
)
def test_any_index_and_any_words_give_finite_scores_for_each_candidate_once(
    forward_of: MakeForward, texts: list[list[str]], words: list[str]
) -> None:
    forward = forward_of([" ".join(text) for text in texts])
    seqs = np.arange(1, len(texts) + 1)
    query = RankerQuery([WeightedWord((word,)) for word in words], seqs, lambda _: seqs)
    scored = bm25_feedback(query, forward)
    assert sorted(scored.seqs.tolist()) == seqs.tolist()
    assert np.isfinite(scored.scores).all()
    assert (scored.scores >= 0).all()
    plain = bm25(query, forward)
    if plain.scores.max() > 0:
        assert scored.seqs[scored.scores.argmax()] == plain.seqs[plain.scores.argmax()]


def test_stop_words_of_the_articles_language_are_not_added(
    make_article: Callable[..., Article], filled: Callable[..., Index]
) -> None:
    texts = [f"the bank where around lender collapse number{number}" for number in range(6)]
    articles = [make_article(f"{at}", text) for at, text in enumerate(texts)]
    noise = [make_article(f"n{at}", f"word{at} thing{at % 5}") for at in range(30)]
    forward = filled(*articles, *noise).view.forward
    candidates = np.array([article.seq for article in articles])
    scored = bm25_feedback(
        RankerQuery([WeightedWord(("bank",)), WeightedWord(("where",))], candidates), forward
    )
    added = {term for term, new in zip(scored.terms, scored.added, strict=True) if new}
    assert {"lender", "collaps"} <= added
    assert not {"the", "around"} & added
    assert "where" in scored.terms  # the user's own
