"""The shelf holds its weight and drops what was used least recently."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.fetch.caching.weighted_cache import WeightedCache


def test_the_least_recently_used_falls_first() -> None:
    shelf: WeightedCache[str, int] = WeightedCache(3)
    for number, key in enumerate("abc"):
        shelf.put(key, number, 1)
    shelf.get("a")
    shelf.put("d", 3, 1)
    assert [shelf.get(key) for key in "abcd"] == [0, None, 2, 3]


def test_a_thing_too_heavy_stands_alone() -> None:
    shelf: WeightedCache[str, int] = WeightedCache(3)
    shelf.put("a", 1, 1)
    shelf.put("b", 2, 100)
    assert (shelf.get("a"), shelf.get("b"), len(shelf)) == (None, 2, 1)


def test_what_replaces_a_thing_takes_its_weight() -> None:
    shelf: WeightedCache[str, int] = WeightedCache(10)
    for number in range(20):
        shelf.put("a", number, 9)
    shelf.put("b", 1, 1)
    assert (shelf.get("a"), shelf.get("b")) == (19, 1)
    shelf.drop("a")
    shelf.drop("a")
    assert (shelf.get("a"), len(shelf)) == (None, 1)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 50))))
def test_the_weight_never_exceeds_the_capacity(puts: list[tuple[int, int]]) -> None:
    shelf: WeightedCache[int, int] = WeightedCache(100)
    for key, weight in puts:
        shelf.put(key, weight, weight)
        assert shelf.get(key) == weight
        assert sum(shelf.get(each) or 0 for each in range(10)) <= 100
