"""The job of a bulk crawl: its parts are slices of time of the hosts of a list."""

from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from tidings.engine.backfill.crawl_plan import CrawlPlan
from tidings.engine.backfill.fetched_pages import FetchedPages
from tidings.engine.backfill.place import FetchPlace, PlaceSetup
from tidings.engine.backfill.slices import HostSlice, slices_of
from tidings.engine.backfill.stored_list import UrlReader
from tidings.engine.estimating.record_estimates import RecordEstimates
from tidings.engine.jobs.job import Attributes, MapItems, Part, Traits, key_of
from tidings.read.url import host_of
from tidings.store.database.session import Reader

FETCH: Final = "fetch"
_ITEM_SECONDS = 600.0  # a place gives itself less time; this is for one that hangs


@dataclass(frozen=True, slots=True)
class FetchJob:
    """Fetches the URLs of one list, each once."""

    setup: PlaceSetup
    cut: CrawlPlan
    plan: RecordEstimates  # by which hosts were expected to take long

    @property
    def name(self) -> str:
        """The name that people see."""
        return FETCH

    @property
    def key(self) -> str:
        """The list. How it is cut is kept with it, and settings may change meanwhile."""
        return key_of(self.cut.listed.key(), self.cut.listed.folder.name)

    @property
    def traits(self) -> Traits:
        """A host must not be asked from two places."""
        return Traits(in_order=False, may_run_twice=False, item_seconds=_ITEM_SECONDS)

    def count(self, connection: Reader) -> int:
        """Return the number of URLs."""
        return sum(each.urls for lane in self.cut.lanes() for each in lane)

    def split(self, connection: Reader) -> Iterator[Part[str]]:
        """Yield the slices of all lanes in turn, so that no place waits for a lane to be free."""
        lanes = deque(
            (number, enumerate(slices_of(lane, self.cut.size)))
            for number, lane in enumerate(self.cut.lanes())
        )
        with ExitStack() as opened:
            urls = self.cut.listed.reader(opened)
            while lanes:
                number, slices = lanes.popleft()
                if (following := next(slices, None)) is not None:
                    yield _part(following[1], number, following[0], urls)
                    lanes.append((number, slices))

    def start(self, opened: ExitStack) -> MapItems[str, FetchedPages]:
        """Open what fetching needs."""
        return FetchPlace(self.setup, opened)

    def attributes(self, item: str) -> Attributes:
        """Return what tells how long a URL takes: the delay of its host, and how it answers."""
        return {"host": host_of(item)}

    def name_of(self, item: str) -> str:
        """Return the URL."""
        return item


def _part(piece: HostSlice, lane: int, count: int, urls: UrlReader) -> Part[str]:
    items = tuple(url for each in piece.shares for url in urls.take(each.host, each.urls))
    return Part(f"{lane}.{count}", items, lane=f"hosts {lane}", estimated=piece.seconds)
