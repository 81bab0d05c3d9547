from collections.abc import Sequence
from pathlib import Path

import pytest

from tidings.engine.backfill.crawl_plan import make_plan
from tidings.engine.backfill.slices import HostLoad, SliceSize
from tidings.engine.backfill.stored_list import store_list

COUNTS = (90, 70, 50, 40, 30, 20, 20, 10, 10, 10)  # URLs of each host
URLS = [f"https://{host}.org/{n}" for host, count in enumerate(COUNTS) for n in range(count)]
SIZE = SliceSize(8, 30.0, 100)


def lanes_of(folder: Path, lanes: int, *, packing: bool) -> list[list[HostLoad]]:
    listed = store_list(URLS, folder)
    return make_plan(listed, lambda host, domain: 1.0, SIZE, lanes, packing=packing).lanes()


def lengths(lanes: Sequence[Sequence[HostLoad]]) -> list[float]:
    return sorted(sum(load.total for load in lane) for lane in lanes)


@pytest.mark.parametrize("packing", [True, False])
def test_a_host_is_in_one_lane(tmp_path: Path, *, packing: bool) -> None:
    lanes = lanes_of(tmp_path / "list", 4, packing=packing)
    loads = [load for lane in lanes for load in lane]
    assert sorted((load.host, load.urls) for load in loads) == [
        (f"{host}.org", count) for host, count in enumerate(COUNTS)
    ]


def test_packed_lanes_are_about_as_long_as_each_other(tmp_path: Path) -> None:
    packed = lengths(lanes_of(tmp_path / "packed", 4, packing=True))
    hashed = lengths(lanes_of(tmp_path / "hashed", 4, packing=False))
    assert packed[-1] == max(COUNTS)  # it cannot be shorter
    assert hashed[-1] > packed[-1]
    assert sum(packed) == sum(hashed) == sum(COUNTS)
