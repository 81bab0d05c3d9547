"""Runs the news world in a separate process, with all pages rendered beforehand."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import groupby
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from benchmarks.support.processor_time import cpu_seconds

_PAGES_PER_HISTORY = 9.9  # pages that the seven papers have for each past article per paper
_START = "2026-03-02T09:00:00+00:00"  # fixed, so that every run has the same pages


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """A request in the world's log."""

    time: float
    path: str
    status: int


@dataclass(frozen=True, slots=True)
class NewsWorld:
    """The running world."""

    urls: tuple[str, ...]
    control: str
    pid: int

    def pages(self) -> list[str]:
        """Return the URLs of all pages that robots.txt allows."""
        with urlopen(f"{self.control}/pages") as answer:
            return [page["url"] for page in json.load(answer) if page["allowed"]]

    def share(self, kind: str) -> float:
        """Return the share of pages of a kind."""
        with urlopen(f"{self.control}/pages") as answer:
            kinds = [page["kind"] for page in json.load(answer) if page["allowed"]]
        return kinds.count(kind) / len(kinds)

    def articles(self, since: str = "") -> set[str]:
        """Return the URLs of all articles, or newer ones, that robots.txt allows."""
        query = urlencode({"since": since} if since else {})
        with urlopen(f"{self.control}/articles?{query}") as answer:
            return {page["url"] for page in json.load(answer) if page["allowed"]}

    def advance(self, seconds: float) -> str:
        """Advance the world's clock and return its time."""
        request = Request(f"{self.control}/advance?seconds={seconds}", method="POST")
        with urlopen(request) as answer:
            return str(json.load(answer)["now"])

    def answers(self, since: float) -> list[ServedRequest]:
        """Return the requests after a moment."""
        with urlopen(f"{self.control}/requests?since={since!r}") as answer:
            return [ServedRequest(v["time"], v["path"], v["status"]) for v in json.load(answer)]

    def cpu_seconds(self) -> float:
        """Return the CPU time of serving so far."""
        return cpu_seconds(self.pid)

    def print_all(self) -> None:
        """Have every page rendered once, so that rendering is not measured later."""
        for site, urls in groupby(self.pages(), key=lambda url: urlsplit(url).netloc):
            _fetch(site, list(urls))


def _fetch(site: str, urls: Sequence[str]) -> None:
    connection = HTTPConnection(site)
    for url in urls:
        parts = urlsplit(url)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", target, headers={"Accept-Encoding": "gzip"})
        connection.getresponse().read()
    connection.close()


@contextmanager
def running_news_world(
    pages: int,
    per_hour: float = 240.0,
    *,
    start: str = _START,
    python: str = sys.executable,
    env: Mapping[str, str] | None = None,
) -> Iterator[NewsWorld]:
    """Run the world with about `pages` pages while the block runs; its clock is stopped."""
    history = str(max(5, round(pages / _PAGES_PER_HISTORY)))
    process = subprocess.Popen(
        [python, "-m", "tidings.world", "--json", "--speed", "0", "--start", start,
         "--history", history, "--per-hour", str(per_hour), "--parent", str(os.getpid())],
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        started = json.loads(process.stdout.readline())
        urls = tuple(paper["url"] for paper in started["papers"])
        world = NewsWorld(urls, started["control"], process.pid)
        world.print_all()
        yield world
    finally:
        process.terminate()
        process.communicate()
