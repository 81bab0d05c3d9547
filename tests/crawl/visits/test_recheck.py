"""Which articles are worth a second look, and what one means; no clock and no network."""

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
    age: float, rested: float | None = None, site: int = 1, url: int = 1
) -> RecheckCandidate:
    """An article seen so many hours ago, last looked at so many hours ago."""
    seen = NOW - timedelta(hours=age)
    looked = seen if rested is None else NOW - timedelta(hours=rested)
    return RecheckCandidate("paper.example", url, site, seen, looked)


def value(aged: RecheckCandidate, looks: RecheckCounts | None = None) -> float:
    return recheck_value(aged, looks or RecheckCounts(), NOW, SETTINGS)


def test_an_article_just_seen_is_left_alone() -> None:
    assert value(candidate(age=0.1)) == 0.0
    assert value(candidate(age=30, rested=0.1)) == 0.0


def test_what_a_look_is_worth_fades_with_age() -> None:
    values = [value(candidate(age)) for age in (24, 48, 96, 192)]
    assert values == sorted(values, reverse=True)
    assert values[-1] < values[0] / 20


def test_an_old_article_is_never_looked_at_again() -> None:
    assert value(candidate(age=15 * 24)) == 0.0


def test_the_longer_unseen_of_two_equals_goes_first() -> None:
    assert value(candidate(24, rested=12)) > value(candidate(24, rested=2)) > 0


def test_a_site_that_edits_is_worth_more() -> None:
    edits, leaves = RecheckCounts(40, 20), RecheckCounts(40, 0)
    assert value(candidate(24), edits) > 10 * value(candidate(24), leaves)
    assert change_rate(leaves) > 0  # it may begin to


def test_a_missing_article_is_looked_at_sooner_and_a_buried_one_later() -> None:
    plain = candidate(24)
    assert value(replace(plain, is_missing=True)) > value(plain)
    assert 0 < value(replace(plain, is_gone=True)) < value(plain)


@given(st.floats(0, 400), st.floats(0, 400), st.integers(0, 500), st.integers(0, 500))
def test_worth_is_never_negative(age: float, rested: float, looks: int, changes: int) -> None:
    aged = candidate(age, min(age, rested))
    assert value(aged, RecheckCounts(max(looks, changes), min(looks, changes))) >= 0.0


@given(st.integers(0, 10**7), st.integers(1, 300), st.integers())
def test_ranks_are_within_bounds_and_few(total: int, count: int, seed: int) -> None:
    ranks = drawn_ranks(total, count, Random(seed))
    assert len(ranks) <= count
    assert all(1 <= rank <= total for rank in ranks)
    assert len(ranks) == total or total > count


def test_ranks_counted_by_their_rarity_are_even() -> None:
    # Of 10 000 articles a tenth is drawn from each tenth, once every draw counts for its rarity.
    total, chance = 10_000, Random(5)
    mass: Counter[int] = Counter()
    for _ in range(400):
        for rank, counts in drawn_ranks(total, 100, chance).items():
            mass[(rank - 1) * 4 // total] += round(counts)
    quarters = [mass[at] / mass.total() for at in range(4)]
    assert all(0.2 < share < 0.3 for share in quarters)


def test_picks_follow_worth_and_repeat_none() -> None:
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
def test_all_that_is_planned_can_be_paid_even_if_each_needs_confirming(
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


def look(finding: RecheckResult, minutes: float = 0) -> Recheck:
    return Recheck(finding, NOW + timedelta(minutes=minutes), detail="status 404")


@pytest.mark.parametrize("finding", list(RecheckResult))
def test_no_look_loses_what_is_known_or_sets_a_timer(finding: RecheckResult) -> None:
    standing = after_recheck(VISIT, KNOWN, look(finding), SETTINGS).standing
    assert (standing.article, standing.kind) == (KNOWN.article, PageKind.ARTICLE)
    assert (standing.notes, standing.state, standing.due) == (KNOWN.notes, FrontierState.DONE, None)


def test_gone_is_believed_at_once() -> None:
    after = after_recheck(VISIT, KNOWN, look(RecheckResult.GONE), SETTINGS)
    assert after.is_deleted
    assert after.standing.reason is Reason.WITHDRAWN


def test_a_missing_article_is_asked_for_once_more_before_it_counts_as_deleted() -> None:
    first = after_recheck(VISIT, KNOWN, look(RecheckResult.MISSING), SETTINGS)
    assert not first.is_deleted
    assert first.again_at == NOW + timedelta(seconds=SETTINGS.recheck_confirm)
    again = replace(VISIT, visited_at=NOW)
    hasty = after_recheck(again, first.standing, look(RecheckResult.MISSING, 1), SETTINGS)
    assert not hasty.is_deleted
    second = after_recheck(again, first.standing, look(RecheckResult.MISSING, 10), SETTINGS)
    assert second.is_deleted
    assert second.again_at is None


def test_a_hiccup_is_no_tombstone() -> None:
    first = after_recheck(VISIT, KNOWN, look(RecheckResult.MISSING), SETTINGS)
    again = replace(VISIT, visited_at=NOW)
    back = after_recheck(again, first.standing, look(RecheckResult.SAME, 10), SETTINGS)
    assert back.is_back
    assert not back.is_deleted
    later = after_recheck(again, back.standing, look(RecheckResult.MISSING, 20), SETTINGS)
    assert not later.is_deleted


def test_a_deletion_is_told_once() -> None:
    gone = after_recheck(VISIT, KNOWN, look(RecheckResult.GONE), SETTINGS).standing
    for finding in (RecheckResult.GONE, RecheckResult.MISSING, RecheckResult.UNANSWERED):
        after = after_recheck(VISIT, gone, look(finding, 30), SETTINGS)
        assert (after.is_deleted, after.is_back) == (False, False)
        assert after.standing.reason is Reason.WITHDRAWN
