"""CPU time by stage: the real functions of both programs on the same responses.

Everything runs in this process, in chunks that pass through all stages, so that a busy moment
affects every stage. `process_time` includes the threads of the database and of the index. The parts
of reading are timed on separate pages: a page read twice finds its words in caches.
"""

import argparse
import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from pathlib import Path
from random import Random

import uvloop
from scrapy.http import HtmlResponse

from benchmarks.inputs.news_world import running_news_world
from benchmarks.peers.page import Page, Row, copy_of, row_of
from benchmarks.peers.page_store import PageStore
from benchmarks.peers.scrapy_trafilatura import LINKS, page_of
from benchmarks.support.queued_pages import queued_visits, reading_tasks
from benchmarks.support.table import print_conditions, print_table
from tidings.crawl.links.admission import LINKED, LinkContext, admit
from tidings.engine.process.home import ensure_home
from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.page_reading import article_of
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.settler import Settler, VisitResult
from tidings.extract.article import extract_html
from tidings.fetch.client import WebFetcher
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Request, Response
from tidings.model.web.page import PageKind
from tidings.read.pages.html import links, parse_html
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.settings.tree import (
    CrawlSettings,
    FetchSettings,
    SearchSettings,
    Settings,
    StoreSettings,
)
from tidings.store.archive.warc_files import Archive
from tidings.store.archive.warc_record import response_record
from tidings.store.database.database import Work, open_database

PAGES = 1000
_CHUNK = 64
_WARM_UP = 2  # chunks, whole and in parts, that load models and fill caches
_CRAWL = CrawlSettings()
_FETCH = FetchSettings(delay=0, domain_delay=0, per_host=8, allow_private=("127.0.0.0/8",))


class Stopwatch:
    """Sums up CPU time and pages by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.pages: dict[str, int] = defaultdict(int)

    @contextmanager
    def time(self, stage: str, pages: int) -> Iterator[None]:
        """Add the block's time to a stage; `pages` is 0 when they are counted elsewhere."""
        began = time.process_time()
        yield
        self.seconds[stage] += time.process_time() - began
        self.pages[stage] += pages

    def clear(self) -> None:
        """Reset all sums."""
        self.seconds.clear()
        self.pages.clear()

    def ms(self, stage: str) -> float:
        """Return milliseconds per page."""
        return 1000 * self.seconds[stage] / max(1, self.pages[stage])


