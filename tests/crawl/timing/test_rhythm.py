import math
import random

from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.timing.rhythm import DAY, HOUR, Rhythm

START = 20_000 * DAY  # a Thursday
moments = st.floats(START - 100 * DAY, START + 100 * DAY)
items = st.lists(st.one_of(st.none(), moments), max_size=60)


def visited(rate: float, days: int, every: float = HOUR, dated: bool = True) -> Rhythm:
    """A rhythm after regular visits to a source that publishes `rate` articles a day, evenly."""
    rhythm, now = Rhythm(), START
    rhythm.learn([], now)
    step, published = DAY / rate, START
    while now < START + days * DAY:
        now += every
        new: list[float | None] = []
        while published + step <= now:
            published += step
            new.append(published if dated else None)
        rhythm.learn(new, now, listed=len(new) + 1)
    return rhythm


@given(st.lists(st.tuples(items, st.floats(0.0, 40 * DAY), st.integers(0, 60)), max_size=8))
def test_the_expectation_is_always_finite_and_positive(
    visits: list[tuple[list[float | None], float, int]],
) -> None:
    rhythm, now = Rhythm(), START
    for seen, later, listed in visits:
        now += later
        rhythm.learn(seen, now, listed)
    expected = rhythm.expected(now, now + DAY)
    assert math.isfinite(expected)
    assert expected > 0


@given(st.lists(st.tuples(items, st.floats(1.0, DAY)), max_size=6), st.floats(0.0, 30 * DAY))
def test_a_rhythm_survives_packing(
    visits: list[tuple[list[float | None], float]], later: float
) -> None:
    rhythm, now = Rhythm(), START
    for seen, wait in visits:
        now += wait
        rhythm.learn(seen, now, 20)
    again = Rhythm.unpacked(rhythm.packed())
    assert len(rhythm.packed()) <= 320
    assert again.seen_until == rhythm.seen_until
    start = now + later
    assert math.isclose(
        again.expected(start, start + DAY), rhythm.expected(start, start + DAY), rel_tol=1e-4
    )
    assert again.packed() == rhythm.packed()


@given(st.floats(0.0, 5 * DAY), st.floats(0.0, 5 * DAY), st.integers(0, 10**6))
def test_expectations_over_two_spans_add_up(first: float, second: float, seed: int) -> None:
    randomness = random.Random(seed)
    rhythm = Rhythm()
    rhythm.learn([START - randomness.random() * 3 * DAY for _ in range(30)], START, 30)
    start, middle, end = START, START + first, START + first + second
    whole = rhythm.expected(start, end)
    parts = rhythm.expected(start, middle) + rhythm.expected(middle, end)
    assert math.isclose(whole, parts, rel_tol=0.2, abs_tol=0.01)


@given(st.integers(0, 20), st.integers(1, 20), st.booleans())
def test_more_articles_always_give_a_higher_rate(few: int, more: int, dated: bool) -> None:
    def after(count: int) -> float:
        rhythm = visited(10, 3)
        now = rhythm.seen_until + HOUR
        seen = [now - HOUR * (place + 1) / (count + 1) if dated else None for place in range(count)]
        rhythm.learn(seen, now, 100)
        return rhythm.rate(now)

    assert after(few + more) > after(few)


@given(st.floats(0.5, 200.0), st.booleans())
def test_the_rate_of_a_regular_source_is_learned(rate: float, dated: bool) -> None:
    rhythm = visited(rate, 21, dated=dated)
    assert math.isclose(rhythm.rate(rhythm.seen_until), rate, rel_tol=0.25)


def test_the_rate_is_learned_from_the_dates_in_the_first_list() -> None:
    rhythm = Rhythm()
    rhythm.learn([START - place * HOUR for place in range(50)], START, 50)
    assert math.isclose(rhythm.rate(START), 24.0, rel_tol=0.15)


def test_an_old_item_in_the_list_does_not_lower_the_rate() -> None:
    rhythm = Rhythm()
    rhythm.learn([START - 400 * DAY, *(START - place * HOUR for place in range(49))], START, 50)
    assert math.isclose(rhythm.rate(START), 24.0, rel_tol=0.15)


def test_a_list_of_only_new_items_gives_a_higher_rate_than_its_length() -> None:
    rhythm = Rhythm()
    rhythm.learn([], START)
    now = START + 10 * HOUR
    rhythm.learn([now - place * 60.0 for place in range(10)], now, listed=10)
    assert rhythm.rate(now) > 50


def test_the_hours_in_which_a_source_publishes_are_learned() -> None:
    rhythm, now = Rhythm(), START
    rhythm.learn([], now)
    for day in range(28):
        morning = START + day * DAY
        for hour in range(1, 25):
            now = morning + hour * HOUR
            count = 3 if 8 < hour <= 16 else 0
            rhythm.learn([now - 1800.0] * count, now, 20)
    noon, night = now + 12 * HOUR, now + 2 * HOUR
    assert rhythm.expected(noon, noon + HOUR) > 10 * rhythm.expected(night, night + HOUR)


def test_a_date_without_a_time_says_nothing_about_the_hour() -> None:
    rhythm = Rhythm()
    rhythm.learn([START - place * DAY for place in range(20)], START, 20)
    midnight, noon = START + DAY, START + 1.5 * DAY
    by_night, by_day = (rhythm.expected(hour, hour + HOUR) for hour in (midnight, noon))
    assert math.isclose(by_night, by_day, rel_tol=0.01)


def test_a_burst_raises_the_next_hour_more_than_the_next_day() -> None:
    calm, busy = visited(5, 14), visited(5, 14)
    now = calm.seen_until + HOUR
    calm.learn([], now, 50)
    busy.learn([now - place * 90.0 for place in range(20)], now, 50)
    soon = busy.expected(now, now + HOUR) / calm.expected(now, now + HOUR)
    later = busy.expected(now + DAY, now + 2 * DAY) / calm.expected(now + DAY, now + 2 * DAY)
    assert soon > 4
    assert soon > 2 * later


def test_the_rate_of_a_dead_source_falls_within_days() -> None:
    rhythm = visited(20, 30)
    alive = rhythm.rate(rhythm.seen_until)
    for hour in range(1, 5 * 24):
        rhythm.learn([], START + 30 * DAY + hour * HOUR, 20)
    assert rhythm.rate(rhythm.seen_until) < alive / 4


def test_a_clock_that_is_set_back_changes_nothing() -> None:
    rhythm = visited(10, 3)
    before = rhythm.packed()
    rhythm.learn([None] * 5, rhythm.seen_until - DAY, 20)
    assert rhythm.packed() == before


def test_expectations_far_from_the_last_visit_stay_finite() -> None:
    rhythm = visited(10, 3)
    for start in (0.0, START - 400 * DAY, START + 400 * DAY, START + 40_000 * DAY):
        assert 0 < rhythm.expected(start, start + DAY) < 100


def test_undated_items_after_a_long_pause_favour_no_hour() -> None:
    rhythm = Rhythm()
    rhythm.learn([], START)
    now = START + 10.3 * DAY
    rhythm.learn([None] * 200, now, 400)
    by_hour = [rhythm.expected(now + hour * HOUR, now + (hour + 1) * HOUR) for hour in range(48)]
    assert max(by_hour[24:]) < 1.1 * min(by_hour[24:])
