"""Parallel crawl nodes: how much of the web they find together, and what they fetch twice."""

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
STORIES = 4  # of a section, and as many abroad
NODES = (1, 2, 3, 4)
_ENV = {
    "TIDINGS_FETCH_DELAY": "0",
    "TIDINGS_FETCH_DOMAIN_DELAY": "0",
    "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
    "TIDINGS_ENGINE_WORKERS": "1",
}

_LEGEND = """\
Each node is told of some sites only. Two thirds of all pages can be found only from another site.
Coverage is against the pages that there are, by the web's own log; visits include guesses at
feeds and sitemaps. The killed node is the second, with kill -9 when a third of all pages
were asked for; what it asks for again are the visits that were under way."""


@dataclass(frozen=True, slots=True)
class NodesOutcome:
    """What a crawl by several nodes came to."""

    pages: int  # that there are
    found: int  # that were asked for
    again: int  # requests for a page that was asked for before
    shares: tuple[int, ...]  # visits by each node, since its last start
    seconds: float


def crawl(
    folder: Path, nodes: int, sites: int, stories: int, *, kill: int | None = None
) -> NodesOutcome:
    """Let nodes crawl a ring of sites; `kill` is the one that is killed in the middle."""
    with running_linked_sites(sites, stories) as ring:
        homes = [folder / f"home-{number}" for number in range(1, nodes + 1)]
        for number, home in enumerate(homes):
            mine = ring.urls[number::nodes]  # each is told of some sites only
            command = [*_tidings(home), "add", *mine]
            subprocess.run(command, check=True, env=_env(), capture_output=True)
        begun = time.perf_counter()
        running = [_start(folder, home, n + 1, nodes) for n, home in enumerate(homes)]
        if kill is not None:
            _kill_midway(ring, running[kill - 1])
            running[kill - 1] = _start(folder, homes[kill - 1], kill, nodes)
        shares = [json.loads(process.communicate()[0])["fetched"] for process in running]
        seconds = time.perf_counter() - begun
        found, asked = len(ring.asked), ring.asked.total()
        return NodesOutcome(len(ring.pages), found, asked - found, tuple(shares), seconds)


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


def _kill_midway(ring: LinkedSites, process: "subprocess.Popen[str]") -> None:
    """Kill a node once a third of all pages were asked for."""
    while process.poll() is None and len(ring.asked) < len(ring.pages) / 3:
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
    header = ("", "pages found", "coverage", "asked for again", "visits of each", "seconds")
    print_table(f"Parallel nodes, {SITES} sites that link to each other", header, rows)
    print(_LEGEND)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.nodes", description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="+", default=NODES)
    main(parser.parse_args().nodes)
