"""A process of the frontier benchmark: grows a home until it is killed, or restarts it."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

from benchmarks.inputs.url_generator import LINKS, MENU, SHAPES, UrlGenerator
from tidings.crawl.visits.frontier import Frontier
from tidings.engine.live.due_rows import StoredDueRows
from tidings.model.crawl.visit import ArchivePlace, FoundUrl, PastVisit, UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings, StoreSettings
from tidings.store.database.database import Work, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.counts import counts_by, site_size
from tidings.store.tables.frontier.seen_urls import SeenUrls
from tidings.store.tables.frontier.urls import add_urls, live_urls, save_url_state
from tidings.store.tables.frontier.visits import add_visit

_BATCH = StoreSettings().batch
_MENUS = 1000
_VISITS = 10_000
_NOW = datetime.now(UTC)
_DONE = UrlState(
    FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE, confidence=0.97,
    notes=("a headline and 20 paragraphs", "JSON-LD says NewsArticle"), status=200,
    etag='"5f3a9c-1b2"', body_hash=bytes(16), article="0123456789abcdef",
)  # fmt: skip
_PLACE = ArchivePlace("tidings-20260102-00001.warc.gz", 123_456_789, 12_345)
_PAST = PastVisit(_NOW, 200, Reason.ARTICLE, "", 36_000, 0.2)

Figures = dict[str, float]


class FrontierRun:
    """A home under load."""

    def __init__(self, home: Path, shape: str) -> None:
        self._file = home / "tidings.db"
        self._database = open_database(self._file, StoreSettings())
        self._crowd = UrlGenerator(SHAPES[shape])
        self._seen = SeenUrls(CrawlSettings().seen_places)

    def grow(self, known: int, size: int) -> Figures:
        """Grow to `size` and return the costs at that size."""
        self._crowd.skip(known)
        self._add(self._crowd.pages(int(size * 0.9) - known))
        new = self._add(self._crowd.pages(size // 10))
        menus = self._crowd.menus(_MENUS)
        return {
            **_per_url("new", new, size // 10 // LINKS * LINKS),
            **_per_url("known", self._add(menus), len(menus) * MENU),
            **_per_url("met", self._add(menus), len(menus) * MENU),
            **_per_url("settle", self._visit(), _VISITS),
            "status": 1000 * _timed(self._status)[0],
            "rss": _peak_memory(),
            "bytes": sum(file.stat().st_size for file in self._file.parent.iterdir()) / size,
        }

    def add_endlessly(self) -> None:
        """Add URLs until the process is killed."""
        self._add(self._crowd.pages(sys.maxsize))

    def restart(self) -> Figures:
        """Open the home and get the first visit."""
        frontier = self._frontier()
        assert frontier.pop(time.time()) is not None
        return {"hosts": frontier.hosts_waiting}

    def _add(self, pages: Iterable[list[FoundUrl]]) -> tuple[float, float]:
        pages, wall, cpu = iter(pages), 0.0, 0.0
        while batch := list(islice(pages, _BATCH)):
            works = [partial(_add_page, page=page, seen=self._seen) for page in batch]
            spent = _timed(partial(self._write, works))
            wall, cpu = wall + spent[0], cpu + spent[1]
        return wall, cpu

    def _write(self, works: Iterable[Work[None]]) -> None:
        for future in [self._database.write(work) for work in works]:
            future.result()

    def _frontier(self) -> Frontier:
        frontier = Frontier(StoredDueRows(self._database), lambda host: 0.0, 2)
        frontier.load(time.time())
        return frontier

    def _visit(self) -> tuple[float, float]:
        frontier = self._frontier()
        wall = cpu = 0.0
        for _ in range(_VISITS // _BATCH):
            spent = _timed(partial(self._visit_some, frontier))
            wall, cpu = wall + spent[0], cpu + spent[1]
        return wall, cpu

    def _visit_some(self, frontier: Frontier) -> None:
        visits: list[Visit] = []
        while len(visits) < _BATCH and (visit := frontier.pop(time.time())) is not None:
            frontier.answered(visit, time.time())  # so that one host alone can fill a batch
            visits.append(visit)
        assert len(visits) == _BATCH
        self._write([partial(_settle, visit=visit) for visit in visits])
        for visit in visits:
            frontier.done(visit, time.time())

    def _status(self) -> None:
        connection = self._database.read()
        for column in ("state", "kind", "reason"):
            assert counts_by(connection, column)
        assert site_size(connection, 1) >= len(live_urls(connection, 1))


def _add_page(connection: Writer, page: list[FoundUrl], seen: SeenUrls) -> None:
    add_urls(connection, page, _NOW, seen)


def _settle(connection: Writer, visit: Visit) -> None:
    save_url_state(connection, visit.host, visit.id, _DONE, _NOW, _PLACE)
    add_visit(connection, visit.id, _PAST)


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return the wall time and CPU time of `work`."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def _per_url(name: str, spent: tuple[float, float], urls: int) -> Figures:
    return {name: 1e6 * spent[0] / urls, f"{name}_cpu": 1e6 * spent[1] / urls}


def _peak_memory() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _forget_pages(folder: Path) -> None:
    """Drop the home's files from the system's cache, as after a restart of the machine."""
    for file in folder.iterdir():
        with file.open("rb") as opened:
            os.fsync(opened.fileno())
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def main(home: Path, shape: str, known: int, size: int) -> None:
    """Grow from `known` to `size` and continue, or restart without a size; print the figures."""
    if size:
        run = FrontierRun(home, shape)
        print(json.dumps(run.grow(known, size)), flush=True)
        run.add_endlessly()
    _forget_pages(home)
    begun = time.perf_counter()
    figures = FrontierRun(home, shape).restart()
    print(json.dumps(figures | {"restart": time.perf_counter() - begun}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
