from datetime import datetime, timedelta
from itertools import islice

from tidings.world.news.publication_plan import PublicationPlan, Rest
from tidings.world.world import START

HOUR = timedelta(hours=1)


def _times(*rests: Rest) -> list[datetime]:
    plan = PublicationPlan(1, START, 40, 240.0, rests)
    return [time for time, _ in islice(plan.future(), 1500)]


def test_no_event_happens_in_a_rest() -> None:
    rests = (START + HOUR, START + 5 * HOUR), (START + 7 * HOUR, START + 90 * HOUR)
    times = _times(*rests)
    assert not [time for time in times for began, ended in rests if began <= time < ended]
    assert times == sorted(times)


def test_a_rest_changes_nothing_before_it_and_the_same_events_follow_it() -> None:
    plain, rested = _times(), _times((START + HOUR, START + 5 * HOUR))
    before = [time for time in plain if time < START + HOUR]
    assert len(before) > 100
    assert rested[: len(before)] == before
    assert [time - 4 * HOUR for time in rested[len(before) :]] == plain[len(before) :]
