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


def read(history: ListHistory, numbers: range | list[int], minutes: float) -> ListHistory:
    items = listed(numbers)
    return replace(
        history,
        read_at=NOON + timedelta(minutes=minutes),
        listing=Listing(items, len(numbers)),
        memory=extended_memory(history, items),
    )


def test_feeds_read_at_different_times_match_despite_new_items() -> None:
    before = read(EMPTY, range(100, 120), 0)
    other = read(read(replace(EMPTY, id=2), range(101, 121), -5), range(97, 117), 10)
    after = read(before, range(94, 114), 20)
    assert is_same_feed(before, after, other) is True


def test_a_longer_list_of_the_same_items_matches_but_a_section_does_not() -> None:
    paper = read(EMPTY, range(30), 0)
    shorter = read(replace(EMPTY, id=2), range(10), 5)
    section = read(replace(EMPTY, id=3), list(range(0, 30, 5)), 5)
    assert is_same_feed(paper, read(paper, range(30), 10), shorter) is True
    assert not is_same_feed(paper, read(paper, range(30), 10), section)
    assert not is_same_feed(
        section, read(section, list(range(0, 30, 5)), 10), read(paper, range(30), 7)
    )


def test_empty_or_unread_feeds_give_no_answer() -> None:
    paper, other = read(EMPTY, range(9), 0), read(replace(EMPTY, id=2), [], 5)
    assert is_same_feed(paper, read(paper, range(9), 10), other) is None
    assert is_same_feed(EMPTY, paper, read(other, range(9), 5)) is None
    assert (
        is_same_feed(read(EMPTY, range(9), 7), read(paper, range(9), 10), read(other, range(9), 5))
        is None
    )


def test_feeds_that_have_diverged_give_no_answer() -> None:
    paper = read(EMPTY, range(9), 0)
    other = read(replace(EMPTY, id=2), range(9), 5)
    assert is_same_feed(paper, read(paper, range(50, 59), 10), other) is None


def test_short_lists_must_match_more_often() -> None:
    long, short = read(EMPTY, range(9), 0), read(EMPTY, range(2), 0)
    assert is_sure(long, long, 2)
    assert not is_sure(long, short, 3)
    assert is_sure(long, short, 4)


def test_longer_then_better_dated_then_https_feeds_are_preferred() -> None:
    long, short = read(EMPTY, range(9), 0), read(EMPTY, range(5), 0)
    dated = replace(short, listing=replace(short.listing, dated=5))
    assert feed_merit(long, "http://x.example/", 3) > feed_merit(dated, "https://x.example/", 0)
    assert feed_merit(dated, "http://x.example/", 3) > feed_merit(short, "https://x.example/", 0)
    assert feed_merit(short, "https://x.example/", 3) > feed_merit(short, "http://x.example/", 0)


@given(st.lists(st.lists(st.integers(0, 2**32 - 1), max_size=64, unique=True), max_size=6))
def test_a_memory_is_bounded_newest_first_and_without_repeats(
    reads: list[list[int]],
) -> None:
    history = EMPTY
    for minute, numbers in enumerate(reads):
        history = read(history, numbers, minute)
        keys = [history.memory[at : at + 4] for at in range(0, len(history.memory), 4)]
        assert history.memory.startswith(listed(numbers))
        assert len(keys) == len(set(keys)) <= 128