class Bench:
    """The stages of both programs, with their files in one folder."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        home = ensure_home(Settings(home=folder / "tidings"))
        self.watch = Stopwatch()
        self.archive = Archive(home.archive, StoreSettings().warc_max_bytes)
        stack.callback(self.archive.close)
        self.database = open_database(home.database, StoreSettings())
        stack.callback(self.database.close)
        self.database.before_commit = self.archive.sync
        self.settler = Settler(self.archive, _CRAWL)
        self.index = Index.open(home.index, SearchSettings(), writable=True)
        stack.callback(self.index.close)
        self.page_store = PageStore(folder / "peer")
        stack.callback(self.page_store.close)

    def add_to_frontier(self, urls: Sequence[str]) -> list[Visit]:
        """Add the URLs to the frontier as if links had led to them, and return their visits."""
        return queued_visits(self.database, urls)

    async def fetched(self, fetcher: WebFetcher, visits: list[Visit]) -> list[ReadingTask]:
        """Fetch pages as the pipeline does."""
        with self.watch.time("fetch", len(visits)):
            requests = (fetcher.fetch(Request(visit.url)) for visit in visits)
            outcomes = await asyncio.gather(*requests)
        return reading_tasks(visits, outcomes, self.settler, self.database.read())

    def read(self, tasks: list[ReadingTask]) -> list[Reading]:
        """Read responses as in a worker, with the pool's serialisation."""
        with self.watch.time("hand over", len(tasks)):
            tasks = unpacked(packed(tasks)[HEADER.size :])
        with self.watch.time("read", len(tasks)):
            readings = [read_response(task, _CRAWL) for task in tasks]
        with self.watch.time("hand over", 0):
            handed: list[Reading] = unpacked(packed(readings)[HEADER.size :])
        return handed

    def settle(self, tasks: list[ReadingTask], readings: list[Reading]) -> list[VisitResult | None]:
        """Settle visits in the writer thread, in one transaction."""
        with self.watch.time("settle", len(tasks)):
            works = map(self._settling, tasks, readings)
            futures = [self.database.write(work) for work in works]
            return [future.result() for future in futures]

    def _settling(self, task: ReadingTask, reading: Reading) -> Work[VisitResult | None]:
        body_hash = blake2b(task.response.body, digest_size=16).digest()
        page = ReadPage(task.response, reading, body_hash)
        return lambda db: self.settler.reading(db, task.visit, page)

    def index_kept(self, readings: list[Reading], settled: list[VisitResult | None]) -> None:
        """Index the kept articles and commit, as in the indexer."""
        with self.watch.time("index", len(readings)):
            kept = (r.entry for r, s in zip(readings, settled, strict=True) if s and s.article)
            self.index.add([entry for entry in kept if entry])
            self.index.commit()

    def read_in_parts(self, tasks: list[ReadingTask]) -> None:
        """Run the parts of reading one by one."""
        count = len(tasks)
        with self.watch.time("read: WARC record", count):
            for task in tasks:
                response_record(task.response)
        with self.watch.time("read: parse", count):
            pages = [parse_html(j.response.body, j.response.url, j.response.charset) for j in tasks]
        with self.watch.time("read: links", count):
            for task, page in zip(tasks, pages, strict=True):
                context = LinkContext(1, task.domain, 1, task.response.url, _CRAWL)
                wanted = [link.href for link in links(page)]
                admit(wanted, page.base, context, priority=LINKED)
        with self.watch.time("read: extract", count):
            extractions = [extract_html(page) for page in pages]
        with self.watch.time("read: terms", count):
            for task, found in zip(tasks, extractions, strict=True):
                if found.kind is PageKind.ARTICLE:
                    entry_of(article_of(found, task.response.url, task.domain, task.response.at))

    def peer(self, tasks: list[ReadingTask]) -> None:
        """Run the peer's stages on the same responses."""
        responses = [_scrapy(task.response) for task in tasks]
        with self.watch.time("peer: links", len(tasks)):
            for response in responses:
                LINKS.extract_links(response)
        pages: list[Page] = [page_of(response) for response in responses]
        with self.watch.time("peer: extract", len(tasks)):
            rows: list[Row | None] = [row_of(page) for page in pages]
        with self.watch.time("peer: archive copy", len(tasks)):
            copies = [copy_of(page) for page in pages]
        with self.watch.time("peer: SQLite and FTS5", len(tasks)):
            for page, copy, row in zip(pages, copies, rows, strict=True):
                self.page_store.add(page.url, copy, row)
            self.page_store.commit()


def _scrapy(response: Response) -> HtmlResponse:
    headers = {"Content-Type": response.header("content-type") or ""}
    return HtmlResponse(response.url, response.status, headers=headers, body=response.body)


async def measure(bench: Bench, urls: Sequence[str]) -> None:
    """Run the pages through all stages, chunk by chunk."""
    visits = bench.add_to_frontier(urls)
    async with WebFetcher(_FETCH) as fetcher:
        for number, start in enumerate(range(0, len(visits), _CHUNK)):
            tasks = await bench.fetched(fetcher, visits[start : start + _CHUNK])
            if number % 2 == 1:
                bench.read_in_parts(tasks)
            else:
                readings = bench.read(tasks)
                bench.index_kept(readings, bench.settle(tasks, readings))
            bench.peer(tasks)
            if number < _WARM_UP:
                bench.watch.clear()


_OURS = ("fetch", "hand over", "read", "settle", "index")
_PARTS = ("read: WARC record", "read: parse", "read: links", "read: extract", "read: terms")
_PEERS = ("peer: links", "peer: extract", "peer: archive copy", "peer: SQLite and FTS5")


def report(watch: Stopwatch) -> None:
    """Print milliseconds per page by stage."""
    tables = {
        f"Tidings by stage, {watch.pages['fetch']} pages": _OURS,
        "The parts of reading, one by one": _PARTS,
        "The peer by stage, without Scrapy's own share (fetching, scheduling)": _PEERS,
    }
    for title, stages in tables.items():
        rows = [(stage, f"{watch.ms(stage):.2f}") for stage in stages]
        total = sum(map(watch.ms, stages))
        print_table(title, ("stage", "CPU ms/page"), [*rows, ("all", f"{total:.2f}")])


def main(pages: int = PAGES) -> None:
    """Measure and print."""
    print_conditions("tidings", "scrapy", "trafilatura")
    with (
        running_news_world(pages) as world,
        tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder,
        ExitStack() as stack,
    ):
        bench = Bench(Path(folder), stack)
        urls = world.pages()
        Random(1).shuffle(urls)  # so that every chunk has all papers and all kinds of pages
        uvloop.run(measure(bench, urls[:pages]))
        report(bench.watch)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stages", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    main(parser.parse_args().pages)
