from datetime import UTC, datetime, timedelta

from tidings.engine.estimating.learning import times_of
from tidings.engine.estimating.record_estimates import Method, learned_estimates
from tidings.engine.jobs.job_statistics import analysis_of, seconds_left
from tidings.model.crawl.job_status import JobStatus, PartStatus

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def part(
    number: int, seconds: float, estimated: float | None = None, place: str = "", copies: int = 1
) -> PartStatus:
    at = BEGAN + timedelta(seconds=number)
    return PartStatus(f"part {number}", 10, 0, "", seconds, at, estimated, place, copies)


def job(done: int, items: int = 1_000, ended: bool = False) -> JobStatus:
    return JobStatus(1, "extract", "a", items, 0, done, 0, 0.0, BEGAN, BEGAN if ended else None)


def test_estimates_are_compared_with_the_truth() -> None:
    parts = [part(n, seconds=2.0 * n, estimated=1.0 * n) for n in range(1, 6)]
    found = analysis_of(job(50), [*parts, part(9, 5.0)], None).estimates
    assert found is not None
    assert (found.parts, found.expected, found.actual) == (5, 15.0, 30.0)
    assert (found.median_ratio, found.median_error, found.correlation) == (2.0, 0.0, 1.0)


def test_without_estimates_or_parts_nothing_is_said_of_them() -> None:
    assert analysis_of(job(10), [part(1, 1.0)], None).estimates is None
    nothing = analysis_of(job(0), [], None)
    assert (nothing.times, nothing.unusual, nothing.attributes) == (None, (), ())
    assert seconds_left(job(0), []) is None


def test_parts_that_are_all_alike_have_no_correlation() -> None:
    found = analysis_of(job(20), [part(1, 1.0, 1.0), part(2, 1.0, 1.0)], None).estimates
    assert found is not None
    assert found.correlation is None


def test_the_time_is_divided_by_place() -> None:
    parts = [part(1, 2.0, place="a"), part(2, 3.0, place="b", copies=2), part(4, 5.0, place="a")]
    times = analysis_of(job(30), parts, None).times
    assert times is not None
    assert (times.elapsed, times.mapping, times.at_once) == (4.0, 10.0, 2.5)
    assert (times.median_part, times.longest_part, times.backups) == (3.0, 5.0, 1)
    assert [(each.place, each.parts, each.seconds) for each in times.places] == [
        ("a", 2, 7.0),
        ("b", 1, 3.0),
    ]


def test_parts_much_longer_than_the_median_are_unusual() -> None:
    parts = [*(part(n, 1.0) for n in range(8)), part(8, 1.4), part(9, 1.6), part(10, 4.0)]
    unusual = analysis_of(job(110), parts, None).unusual
    assert [each.key for each in unusual] == ["part 10", "part 9"]


def test_the_attributes_say_which_was_chosen() -> None:
    records = [({"size": 10 ** (n % 3), "host": "a"}, float(n % 3)) for n in range(30)]
    plan = learned_estimates(times_of(records), Method())
    found = analysis_of(job(0), [], plan).attributes
    assert [(each.strength.attribute, each.chosen) for each in found] == [
        ("size", True),
        ("host", False),
    ]


def test_what_is_left_is_estimated_by_the_pace_of_the_newest_parts() -> None:
    assert seconds_left(job(20, items=50), [part(1, 1.0), part(2, 1.0)]) == 3.0
    night = [part(n, 1.0) for n in range(-30_000, -29_900)]
    morning = [part(n, 1.0) for n in range(60)]
    assert seconds_left(job(1_600, items=2_000), [*night, *morning]) == 40.0
    assert seconds_left(job(50, items=50, ended=True), [part(1, 1.0)]) is None
