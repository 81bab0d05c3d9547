import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.group.duplicates.postings import Postings


def _keys(keys: list[int]) -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
    return np.array(keys, np.uint32)


def _empty() -> Postings:
    return Postings(_keys([]), np.empty(0, np.int32))


def _tally(postings: Postings, keys: list[int]) -> dict[int, int]:
    hits: dict[int, int] = {}
    postings.tally(_keys(keys), 1, hits)
    return hits


_lists = st.lists(
    st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 30), unique=True, max_size=12), max_size=14
)


@given(_lists, st.lists(st.integers(0, 30), unique=True, max_size=12))
def test_articles_are_counted_by_the_keys_they_share(
    owned: list[list[int]], asked: list[int]
) -> None:
    grown = _empty()
    for owner, keys in enumerate(owned):
        grown.add(owner, _keys(keys))
    owners = np.repeat(np.arange(len(owned), dtype=np.int32), [len(keys) for keys in owned])
    built = Postings(_keys([key for keys in owned for key in keys]), owners)
    shared = {owner: len({*keys} & {*asked}) for owner, keys in enumerate(owned)}
    expected = {owner: count for owner, count in shared.items() if count}
    assert _tally(grown, asked) == _tally(built, asked) == expected


@given(_lists, st.integers(0, 13))
def test_an_article_that_is_removed_was_never_there(owned: list[list[int]], gone: int) -> None:
    one, other = _empty(), _empty()
    for owner, keys in enumerate(owned):
        one.add(owner, _keys(keys))
        if owner != gone:
            other.add(owner, _keys(keys))
    if gone < len(owned):
        one.remove(gone, _keys(owned[gone]))
    asked = sorted({key for keys in owned for key in keys})
    assert _tally(one, asked) == _tally(other, asked)


def test_an_index_grows_and_keeps_what_it_has() -> None:
    postings = _empty()
    for owner in range(500):
        postings.add(owner, _keys([owner * 7 + at * 100_000 for at in range(20)]))
    assert _tally(postings, [3 * 7, 3 * 7 + 100_000]) == {3: 2}
    assert postings.nbytes > 500 * 20 * 12
