"""A turn: one tree crawls or searches once; the kernel measures its CPU time."""

import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.checkouts.tree import Failed, Server, Tree
from benchmarks.inputs.news_world import NewsWorld
from benchmarks.support.cpu_meter import CpuMeter
from benchmarks.support.processor_time import cpu_seconds

_WARM = 4  # the first quarter of the pages is not counted, so that every process has started


@dataclass(frozen=True, slots=True)
class Crawl:
    """CPU time of a crawl in milliseconds per page."""

    page_ms: float  # after all imports and models are loaded
    whole_ms: float  # with start-up
    pages: int


def crawl(tree: Tree, world: NewsWorld) -> Crawl:
    """Let a tree crawl the news world into a fresh home; raises Failed."""
    meter = CpuMeter()
    with tempfile.TemporaryDirectory(prefix="tidings-trees-") as folder:
        home = Path(folder) / "home"
        tree.need(home, "add", *world.urls)
        began = time.time()
        _run(tree, home, meter, Path(folder))
    moments = sorted(each.time for each in world.answers(began) if each.status == 200)
    if not moments:
        raise Failed(f"{tree.name}: the crawl fetched nothing.")
    cold = len(moments) // _WARM
    return Crawl(
        page_ms=1000 * (meter.end - meter.by(moments[cold])) / (len(moments) - cold),
        whole_ms=1000 * meter.end / len(moments),
        pages=len(moments),
    )


def _run(tree: Tree, home: Path, meter: CpuMeter, folder: Path) -> None:
    with tempfile.TemporaryFile() as out:
        status = meter.run(tree.command(home, "crawl", "--json"), tree.env(), out, folder)
        if status:
            raise Failed(f"{tree.name}: tidings crawl ended with {status}.")
        out.seek(0)
        if not json.load(out)["articles_new"]:
            raise Failed(f"{tree.name}: the crawl found no article.")


def search(tree: Tree, home: Path, warming: Sequence[str], paths: Sequence[str]) -> float:
    """Return the CPU time of a fresh server in milliseconds per search; raises Failed.

    Each turn has a new process, because part of a process's speed is random and stays constant.
    """
    with tree.serving(home) as server:
        _request(tree, server, warming)
        before = cpu_seconds(server.pid)
        _request(tree, server, paths)
        return 1000 * (cpu_seconds(server.pid) - before) / len(paths)


def _request(tree: Tree, server: Server, paths: Sequence[str]) -> None:
    connection = HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    for path in paths:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise Failed(f"{tree.name}: {path} gave {answer.status}: {body[:200].decode()}")
    connection.close()
