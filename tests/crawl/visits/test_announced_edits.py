"""Which announced changes are believed, and in which order pages are looked at."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import NOW

from tidings.crawl.visits.announced_edits import (
    MAX_ANNOUNCED,
    announced_changes,
    in_turn,
    is_believed,
    is_newer,
    looks_earned,
    truth_rate,
)
from tidings.model.crawl.announcement import AnnouncedChange, Announcer, HeldCopy

BASE = "https://paper.example/feed.xml"
HOUR = timedelta(hours=1)
COPY = HeldCopy("paper.example", 7, NOW, None, None, None)


def test_only_what_a_list_says_since_its_last_reading_is_an_announcement() -> None:
    moments = {
        "/new": NOW - HOUR,
        "/newer": NOW,
        "/known": NOW - 60 * HOUR,
        "/undated": None,
        "/zone": NOW + 2 * HOUR,
        "/never": NOW + 50 * HOUR,
    }
    changes = announced_changes(moments, BASE, NOW - 2 * HOUR, NOW)
    assert [change.url for change in changes] == [
        "https://paper.example/zone", "https://paper.example/newer", "https://paper.example/new",
    ]  # fmt: skip
    assert changes[-1] == AnnouncedChange("https://paper.example/new", NOW - HOUR)


def test_the_first_reading_of_a_list_announces_nothing() -> None:
    assert announced_changes({"/new": NOW}, BASE, None, NOW) == ()


def test_of_a_list_that_changes_everything_only_the_newest_count() -> None:
    moments = {f"/{n}": NOW - timedelta(seconds=n) for n in range(MAX_ANNOUNCED + 50)}
    changes = announced_changes(moments, BASE, NOW - HOUR, NOW)
    assert len(changes) == MAX_ANNOUNCED
    assert changes[0].url == "https://paper.example/0"


@pytest.mark.parametrize(
    ("copy", "expected"),
    [
        (COPY, True),
        (replace(COPY, visited_at=NOW + 2 * HOUR), False),  # fetched after the change
        (replace(COPY, modified=NOW + HOUR), False),  # the copy says that it has the change
        (replace(COPY, modified=NOW), True),
        (replace(COPY, said=NOW + HOUR), False),  # heard before
        (replace(COPY, said=NOW), True),
    ],
)
def test_an_announcement_counts_if_it_is_newer_than_our_copy(
    copy: HeldCopy, expected: bool
) -> None:
    assert is_newer(NOW + HOUR, copy) is expected


def test_a_list_is_believed_until_four_looks_have_found_nothing() -> None:
    believed = [is_believed(Announcer(looks, 0, NOW), NOW) for looks in range(6)]
    assert believed == [True, True, True, True, False, False]
    assert is_believed(Announcer(10, 3, NOW), NOW)


def test_a_list_that_is_not_believed_gets_one_look_a_week() -> None:
    liar = Announcer(20, 0, NOW)
    assert not is_believed(liar, NOW + timedelta(days=6))
    assert is_believed(liar, NOW + timedelta(days=7))
    assert looks_earned(liar) == 1


def test_a_new_list_is_tested_before_all_its_announcements_are_looked_at() -> None:
    assert [looks_earned(Announcer(looks)) for looks in range(4)] == [4, 3, 2, 1]
    assert looks_earned(Announcer(4, 1)) == MAX_ANNOUNCED


def test_lists_take_turns_the_truest_first() -> None:
    assert in_turn([(0.3, ["a", "b", "c"]), (0.9, ["x"]), (0.5, ["m", "n"])]) == [
        "x", "m", "a", "n", "b", "c",
    ]  # fmt: skip
    assert in_turn([]) == []


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_the_rate_is_a_probability(looks: int, changes: int) -> None:
    assert 0.0 < truth_rate(Announcer(looks + changes, changes)) < 1.0
