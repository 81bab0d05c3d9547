from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray

from tidings.model.search.results import RankingModel
from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.hit_order import (
    COMPARED,
    HitOrder,
    by_news,
    by_relevance,
    recency_of,
    title_share,
    without_copies,
)
from tidings.search.index.story_membership import NoStories, StoryMembership
from tidings.search.rank.blend import HitEvidence
from tidings.search.rank.ranker import ScoredCandidates
from tidings.search.rank.recency import INDIFFERENT, Recency
from tidings.search.rank.vectors import Columns, pack
from tidings.settings.tree import BlendWeights

NOW = datetime(2024, 5, 1, tzinfo=UTC)
DAY = 86_400


def scored(scores: ArrayLike, packed: ArrayLike | None = None) -> ScoredCandidates:
    """Candidates with the seqs 1, 2, … for two words of the user and one of feedback."""
    values = np.array(scores, np.float64)
    counts = np.array(np.ones((len(values), 3)) if packed is None else packed, np.uint16)
    weights = np.array([3.0, 1.0, 2.0])
    return ScoredCandidates(
        np.arange(1, len(values) + 1),
        values,
        ["bank", "crisis", "loan"],
        weights,
        np.array([False, False, True]),
        counts,
        lambda row: (counts[row] > 0) * weights,
    )


def columns(count: int, *, ages: Sequence[float] | None = None) -> Columns:
    none = np.zeros(count, np.uint64)
    days = np.array(ages or [0.0] * count)
    published = (NOW.timestamp() - DAY * days).astype(np.int64)
    return Columns(none == 0, published, none == 0, none, none, none, none, none)


def folded(scores: Sequence[float], pairs: Sequence[tuple[str, str]]) -> HitOrder:
    """The order without copies; the first candidate has the id "1"."""
    order = by_relevance(scored(scores), columns(len(scores)))
    return without_copies(order, [str(seq) for seq in order.seqs[:COMPARED].tolist()], pairs)


def evidence(count: int, **given_: Sequence[float]) -> HitEvidence:
    values = {name: np.zeros(count) for name in ("published", "links", "title", "proximity")}
    values["published"] += NOW.timestamp()
    return HitEvidence(**values | {name: np.array(each) for name, each in given_.items()})


def news(
    found: ScoredCandidates,
    evidence_: HitEvidence,
    stories: StoryMembership | None = None,
    recency: Recency = INDIFFERENT,
) -> HitOrder:
    # The forward index is empty: titles have nothing in common.
    return by_news(
        found, columns(len(found.seqs)), ForwardView(), evidence_, recency,
        BlendWeights(recency=0.5, links=1.0, title=0.25, proximity=0.25), NOW,
        stories or NoStories(),
    )  # fmt: skip


class Stories(NoStories):
    """Knows which articles are in which story."""

    def __init__(self, story_of: Mapping[int, int]) -> None:
        self._story_of = story_of

    def of(self, seqs: Sequence[int]) -> Mapping[int, int]:
        return {seq: self._story_of[seq] for seq in seqs if seq in self._story_of}


@given(st.lists(st.tuples(st.sampled_from([0.0, 1.0, 2.5]), st.integers(0, 3)), max_size=12))
def test_hits_are_ordered_by_score_then_date_then_change(hits: list[tuple[float, int]]) -> None:
    found = scored([score for score, _ in hits])
    order = by_relevance(found, columns(len(hits), ages=[age for _, age in hits]))
    wanted = sorted(range(len(hits)), key=lambda at: (-hits[at][0], hits[at][1], -at))
    assert order.places.tolist() == wanted
    assert order.seqs.tolist() == [at + 1 for at in wanted]
    assert order.scores.tolist() == [hits[at][0] for at in wanted]


def test_copies_are_folded_into_the_first_of_them() -> None:
    order = folded([5, 4, 3, 2, 1], [("2", "1"), ("4", "1")])
    assert order.seqs.tolist() == [1, 3, 5]
    assert order.scores.tolist() == [5, 3, 1]
    assert {place: seqs.tolist() for place, seqs in order.copies.items()} == {0: [2, 4]}


def test_copies_belong_to_the_best_hit_and_not_to_the_first_candidate() -> None:
    order = folded([1, 3, 2], [("2", "1"), ("3", "1"), ("3", "2")])
    assert order.seqs.tolist() == [2]
    assert {place: seqs.tolist() for place, seqs in order.copies.items()} == {1: [3, 1]}


