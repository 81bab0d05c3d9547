"""Back-off against limiters of the common kinds, by a clock of its own."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from tidings.fetch.politeness.back_off import BackOff

PAGES = 400


@dataclass
class LeakyBucket:
    """Limits as nginx's limit_req does: so many per second, and a burst beyond it."""

    per_second: float
    burst: int
    excess: float = 0.0
    last: float = 0.0

    def serves(self, now: float) -> bool:
        excess = max(0.0, self.excess - (now - self.last) * self.per_second) + 1.0
        if excess > self.burst + 1.0:
            return False
        self.excess, self.last = excess, now
        return True


@dataclass
class Window:
    """Limits as most programs and proxies do: so many within each window of seconds."""

    most: int
    seconds: float
    served: dict[int, int] = field(default_factory=dict)

    def serves(self, now: float) -> bool:
        window = int(now // self.seconds)
        self.served[window] = self.served.get(window, 0) + 1
        return self.served[window] <= self.most


def crawl(limiter: LeakyBucket | Window, usual: float) -> tuple[list[bool], float]:
    """Request pages one after another until all have come; return the answers and the seconds."""
    back_off, now, came, answers = BackOff(30.0), 0.0, 0, list[bool]()
    while came < PAGES:
        served = limiter.serves(now)
        answers.append(served)
        if served:
            came += 1
            back_off.note_good(usual, now)
            now += max(usual, back_off.delay)
        else:
            now += max(back_off.note_limited(usual, now, now + 0.001), back_off.delay, usual)
    return answers, now


@given(st.floats(0.05, 50.0), st.integers(0, 20), st.floats(0.01, 5.0))
def test_a_leaky_bucket_is_met_rarely_and_used_well(
    per_second: float, burst: int, usual: float
) -> None:
    answers, seconds = crawl(LeakyBucket(per_second, burst), usual)
    ideal = max(PAGES / per_second, PAGES * usual)
    assert answers.count(False) <= 30
    assert answers[PAGES // 2 :].count(False) <= 12
    assert seconds <= 2.0 * ideal + 60.0


@given(st.integers(10, 200), st.sampled_from([1.0, 10.0, 60.0]), st.floats(0.05, 2.0))
def test_a_window_of_time_is_met_rarely_and_used_well(
    most: int, seconds_each: float, usual: float
) -> None:
    answers, seconds = crawl(Window(most, seconds_each), usual)
    ideal = max(PAGES * seconds_each / most, PAGES * usual)
    assert answers.count(False) <= 100
    assert seconds <= 2.0 * ideal + 120.0


def test_parallel_answers_of_one_burst_count_once() -> None:
    back_off = BackOff(30.0)
    pauses = [back_off.note_limited(1.0, sent, 10.0) for sent in (9.7, 9.8, 9.9)]
    assert pauses == [2.0, 0.0, 0.0]
    assert (back_off.delay, back_off.refusals) == (2.0, 1)


def test_pauses_double_and_end_at_an_hour() -> None:
    back_off, now, pauses = BackOff(30.0), 0.0, list[float]()
    for _ in range(15):
        pauses.append(back_off.note_limited(1.0, now, now))
        now += pauses[-1]
    assert pauses[:5] == [2.0, 4.0, 8.0, 16.0, 32.0]
    assert pauses[-1] == 3600.0
    assert back_off.delay == 2.0  # a ban says nothing about the pace


def test_the_usual_pace_comes_back_step_by_step() -> None:
    back_off = BackOff(30.0)
    back_off.note_limited(1.0, 0.0, 0.5)
    delays = [back_off.delay]
    for moment in range(1, 200):
        back_off.note_good(1.0, float(moment))
        if back_off.delay != delays[-1]:
            delays.append(back_off.delay)
    assert delays[0] == 2.0
    assert delays == sorted(delays, reverse=True)
    assert delays[-1] == 0.0
    assert len(delays) > 3


def test_a_clock_that_was_set_back_does_not_hide_limits() -> None:
    back_off = BackOff(30.0)
    assert back_off.note_limited(1.0, 1000.0, 1000.1) > 0
    back_off.note_limited(1.0, 5.0, 5.1)
    assert back_off.note_limited(1.0, 6.0, 6.1) > 0


def test_what_was_taken_back_leaves_no_trace() -> None:
    back_off = BackOff(30.0)
    back_off.note_limited(1.0, 0.0, 0.1)
    back_off.take_back(0.0)
    assert (back_off.delay, back_off.refusals, back_off.is_idle) == (0.0, 0, True)
