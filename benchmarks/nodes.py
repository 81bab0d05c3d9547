"""Parallel crawl nodes: their common coverage, and what they fetch twice."""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.inputs.linked_sites import LinkedSites, running_linked_sites
from benchmarks.support.table import print_conditions, print_table

SITES = 24
STORIES = 4  # of a section, and as many on other sites
NODES = (1, 2, 3, 4)
_ENV = {
    "TIDINGS_FETCH_DELAY": "0",
    "TIDINGS_FETCH_DOMAIN_DELAY": "0",
    "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
    "TIDINGS_ENGINE_WORKERS": "1",
}

_LEGEND = """\
Each node starts with some of the sites only. Two thirds of all pages can be found only from another
site. Coverage is the share of all pages, by the servers' own log; visits include guesses at feeds
and sitemaps. The second node is killed with kill -9 when a third of all pages were requested; it
requests the visits in progress again."""


@dataclass(frozen=True, slots=True)
class NodesOutcome:
    """The outcome of a crawl by several nodes."""

    pages: int  # that exist
    found: int  # that were requested
    again: int  # repeated requests for a page
    shares: tuple[int, ...]  # visits by each node, since its last start
    seconds: float


def crawl(
    folder: Path, nodes: int, sites: int, stories: int, *, kill: int | None = None
) -> NodesOutcome:
    """Let nodes crawl sites that link to each other; node `kill` is killed on the way."""
    with running_linked_sites(sites, stories) as web:
        homes = [folder / f"home-{number}" for number in range(1, nodes + 1)]
        for number, home in enumerate(homes):
            mine = web.urls[number::nodes]  # each starts with some sites only
            command = [*_tidings(home), "add", *mine]
            subprocess.run(command, check=True, env=_env(), capture_output=True)
        begun = time.perf_counter()
        running = [_start(folder, home, n + 1, nodes) for n, home in enumerate(homes)]
        if kill is not None:
            _kill_midway(web, running[kill - 1])
            running[kill - 1] = _start(folder, homes[kill - 1], kill, nodes)
        shares = [json.loads(process.communicate()[0])["fetched"] for process in running]
        seconds = time.perf_counter() - begun
        found, requests = len(web.requests), web.requests.total()
        return NodesOutcome(len(web.pages), found, requests - found, tuple(shares), seconds)


def _env() -> dict[str, str]:
    return {**os.environ, **_ENV}


def _tidings(home: Path) -> list[str]:
    return [sys.executable, "-m", "tidings.cli", "--home", str(home)]


def _start(folder: Path, home: Path, node: int, nodes: int) -> "subprocess.Popen[str]":
    together = ["--node", f"{node}/{nodes}", "--exchange", str(folder / "exchange")]
    command = [*_tidings(home), "crawl", "--json", *(together if nodes > 1 else [])]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=_env()
    )


def _kill_midway(web: LinkedSites, process: "subprocess.Popen[str]") -> None:
    """Kill a node once a third of all pages were requested."""
    while process.poll() is None and len(web.requests) < len(web.pages) / 3:
        time.sleep(0.01)
    process.kill()
    process.communicate()


def _row(name: str, done: NodesOutcome) -> tuple[str, ...]:
    return (
        name,
        str(done.found),
        f"{done.found / done.pages:.1%}",
        str(done.again),
        " + ".join(map(str, done.shares)),
        f"{done.seconds:.1f}",
    )


def main(numbers: Iterable[int] = NODES) -> None:
    """Measure and print."""
    print_conditions("tidings")
    rows: list[tuple[str, ...]] = []
    for nodes, kill in [*((n, None) for n in numbers), (3, 2)]:
        with TemporaryDirectory(prefix="tidings-nodes-") as folder:
            done = crawl(Path(folder), nodes, SITES, STORIES, kill=kill)
        name = f"{nodes} node{'s' if nodes > 1 else ''}"
        rows.append(_row(f"{name}, one killed and restarted" if kill else name, done))
    header = ("", "pages found", "coverage", "requested again", "visits of each", "seconds")
    print_table(f"Parallel nodes, {SITES} sites that link to each other", header, rows)
    print(_LEGEND)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.nodes", description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="+", default=NODES)
    main(parser.parse_args().nodes)
