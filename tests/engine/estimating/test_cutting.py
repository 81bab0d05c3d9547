from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.estimating.cutting import cut
from tidings.engine.estimating.learning import times_of
from tidings.engine.estimating.record_estimates import (
    Method,
    estimates_by_number,
    learned_estimates,
)
from tidings.model.jobs.record_times import Attributes


def attributes(item: int) -> Attributes:
    return {"size": item}


# A record of size n takes n seconds.
HISTORY = times_of([(attributes(size), float(size)) for size in range(1, 80)])


@given(st.lists(st.integers(1, 79)), st.floats(1, 500))
def test_parts_take_equally_long_up_to_an_item(items: list[int], seconds: float) -> None:
    estimates = learned_estimates(HISTORY, Method(), seconds)
    assert estimates is not None
    slices = list(cut(items, attributes, estimates))
    assert [item for each in slices for item in each.items] == items
    for each in slices[:-1]:
        last = estimates.estimate(attributes(each.items[-1]))
        assert each.estimated is not None
        assert seconds - 1e-6 <= each.estimated < seconds + last + 1e-6
    assert all(each.items for each in slices)


@given(st.integers(0, 500), st.integers(1, 120), st.floats(0.01, 100))
def test_without_a_history_items_are_counted(items: int, number: int, seconds: float) -> None:
    slices = list(cut(range(items), attributes, estimates_by_number(seconds, number)))
    sizes = [len(each.items) for each in slices]
    assert sizes == [number] * (items // number) + [items % number] * (items % number > 0)
    assert all(each.estimated is None for each in slices)


def test_a_part_never_fills_the_memory() -> None:
    estimates = learned_estimates(times_of([({"size": 5}, 1e-9)]), Method(), 60.0)
    assert estimates is not None
    assert max(len(each.items) for each in cut(range(9_000), attributes, estimates)) == 2_000
