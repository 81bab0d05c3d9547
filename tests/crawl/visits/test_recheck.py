"""Which articles are worth a re-check, and what its result means; no clock and no network."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.visits.recheck import (
    affordable_rechecks,
    after_recheck,
    change_rate,
    drawn_candidates,
    drawn_ranks,
    recheck_value,
)
from tidings.model.crawl.recheck import Recheck, RecheckCandidate, RecheckCounts, RecheckResult
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SETTINGS = CrawlSettings()


def candidate(
    age: float, since_visit: float | None = None, site: int = 1, url: int = 1
) -> RecheckCandidate:
    """An article first seen `age` hours ago, last visited `since_visit` hours ago."""
    seen = NOW - timedelta(hours=age)
    visited = seen if since_visit is None else NOW - timedelta(hours=since_visit)
    return RecheckCandidate("paper.example", url, site, seen, visited)


def value(article: RecheckCandidate, site: RecheckCounts | None = None) -> float:
    return recheck_value(article, site or RecheckCounts(), NOW, SETTINGS)


def test_an_article_just_seen_is_left_alone() -> None:
    assert value(candidate(age=0.1)) == 0.0
    assert value(candidate(age=30, since_visit=0.1)) == 0.0


def test_the_value_of_a_recheck_falls_with_age() -> None:
    values = [value(candidate(age)) for age in (24, 48, 96, 192)]
    assert values == sorted(values, reverse=True)
    assert values[-1] < values[0] / 20


def test_an_old_article_is_never_rechecked() -> None:
    assert value(candidate(age=15 * 24)) == 0.0


def test_the_article_not_visited_for_longer_is_worth_more() -> None:
    assert value(candidate(24, since_visit=12)) > value(candidate(24, since_visit=2)) > 0


def test_a_site_that_edits_is_worth_more() -> None:
    often_edits, never_edits = RecheckCounts(40, 20), RecheckCounts(40, 0)
    assert value(candidate(24), often_edits) > 10 * value(candidate(24), never_edits)
    assert change_rate(never_edits) > 0  # it may start editing


def test_a_missing_article_is_worth_more_and_a_deleted_one_less() -> None:
    plain = candidate(24)
    assert value(replace(plain, is_missing=True)) > value(plain)
    assert 0 < value(replace(plain, is_gone=True)) < value(plain)


@given(st.floats(0, 400), st.floats(0, 400), st.integers(0, 500), st.integers(0, 500))
def test_the_value_is_never_negative(
    age: float, since_visit: float, total: int, changes: int
) -> None:
    article = candidate(age, min(age, since_visit))
    assert value(article, RecheckCounts(max(total, changes), min(total, changes))) >= 0.0


@given(st.integers(0, 10**7), st.integers(1, 300), st.integers())
def test_ranks_are_within_bounds_and_few(total: int, count: int, seed: int) -> None:
    ranks = drawn_ranks(total, count, Random(seed))
    assert len(ranks) <= count
    assert all(1 <= rank <= total for rank in ranks)
    assert len(ranks) == total or total > count


def test_weighted_ranks_are_evenly_distributed() -> None:
    # Each quarter of 10 000 articles gets a quarter of the draws, once these are weighted.
    total, random = 10_000, Random(5)
    mass: Counter[int] = Counter()
    for _ in range(400):
        for rank, weight in drawn_ranks(total, 100, random).items():
            mass[(rank - 1) * 4 // total] += round(weight)
    quarter_shares = [mass[at] / mass.total() for at in range(4)]
    assert all(0.2 < share < 0.3 for share in quarter_shares)


def test_candidates_are_drawn_by_value_and_never_twice() -> None:
    young = [(candidate(20, url=at), 1.0) for at in range(50)]
    old = [(candidate(200, url=100 + at), 1.0) for at in range(50)]
    chosen = drawn_candidates([*young, *old], 30, {}, NOW, SETTINGS, Random(3))
    assert len({each.id for each in chosen}) == 30
    assert sum(each.id < 50 for each in chosen) >= 25


def test_the_same_seed_draws_the_same() -> None:
    pages = [(candidate(5 + at, url=at), 1.0) for at in range(60)]
    draws = [drawn_candidates(pages, 9, {}, NOW, SETTINGS, Random(seed)) for seed in (4, 4, 5)]
    assert draws[0] == draws[1] != draws[2]


@given(st.floats(0, 1000), st.integers(0, 1000))
def test_planned_rechecks_are_affordable_even_if_each_needs_confirming(
    credit: float, waiting: int
) -> None:
    more = affordable_rechecks(credit, waiting)
    assert more == 0 or 2 * (more + waiting) <= credit


VISIT = Visit(
    url="https://paper.example/a", host="paper.example", id=1, site=1, role=UrlRole.PAGE,
    kind=PageKind.ARTICLE, listed=True, published=None, depth=1, parent=None, attempts=0,
    interval=None, visited_at=NOW - timedelta(hours=1), etag='"1"', last_modified=None,
    body_hash=b"x", article="a" * 16,
)  # fmt: skip
KNOWN = UrlState(
    FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE, confidence=0.9,
    notes=("it reads like one",), etag='"1"', body_hash=b"x", article="a" * 16,
)  # fmt: skip


def recheck(finding: RecheckResult, minutes: float = 0) -> Recheck:
    return Recheck(finding, NOW + timedelta(minutes=minutes), detail="status 404")


@pytest.mark.parametrize("finding", list(RecheckResult))
def test_no_recheck_loses_known_data_or_sets_a_timer(finding: RecheckResult) -> None:
    url_state = after_recheck(VISIT, KNOWN, recheck(finding), SETTINGS).state
    assert (url_state.article, url_state.kind) == (KNOWN.article, PageKind.ARTICLE)
    assert (url_state.notes, url_state.state, url_state.due) == (
        KNOWN.notes,
        FrontierState.DONE,
        None,
    )


def test_a_410_is_accepted_as_a_deletion_at_once() -> None:
    after = after_recheck(VISIT, KNOWN, recheck(RecheckResult.GONE), SETTINGS)
    assert after.is_deleted
    assert after.state.reason is Reason.WITHDRAWN


def test_a_missing_article_is_checked_again_before_it_counts_as_deleted() -> None:
    first = after_recheck(VISIT, KNOWN, recheck(RecheckResult.MISSING), SETTINGS)
    assert not first.is_deleted
    assert first.confirm_at == NOW + timedelta(seconds=SETTINGS.recheck_confirm)
    again = replace(VISIT, visited_at=NOW)
    hasty = after_recheck(again, first.state, recheck(RecheckResult.MISSING, 1), SETTINGS)
    assert not hasty.is_deleted
    second = after_recheck(again, first.state, recheck(RecheckResult.MISSING, 10), SETTINGS)
    assert second.is_deleted
    assert second.confirm_at is None


def test_a_single_miss_does_not_make_a_tombstone() -> None:
    first = after_recheck(VISIT, KNOWN, recheck(RecheckResult.MISSING), SETTINGS)
    again = replace(VISIT, visited_at=NOW)
    back = after_recheck(again, first.state, recheck(RecheckResult.SAME, 10), SETTINGS)
    assert back.is_back
    assert not back.is_deleted
    later = after_recheck(again, back.state, recheck(RecheckResult.MISSING, 20), SETTINGS)
    assert not later.is_deleted


def test_a_deletion_is_reported_once() -> None:
    gone = after_recheck(VISIT, KNOWN, recheck(RecheckResult.GONE), SETTINGS).state
    for finding in (RecheckResult.GONE, RecheckResult.MISSING, RecheckResult.UNANSWERED):
        after = after_recheck(VISIT, gone, recheck(finding, 30), SETTINGS)
        assert (after.is_deleted, after.is_back) == (False, False)
        assert after.state.reason is Reason.WITHDRAWN