def test_only_the_first_fifty_hits_are_searched_for_copies() -> None:
    order = folded(list(range(53, 0, -1)), [("1", "50")])
    assert order.copies[0].tolist() == [50]
    assert order.seqs.tolist()[-3:] == [51, 52, 53]


def test_news_multiplies_relevance_by_its_evidence() -> None:
    order = news(
        scored([4.0, 3.0, 2.0]),
        evidence(3, links=[0.0, 1.0, 0.0], title=[0.0, 0.0, 1.0], proximity=[0.5, 0.0, 1.0]),
    )
    assert order.seqs.tolist() == [2, 1, 3]
    assert order.scores == pytest.approx([3 * 2, 4 * 1.125, 2 * 1.25 * 1.25])


def test_news_prefers_new_articles_as_far_as_the_query_does() -> None:
    dated = evidence(2, published=[NOW.timestamp() - 10 * DAY, NOW.timestamp()])
    order = news(scored([1.2, 1.0]), dated, recency=Recency(1.0, 10.0))
    assert order.seqs.tolist() == [2, 1]
    assert order.scores == pytest.approx([1.5, 1.2 * 1.25])
    assert news(scored([1.2, 1.0]), dated).seqs.tolist() == [1, 2]


def test_the_second_report_of_a_story_is_moved_down_and_scores_never_rise() -> None:
    found = scored([10.0, 9.9, 9.0, 8.0])
    order = news(found, evidence(4), Stories({1: 7, 2: 7}))
    assert order.seqs.tolist() == [1, 3, 4, 2]
    assert order.scores == pytest.approx([10.0, 9.0, 8.0, 0.8 * 9.9])
    assert (np.diff(order.scores) <= 0).all()


def test_a_hit_that_would_score_above_its_neighbour_is_capped_and_says_so() -> None:
    # Twenty hits are varied; the twenty-first had a higher score than the last of them has now.
    scores = [10.0, *[9.9] * 19, 9.8]
    order = news(scored(scores), evidence(21), Stories(dict.fromkeys(range(1, 21), 7)))
    assert order.seqs[-1] == 21
    assert order.scores[-1] == order.scores[-2] == pytest.approx(0.8 * 9.9)
    factors = {factor.name: factor for factor in order.breakdown(20, RankingModel.NEWS).factors}
    assert factors["variety"].value == 1.0
    assert factors["place"].value == pytest.approx(0.8 * 9.9 / 9.8)
    second = {factor.name: factor for factor in order.breakdown(1, RankingModel.NEWS).factors}
    assert second["variety"].value == pytest.approx(0.8)
    assert second["variety"].detail == "similar to a higher hit"
    assert "place" not in second


def test_a_breakdown_shows_the_words_of_the_article_by_their_share() -> None:
    counts = [[pack(1, 0, 0, 0), 0, pack(2, 1, 3, 0)], [0, 0, 0]]
    order = by_relevance(scored([2.0, 1.0], counts), columns(2))
    found = order.breakdown(0, RankingModel.BM25)
    assert (found.model, found.relevance, found.factors) == (RankingModel.BM25, 2.0, ())
    assert [(term.term, term.added) for term in found.terms] == [("bank", False), ("loan", True)]
    assert [term.share for term in found.terms] == pytest.approx([0.6, 0.4])
    loan = found.terms[1]
    assert (loan.body, loan.title, loan.headings, loan.weight) == (2, 1, 3, 2.0)
    assert order.breakdown(1, RankingModel.BM25).terms == ()


def test_the_share_of_a_title_counts_only_the_users_words_by_weight() -> None:
    titled, body = pack(0, 1, 0, 0), pack(1, 0, 0, 0)
    counts = [[titled, body, titled], [body, titled, 0], [titled, titled, 0], [0, 0, titled]]
    assert title_share(scored([1, 1, 1, 1], counts)).tolist() == [0.75, 0.25, 1.0, 0.0]


def test_the_dates_of_the_best_hits_show_whether_news_is_wanted() -> None:
    everything: NDArray[np.float64] = NOW.timestamp() - DAY * np.linspace(1, 3_000, 200)
    scores = [*[5.0] * 50, *[1.0] * 50]
    recent = columns(100, ages=[*[1.0] * 50, *[3_000.0] * 50])
    old = columns(100, ages=[*[3_000.0] * 50, *[1.0] * 50])
    assert recency_of(scored(scores), recent, everything, NOW).strength == 1.0
    assert recency_of(scored(scores), old, everything, NOW).strength < 0.2
    assert recency_of(scored([]), columns(0), everything, NOW) == INDIFFERENT
