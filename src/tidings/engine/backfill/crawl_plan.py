"""How a list is cut: which hosts share a lane, and how much a slice holds. Kept beside the list.

Settings may change before a crawl is continued. Its parts must not: what they were cut by is here.
"""

import json
import math
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

from tidings.engine.backfill.slices import HostLoad, SliceSize
from tidings.engine.backfill.stored_list import ListedHost, StoredList
from tidings.engine.estimating.packing import Split, levelled, packed

_PLAN = "plan.jsonl"  # the size of a slice, then a line for each host


@dataclass(frozen=True, slots=True)
class CrawlPlan:
    """The plan of one list."""

    listed: StoredList

    @property
    def size(self) -> SliceSize:
        """How much a slice holds."""
        with (self.listed.folder / _PLAN).open(encoding="utf-8") as file:
            return SliceSize(**json.loads(file.readline()))

    def lanes(self) -> list[list[HostLoad]]:
        """Return the hosts of each lane."""
        lanes: dict[int, list[HostLoad]] = {}
        with (self.listed.folder / _PLAN).open(encoding="utf-8") as file:
            next(file)
            for line in file:
                lane, *load = json.loads(line)
                lanes.setdefault(lane, []).append(HostLoad(*load))
        return [lanes[number] for number in sorted(lanes)]


def make_plan(
    listed: StoredList,
    seconds_of: Callable[[str, str], float],
    size: SliceSize,
    lanes: int,
    *,
    packing: bool = True,
) -> CrawlPlan:
    """Divide the hosts of a list into lanes of about the same work, and keep that.

    `seconds_of` a host and its domain is what each of its URLs takes. Hosts of one domain stay
    together, because a domain has a delay of its own. Without `packing`, a hash divides them.
    """
    domains = [
        [HostLoad(each.host, each.urls, seconds_of(each.host, domain)) for each in group]
        for domain, group in groupby(listed.hosts(), key=_domain)
    ]
    with (listed.folder / _PLAN).open("w", encoding="utf-8") as file:
        file.write(json.dumps(asdict(size)) + "\n")
        weighed = [(hosts, sum(load.total for load in hosts)) for hosts in domains]
        divide = packed if packing else _hashed
        for number, split in enumerate(divide(weighed, max(1, min(lanes, len(domains))))):
            for load in (load for hosts in split.items for load in hosts):
                file.write(json.dumps([number, load.host, load.urls, load.seconds]) + "\n")
    return CrawlPlan(listed)


def _hashed(
    weighed: Sequence[tuple[list[HostLoad], float]], splits: int
) -> list[Split[list[HostLoad]]]:
    """Return splits as a hash makes them, of which none is too long to stay as it is."""
    return levelled(weighed, splits, lambda hosts: zlib.crc32(hosts[0].host.encode()), math.inf)


def _domain(listed: ListedHost) -> str:
    return listed.domain
