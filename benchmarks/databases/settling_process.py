"""A process of the benchmark: settles real pages in a home, first one by one, then many at once.

Its arguments are the home, the pages of the quiet part, and the processes of the servers; the URLs
come on standard input. It prints milliseconds.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import uvloop

from benchmarks.databases.server_processes import ServerProcesses
from benchmarks.support.queued_pages import queued_visits, reading_tasks
from tidings.engine.live.crawl_stores import CrawlStores, opened_stores
from tidings.engine.reading.reading_task import ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.settler import Settler
from tidings.engine.state.followed_sources import followed_from
from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import Request
from tidings.settings.load import load
from tidings.settings.tree import Settings
from tidings.store.database.session import Writer
from tidings.store.tables.sources.sources import followed_sources

_CHUNK = 64  # pages that are fetched together
_WARMING = 20  # pages settled before anything counts


@dataclass(frozen=True, slots=True)
class ReadyPage:
    """A page that was fetched and read, and only has to be settled."""

    task: ReadingTask
    page: ReadPage


class PageSettling:
    """Settles pages one by one or many at once, and times each."""

    def __init__(self, stores: CrawlStores, settings: Settings) -> None:
        self._stores = stores
        self._settings = settings
        self._settler = Settler(stores.archive, settings.crawl)
        self._places = asyncio.Semaphore(settings.engine.queue)

    async def ready(self, urls: Sequence[str]) -> list[ReadyPage]:
        """Fetch and read all pages."""
        visits = queued_visits(self._stores.database, urls)
        sources = followed_sources(self._stores.database.read())
        self._settler.state.followed = followed_from(sources)  # as the pipeline does
        ready: list[ReadyPage] = []
        async with WebFetcher(self._settings.fetch) as fetcher:
            for start in range(0, len(visits), _CHUNK):
                some = visits[start : start + _CHUNK]
                fetched = (fetcher.fetch(Request(visit.url)) for visit in some)
                outcomes, reader = await asyncio.gather(*fetched), self._stores.database.read()
                tasks = reading_tasks(some, outcomes, self._settler, reader)
                ready += [self._read(task) for task in tasks]
        return ready

    def _read(self, task: ReadingTask) -> ReadyPage:
        body_hash = blake2b(task.response.body, digest_size=16).digest()
        reading = read_response(task, self._settings.crawl)
        return ReadyPage(task, ReadPage(task.response, reading, body_hash))

    async def one_by_one(self, pages: Sequence[ReadyPage]) -> list[float]:
        """Settle pages, each after the last; return the seconds of each."""
        return [await self._settled(page) for page in pages]

    async def at_once(self, pages: Sequence[ReadyPage]) -> list[float]:
        """Settle pages while the writer always has others, as in a crawl; the seconds of each."""
        return await asyncio.gather(*map(self._settled_in_turn, pages))

    async def _settled_in_turn(self, page: ReadyPage) -> float:
        async with self._places:
            return await self._settled(page)

    async def _settled(self, ready: ReadyPage) -> float:
        def settle(connection: Writer) -> None:
            self._settler.reading(connection, ready.task.visit, ready.page)

        began = time.perf_counter()
        await self._stores.database.write_async(settle)
        return time.perf_counter() - began


async def measure(
    home: Path, urls: Sequence[str], quiet: int, processes: ServerProcesses
) -> dict[str, object]:
    """Return the latencies in milliseconds, and the CPU of a busy writer per page."""
    settings = load(home, os.environ, {})
    with opened_stores(settings) as stores:
        settling = PageSettling(stores, settings)
        pages = await settling.ready(urls)
        await settling.at_once(pages[:_WARMING])
        alone = await settling.one_by_one(pages[_WARMING : _WARMING + quiet])
        rest = pages[_WARMING + quiet :]
        server, cpu, began = processes.cpu(), time.process_time(), time.perf_counter()
        together = await settling.at_once(rest)
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        server = processes.cpu() - server
    return {
        "quiet": [1000 * each for each in alone],
        "busy": [1000 * each for each in together],
        "pages": len(pages),
        "page_ms": 1000 * seconds / len(rest),
        "client_ms": 1000 * cpu / len(rest),
        "postgres_ms": 1000 * server.postgres / len(rest),
        "seaweed_ms": 1000 * server.seaweed / len(rest),
    }


def main() -> None:
    """Measure and print."""
    home, quiet, *pids = sys.argv[1:]
    processes = ServerProcesses(*map(int, pids))
    found = uvloop.run(measure(Path(home), json.load(sys.stdin), int(quiet), processes))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
