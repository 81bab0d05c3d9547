from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.timing.rhythm import DAY, HOUR, Rhythm
from tidings.crawl.timing.silence import silent_from

START = 1_767_225_600.0  # a Thursday


def rhythm_of(gap: float, days: int = 20) -> tuple[Rhythm, float]:
    """The rhythm of a source with an article every `gap` seconds, and the time of its last."""
    rhythm, moment = Rhythm(), START
    rhythm.learn((), START)
    while moment + gap < START + days * DAY:
        moment += gap
        rhythm.learn((moment,), moment)
    return rhythm, moment


def test_a_source_counts_as_silent_after_ten_missing_articles() -> None:
    rhythm, last = rhythm_of(HOUR)
    silent = silent_from(rhythm, 400, 20 * DAY, last)
    assert silent is not None
    assert 8 * HOUR < silent - last < 13 * HOUR


def test_a_busy_source_still_gets_three_hours() -> None:
    rhythm, last = rhythm_of(HOUR / 30, days=3)
    assert silent_from(rhythm, 2000, 3 * DAY, last) == last + 3 * HOUR


def test_a_little_known_source_never_counts_as_silent() -> None:
    rhythm, last = rhythm_of(HOUR)
    assert silent_from(rhythm, 9, 20 * DAY, last) is None
    assert silent_from(rhythm, 400, HOUR, last) is None


def test_a_source_that_pauses_at_night_is_not_silent_at_night() -> None:
    rhythm, moment = Rhythm(), START
    rhythm.learn((), START)
    for day in range(40):
        for half_hour in range(16, 36):  # 8 to 18 o'clock
            moment = START + day * DAY + half_hour * HOUR / 2
            rhythm.learn((moment,), moment)
    silent = silent_from(rhythm, 800, 40 * DAY, moment)
    assert silent is not None
    next_morning = START + 40 * DAY + 8 * HOUR
    assert silent > next_morning


@given(st.floats(600, 5 * DAY))
def test_silence_never_begins_before_the_last_article(gap: float) -> None:
    rhythm, last = rhythm_of(gap)
    silent = silent_from(rhythm, 50, 20 * DAY, last)
    assert silent is None or silent >= last + 3 * HOUR
