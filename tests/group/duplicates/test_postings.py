import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.group.duplicates.postings import Postings


def _keys(keys: list[int]) -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
    return np.array(keys, np.uint32)


def _empty() -> Postings:
    return Postings(_keys([]), np.empty(0, np.int32))


def _hits(postings: Postings, keys: list[int]) -> dict[int, int]:
    hits: dict[int, int] = {}
    postings.add_hits(_keys(keys), 1, hits)
    return hits


_lists = st.lists(
    st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 30), unique=True, max_size=12), max_size=14
)


@given(_lists, st.lists(st.integers(0, 30), unique=True, max_size=12))
def test_articles_are_counted_by_the_keys_they_share(
    owned: list[list[int]], wanted: list[int]
) -> None:
    grown = _empty()
    for owner, keys in enumerate(owned):
        grown.add(owner, _keys(keys))
    owners = np.repeat(np.arange(len(owned), dtype=np.int32), [len(keys) for keys in owned])
    built = Postings(_keys([key for keys in owned for key in keys]), owners)
    shared = {owner: len({*keys} & {*wanted}) for owner, keys in enumerate(owned)}
    expected = {owner: count for owner, count in shared.items() if count}
    assert _hits(grown, wanted) == _hits(built, wanted) == expected


@given(_lists, st.integers(0, 13))
def test_removing_equals_never_having_added(owned: list[list[int]], removed: int) -> None:
    one, other = _empty(), _empty()
    for owner, keys in enumerate(owned):
        one.add(owner, _keys(keys))
        if owner != removed:
            other.add(owner, _keys(keys))
    if removed < len(owned):
        one.remove(removed, _keys(owned[removed]))
    wanted = sorted({key for keys in owned for key in keys})
    assert _hits(one, wanted) == _hits(other, wanted)


def test_an_index_grows_and_keeps_its_postings() -> None:
    postings = _empty()
    for owner in range(500):
        postings.add(owner, _keys([owner * 7 + at * 100_000 for at in range(20)]))
    assert _hits(postings, [3 * 7, 3 * 7 + 100_000]) == {3: 2}
    assert postings.nbytes > 500 * 20 * 12
