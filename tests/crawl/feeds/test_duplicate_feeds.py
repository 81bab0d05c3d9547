from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.feeds.duplicate_feeds import extended_memory, feed_merit, is_same_feed, is_sure
from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.web.page import UrlRole

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
EMPTY = ListHistory("paper.example", 1, 1, UrlRole.FEED)


def listed(numbers: range | list[int]) -> bytes:
    return b"".join(number.to_bytes(4, "big") for number in numbers)


def read(life: ListHistory, numbers: range | list[int], minutes: float) -> ListHistory:
    items = listed(numbers)
    return replace(
        life,
        read_at=NOON + timedelta(minutes=minutes),
        listing=Listing(items, len(numbers)),
        memory=extended_memory(life, items),
    )


def test_feeds_read_at_different_times_agree_though_new_items_came_between() -> None:
    before = read(EMPTY, range(100, 120), 0)
    other = read(read(replace(EMPTY, id=2), range(101, 121), -5), range(97, 117), 10)
    after = read(before, range(94, 114), 20)
    assert is_same_feed(before, after, other) is True


def test_a_longer_list_of_the_same_agrees_but_a_section_does_not() -> None:
    paper = read(EMPTY, range(30), 0)
    shorter = read(replace(EMPTY, id=2), range(10), 5)
    section = read(replace(EMPTY, id=3), list(range(0, 30, 5)), 5)
    assert is_same_feed(paper, read(paper, range(30), 10), shorter) is True
    assert not is_same_feed(paper, read(paper, range(30), 10), section)
    assert not is_same_feed(
        section, read(section, list(range(0, 30, 5)), 10), read(paper, range(30), 7)
    )


def test_nothing_is_said_about_empty_feeds_or_before_both_are_known() -> None:
    paper, other = read(EMPTY, range(9), 0), read(replace(EMPTY, id=2), [], 5)
    assert is_same_feed(paper, read(paper, range(9), 10), other) is None
    assert is_same_feed(EMPTY, paper, read(other, range(9), 5)) is None
    assert (
        is_same_feed(read(EMPTY, range(9), 7), read(paper, range(9), 10), read(other, range(9), 5))
        is None
    )


def test_feeds_that_have_parted_are_not_taken_for_one_by_their_past() -> None:
    paper = read(EMPTY, range(9), 0)
    other = read(replace(EMPTY, id=2), range(9), 5)
    assert is_same_feed(paper, read(paper, range(50, 59), 10), other) is None


def test_short_lists_must_agree_more_often() -> None:
    long, short = read(EMPTY, range(9), 0), read(EMPTY, range(2), 0)
    assert is_sure(long, long, 2)
    assert not is_sure(long, short, 3)
    assert is_sure(long, short, 4)


def test_the_longer_then_the_better_dated_then_the_secure_one_is_better() -> None:
    long, short = read(EMPTY, range(9), 0), read(EMPTY, range(5), 0)
    dated = replace(short, listing=replace(short.listing, dated=5))
    assert feed_merit(long, "http://x.example/", 3) > feed_merit(dated, "https://x.example/", 0)
    assert feed_merit(dated, "http://x.example/", 3) > feed_merit(short, "https://x.example/", 0)
    assert feed_merit(short, "https://x.example/", 3) > feed_merit(short, "http://x.example/", 0)


@given(st.lists(st.lists(st.integers(0, 2**32 - 1), max_size=64, unique=True), max_size=6))
def test_a_memory_is_bounded_begins_with_the_newest_and_never_repeats(
    reads: list[list[int]],
) -> None:
    life = EMPTY
    for minute, numbers in enumerate(reads):
        life = read(life, numbers, minute)
        keys = [life.memory[at : at + 4] for at in range(0, len(life.memory), 4)]
        assert life.memory.startswith(listed(numbers))
        assert len(keys) == len(set(keys)) <= 128
