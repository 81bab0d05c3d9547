import random
import zlib
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.estimating.packing import Split, levelled, packed

Items = list[tuple[str, float]]

SECONDS = st.floats(0.001, 1e5)
ITEMS = st.lists(SECONDS, max_size=60).map(
    lambda seconds: [(f"host {number}", each) for number, each in enumerate(seconds)]
)
CONSTANT = 5.0


def place(host: str) -> int:
    return zlib.crc32(host.encode())


def as_in_the_thesis(items: Items, splits: int) -> list[Split[str]]:
    return levelled(items, splits, place, CONSTANT)


Pack = Callable[[Items, int], Sequence[Split[str]]]
BOTH = pytest.mark.parametrize("pack", [packed, as_in_the_thesis])


@BOTH
@given(items=ITEMS, splits=st.integers(1, 12))
def test_every_item_is_in_one_split_as_a_whole(pack: Pack, items: Items, splits: int) -> None:
    made = pack(items, splits)
    assert len(made) == splits
    assert sorted(item for split in made for item in split.items) == sorted(dict(items))
    for split in made:
        assert split.seconds == pytest.approx(sum(dict(items)[item] for item in split.items))


@BOTH
@given(items=ITEMS, splits=st.integers(1, 12))
def test_no_single_move_would_bring_two_splits_closer(
    pack: Pack, items: Items, splits: int
) -> None:
    made, seconds = pack(items, splits), dict(items)
    shortest = min(split.seconds for split in made)
    for split in made:
        gap = split.seconds - shortest
        if gap >= CONSTANT:
            least = min((seconds[item] for item in split.items), default=gap)
            assert least >= gap - split.seconds * 2e-9


@BOTH
@given(items=ITEMS, splits=st.integers(1, 12))
def test_the_same_items_are_always_packed_alike(pack: Pack, items: Items, splits: int) -> None:
    assert pack(items, splits) == pack(items, splits)


@given(ITEMS.filter(bool), st.integers(1, 12))
def test_the_longest_split_is_at_most_a_third_too_long(items: Items, splits: int) -> None:
    seconds = sorted((each for _, each in items), reverse=True)
    bound = max(sum(seconds) / splits, seconds[0])  # no packing is shorter
    if len(seconds) > splits:  # two of the longest share a split
        bound = max(bound, seconds[splits - 1] + seconds[splits])
    assert max(split.seconds for split in packed(items, splits)) <= bound * (4 / 3) + 1e-6


def test_splits_differ_by_less_than_the_constant_where_hosts_permit() -> None:
    chance = random.Random(6)
    items = [(f"host {number}", chance.expovariate(0.1)) for number in range(2_000)]
    for made in (as_in_the_thesis(items, 100), packed(items, 100)):
        lengths = [split.seconds for split in made]
        assert max(lengths) - min(lengths) < CONSTANT


def test_a_host_longer_than_any_split_stays_alone_and_the_others_are_level() -> None:
    items = [("huge", 1_000.0), *((f"host {number}", 1.0) for number in range(300))]
    for made in (levelled(items, 4, place, 1.5), packed(items, 4)):
        lengths = sorted(split.seconds for split in made)
        assert lengths == [100.0, 100.0, 100.0, 1_000.0]
