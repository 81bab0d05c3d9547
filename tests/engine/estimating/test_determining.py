import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.estimating.determining import determine, spread, strength
from tidings.model.jobs.record_times import RecordTimes


def times(*seconds: float) -> RecordTimes:
    return RecordTimes(len(seconds), math.fsum(seconds), math.fsum(each**2 for each in seconds))


def test_determine_is_the_formula_of_the_thesis() -> None:
    categories = {0: times(1.0, 3.0), 1: times(5.0), 2: times(5.0, 7.0)}  # means 2, 5, 6
    middle = (2 + 5 + 6) / 3
    expected = math.sqrt(((2 - middle) ** 2 + (5 - middle) ** 2 + (6 - middle) ** 2) / 3)
    assert determine(categories) == pytest.approx(expected)


def test_an_attribute_whose_every_value_is_new_explains_nothing() -> None:
    chance = random.Random(1)
    seconds = [chance.expovariate(1.0) for _ in range(1_000)]
    by_url = {number: times(each) for number, each in enumerate(seconds)}
    by_half = {half: times(*seconds[half::2]) for half in (0, 1)}
    assert determine(by_url) > 10 * determine(by_half)  # as the thesis has it, this one is best
    assert strength("url", by_url).explained == 0.0


def test_the_variance_between_categories_is_found_through_chance() -> None:
    chance = random.Random(2)
    levels = [chance.gauss(10.0, 2.0) for _ in range(400)]
    categories = {
        number: times(*(chance.gauss(level, 3.0) for _ in range(chance.choice((2, 5, 40)))))
        for number, level in enumerate(levels)
    }
    found = spread(categories)
    assert math.sqrt(found.between) == pytest.approx(2.0, rel=0.15)
    assert math.sqrt(found.inside) == pytest.approx(3.0, rel=0.05)
    assert determine(categories) > math.sqrt(found.between)  # it counts chance, too


SECONDS = st.floats(0, 1e6, allow_subnormal=False)


@given(st.dictionaries(st.integers(), st.lists(SECONDS, min_size=1, max_size=5), min_size=1))
def test_no_history_is_too_thin(records: dict[int, list[float]]) -> None:
    categories = {key: times(*seconds) for key, seconds in records.items()}
    found = strength("host", categories)
    assert found.determine >= 0.0
    assert found.explained >= 0.0
    assert math.isfinite(found.explained)
    assert found.records == sum(map(len, records.values()))
