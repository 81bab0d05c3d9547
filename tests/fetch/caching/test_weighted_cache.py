"""The cache stays within its weight and drops what was used least recently."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.fetch.caching.weighted_cache import WeightedCache


def test_the_least_recently_used_is_dropped_first() -> None:
    cache: WeightedCache[str, int] = WeightedCache(3)
    for number, key in enumerate("abc"):
        cache.put(key, number, 1)
    cache.get("a")
    cache.put("d", 3, 1)
    assert [cache.get(key) for key in "abcd"] == [0, None, 2, 3]


def test_a_value_heavier_than_the_capacity_is_kept_alone() -> None:
    cache: WeightedCache[str, int] = WeightedCache(3)
    cache.put("a", 1, 1)
    cache.put("b", 2, 100)
    assert (cache.get("a"), cache.get("b"), len(cache)) == (None, 2, 1)


def test_a_replaced_value_no_longer_counts() -> None:
    cache: WeightedCache[str, int] = WeightedCache(10)
    for number in range(20):
        cache.put("a", number, 9)
    cache.put("b", 1, 1)
    assert (cache.get("a"), cache.get("b")) == (19, 1)
    cache.drop("a")
    cache.drop("a")
    assert (cache.get("a"), len(cache)) == (None, 1)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 50))))
def test_the_weight_never_exceeds_the_capacity(puts: list[tuple[int, int]]) -> None:
    cache: WeightedCache[int, int] = WeightedCache(100)
    for key, weight in puts:
        cache.put(key, weight, weight)
        assert cache.get(key) == weight
        assert sum(cache.get(each) or 0 for each in range(10)) <= 100
