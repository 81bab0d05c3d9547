import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.estimating.learning import times_of
from tidings.engine.estimating.record_estimates import (
    Method,
    RecordEstimates,
    estimates_by_number,
    estimates_from_json,
    learned_estimates,
)
from tidings.model.jobs.record_times import Attributes

EXACT = Method(shrinkage=False)

Records = list[tuple[Attributes, float]]


def learned(records: Records, method: Method = EXACT) -> RecordEstimates:
    estimates = learned_estimates(times_of(records), method)
    assert estimates is not None
    return estimates


def test_the_best_attribute_gives_the_mean_of_its_category() -> None:
    estimates = learned(
        [
            ({"host": "slow.example", "size": 900}, 9.0),
            ({"host": "slow.example", "size": 100}, 7.0),
            ({"host": "fast.example", "size": 900}, 1.0),
            ({"host": "fast.example", "size": 100}, 2.0),
        ]
    )
    assert [each.attribute for each in estimates.strengths] == ["host", "size"]
    assert estimates.estimate({"host": "slow.example", "size": 100}) == 8.0
    assert estimates.estimate({"host": "fast.example", "size": 900}) == 1.5


def test_two_attributes_are_averaged() -> None:
    records: Records = [({"host": "a", "size": 1}, 1.0), ({"host": "b", "size": 1_000}, 3.0)]
    both = learned(records, Method(attributes=2, shrinkage=False))
    assert both.estimate({"host": "a", "size": 1_000}) == 2.0


def test_what_was_never_seen_takes_the_mean_and_numbers_the_nearest_range() -> None:
    by_host = learned([({"host": "a"}, 1.0), ({"host": "b"}, 2.0), ({"host": "b"}, 3.0)])
    assert by_host.estimate({"host": "c"}) == by_host.estimate({}) == 2.0
    by_size = learned([({"size": 100}, 1.0), ({"size": 100_000}, 8.0)])
    assert by_size.estimate({"size": 10_000_000}) == 8.0
    assert by_size.estimate({"size": 1}) == 1.0
    assert by_size.estimate({"size": 150}) == 1.0


def test_a_category_of_few_records_counts_as_little_as_chance_demands() -> None:
    chance = random.Random(3)
    records: Records = [
        ({"host": f"host {host}"}, chance.gauss(1.0 + host % 2, 0.5))
        for host in range(100)
        for _ in range(20)
    ]
    records.append(({"host": "once"}, 5.0))
    shrunk, exact = learned(records, Method()), learned(records)
    once = {"host": "once"}
    assert exact.estimate(once) == pytest.approx(5.0)
    assert 2.0 < shrunk.estimate(once) < 4.5
    often = {"host": "host 1"}
    assert shrunk.estimate(often) == pytest.approx(exact.estimate(often), rel=0.05)


def test_shrinking_makes_errors_smaller_where_history_is_thin() -> None:
    chance = random.Random(4)
    levels = {f"host {host}": chance.uniform(0.5, 1.5) for host in range(500)}
    records: Records = [
        ({"host": host}, chance.expovariate(1 / level))
        for host, level in levels.items()
        for _ in range(3)
    ]

    def error(estimates: RecordEstimates) -> float:
        return sum((estimates.estimate({"host": h}) - level) ** 2 for h, level in levels.items())

    assert error(learned(records, Method())) < 0.5 * error(learned(records))


def test_without_shrinkage_an_attribute_of_unique_values_misleads() -> None:
    chance = random.Random(5)
    records: Records = [
        ({"url": f"url {number}", "host": f"{number % 2}"}, chance.expovariate(1.0) + number % 2)
        for number in range(400)
    ]
    assert learned(records).strengths[0].attribute == "url"
    assert learned(records, Method()).strengths[0].attribute == "host"


NAMES = st.sampled_from(["host", "size", "kind"])
ATTRIBUTES = st.dictionaries(NAMES, st.text() | st.floats(0))
RECORDS = st.lists(st.tuples(ATTRIBUTES, st.floats(0, 1e6)), max_size=30)
METHODS = st.builds(Method, st.integers(1, 4), st.integers(1, 5_000), st.booleans())


@given(RECORDS, ATTRIBUTES, METHODS)
def test_estimates_are_seconds_and_stay_the_same_as_text(
    records: Records, attributes: Attributes, method: Method
) -> None:
    estimates = learned_estimates(times_of(records), method) or estimates_by_number(2.0, 50)
    again = estimates_from_json(estimates.to_json())
    assert again == estimates
    assert -1e-6 <= estimates.estimate(attributes) <= 1e6 * (1 + 1e-9)
    assert again.estimate(attributes) == estimates.estimate(attributes)
