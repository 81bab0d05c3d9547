"""Polling 75 000 feeds of 1 900 sites at 2 500 a minute with `tidings run`, keeping all delays.

The home is first filled as by earlier polls: every feed is read and settled once by the pipeline's
own functions, its articles count as fetched, and the next polls are spread over half an hour. Then
the program runs and is measured from outside.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

import psutil

from benchmarks.inputs.feed_server import PER_FEED, address_of, etag_of, feed_document
from benchmarks.support.table import print_conditions, print_table
from tidings.engine.process.home import ensure_home
from tidings.engine.reading.reading_task import ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.settler import Settler
from tidings.engine.sources.source_list import follow_source
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Response
from tidings.settings.tree import CrawlSettings, Settings, StoreSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.database import Database, open_database
from tidings.store.tables.frontier.due import due_visits

FEEDS = 75_000
SITES = 1_900
PER_MINUTE = 2_500
MINUTES = 5.0
_WARM_UP = 30.0  # seconds, to exclude start-up
_DELAY = 1.0


@dataclass(frozen=True, slots=True)
class PollingFigures:
    """The cost of polling over a period."""

    seconds: float
    cpu: float
    megabytes: float
    counts: dict[str, Any]


class FeedServerProcess:
    """The feed server in a process of its own."""

    def __init__(self, sites: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.inputs.feed_server", "--sites", str(sites)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def counts(self) -> dict[str, Any]:
        """Return the counts of requests since the last call."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        counts: dict[str, Any] = json.loads(self._process.stdout.readline())
        return counts

    def close(self) -> None:
        """End the server."""
        self._process.communicate()


def fill(home: Path, feeds: int, sites: int, port: int, seconds: float) -> None:
    """Fill a home as if every feed had been polled before; they fall due over `seconds`."""
    place = ensure_home(Settings(home=home))
    database = open_database(place.database, StoreSettings())
    archive = Archive(place.archive, StoreSettings().warc_max_bytes)
    database.before_commit = archive.sync
    settler = Settler(archive, CrawlSettings())
    urls = [f"http://{address_of(n % sites)}:{port}/feed/{n}.xml" for n in range(feeds)]
    now = datetime.now(UTC)
    database.write(lambda db: [follow_source(db, url, now) for url in urls]).result()
    done = 0
    for site in range(min(sites, feeds)):
        host = f"{address_of(site)}:{port}"
        for visit in due_visits(database.read(), host, datetime.now(UTC), feeds):
            _settle(database, settler, visit, host)
            done += 1
        if done % 5000 < feeds // sites:
            print(f"{done} of {feeds} feeds read", file=sys.stderr, flush=True)
    database.write(lambda db: _finish_articles(db, seconds)).result()
    database.close()
    archive.close()


def _settle(database: Database, settler: Settler, visit: Visit, host: str) -> None:
    feed, now = int(visit.url.rpartition("/")[2][:-4]), time.time()
    body = feed_document(f"http://{host}", feed, now)
    at = datetime.fromtimestamp(now, UTC)
    headers = (("content-type", "application/rss+xml"), ("etag", etag_of(feed, now)))
    response = Response(visit.url, visit.url, 200, headers, body, False, (), "127.0.0.1", at, 0.01)
    reading = read_response(ReadingTask(visit, response, host), CrawlSettings())
    body_hash = blake2b(body, digest_size=16).digest()
    page = ReadPage(response, reading, body_hash)
    database.write(lambda db: settler.reading(db, visit, page))


def _finish_articles(connection: Any, seconds: float) -> None:
    """Count the listed articles as fetched, and spread the next polls evenly."""
    connection.execute(
        "UPDATE urls SET state = 'done', reason = 'article', kind = 'article', due = NULL, "
        "visited_at = added_at WHERE role = 'page'"
    )
    connection.execute(
        "UPDATE urls SET due = ? + abs(random() % 1000000) / 1e6 * ? WHERE role = 'feed'",
        (time.time() + _WARM_UP / 2, seconds),
    )


@contextmanager
def running(home: Path, interval: float) -> Iterator[psutil.Process]:
    """Run the program over a home, every feed due again after `interval` seconds."""
    env = os.environ | {
        "TIDINGS_FETCH_DELAY": str(_DELAY),
        "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
        "TIDINGS_CRAWL_MIN_INTERVAL": str(interval),
        "TIDINGS_CRAWL_MAX_INTERVAL": str(interval),
        "TIDINGS_ENGINE_WORKERS": "1",
    }
    command = [sys.executable, "-m", "tidings.cli", "--home", str(home), "run", "--port", "0"]
    process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
    try:
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


def measured(process: psutil.Process, server: FeedServerProcess, minutes: float) -> PollingFigures:
    """Measure the program while it polls; memory is its peak."""
    time.sleep(_WARM_UP)
    server.counts()
    began, cpu, peak = time.monotonic(), _cpu(process), 0.0
    while (seconds := time.monotonic() - began) < minutes * 60:
        peak = max(peak, _megabytes(process))
        time.sleep(5)
    return PollingFigures(seconds, _cpu(process) - cpu, peak, server.counts())


def _family(process: psutil.Process) -> list[psutil.Process]:
    return [process, *process.children(recursive=True)]


def _cpu(process: psutil.Process) -> float:
    times = (each.cpu_times() for each in _family(process))
    return float(sum(each.user + each.system for each in times))


def _megabytes(process: psutil.Process) -> float:
    """Return the memory of all processes, shared pages counted once."""
    return float(sum(each.memory_full_info().pss for each in _family(process))) / 1e6


def report(figures: PollingFigures, feeds: int, sites: int) -> None:
    """Print the figures."""
    counts, minutes = figures.counts, figures.seconds / 60
    rows = (
        ("feeds, on sites", f"{feeds}, {sites}"),
        ("polls a minute", f"{counts['feeds'] / minutes:.0f}"),
        ("answered with 304", f"{counts['unchanged'] / max(1, counts['feeds']):.0%}"),
        ("new articles fetched a minute", f"{counts['articles'] / minutes:.0f}"),
        ("cores busy, all processes", f"{figures.cpu / figures.seconds:.2f}"),
        ("CPU ms per request", f"{1000 * figures.cpu / counts['requests']:.2f}"),
        ("MB of memory, all processes", f"{figures.megabytes:.0f}"),
        ("shortest time between two requests at a site, s", f"{counts['shortest_gaps'][0]:.3f}"),
    )
    print_table(f"Polling for {minutes:.1f} minutes", ("", "measured"), rows)
    print(
        f"Each feed lists {PER_FEED} articles and gets a new one a day; requests to a site must "
        f"be {_DELAY:g} s apart, as seen by the server."
    )


def main(feeds: int = FEEDS, sites: int = SITES, minutes: float = MINUTES) -> None:
    """Measure and print."""
    print_conditions("tidings")
    server = FeedServerProcess(sites)
    interval = feeds / PER_MINUTE * 60
    try:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "home"
            fill(home, feeds, sites, server.port, interval)
            with running(home, interval) as process:
                report(measured(process, server, minutes), feeds, sites)
    finally:
        server.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.polling", description=__doc__)
    parser.add_argument("--feeds", type=int, default=FEEDS)
    parser.add_argument("--sites", type=int, default=SITES)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    options = parser.parse_args()
    main(options.feeds, options.sites, options.minutes)
