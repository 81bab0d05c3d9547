"""A contender: a program, run and measured from outside by the world's log and the kernel."""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.inputs.news_world import NewsWorld
from benchmarks.support.cpu_meter import CpuMeter

Outcome = Mapping[str, Any]
_WARM = 4  # one in so many pages is over before the count begins: every process has long begun


@dataclass(frozen=True, slots=True)
class Contender:
    """A program that crawls the papers and prints a JSON object."""

    name: str
    prepare: Callable[[Path, NewsWorld], None]  # before the clock runs
    command: Callable[[Path, NewsWorld], list[str]]
    articles: Callable[[Outcome], int]
    env: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ContenderRun:
    """What one crawl took."""

    start_up: float  # seconds to the first request
    seconds: float  # from there to the end of the program: all is kept, committed and indexed
    cpu: float  # seconds, user and system, all of its processes
    warm_cpu: float  # of them, those after the first quarter of the pages was answered
    world_cpu: float
    requests: int
    pages: int  # answered with 200, robots.txt aside
    articles: int

    @property
    def rate(self) -> float:
        """Pages per second."""
        return self.pages / self.seconds

    @property
    def whole_ms(self) -> float:
        """Processor time per page in milliseconds, start-up included."""
        return 1000 * self.cpu / self.pages

    @property
    def cpu_ms(self) -> float:
        """Processor time per page in milliseconds, once everything is imported and loaded."""
        return 1000 * self.warm_cpu / (self.pages - self.pages // _WARM)


def run_contender(contender: Contender, papers: NewsWorld) -> ContenderRun:
    """Let a contender crawl the papers into a new folder."""
    meter = CpuMeter()
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        home = Path(folder) / "home"
        contender.prepare(home, papers)
        world_cpu, began = papers.cpu_seconds(), time.time()
        outcome = _outcome(contender, contender.command(home, papers), meter)
        ended = time.time()
    world_cpu = papers.cpu_seconds() - world_cpu
    answers = papers.answers(began)
    first = answers[0].time
    good = sorted(a.time for a in answers if a.status == 200 and a.path != "/robots.txt")
    return ContenderRun(
        start_up=first - began,
        seconds=ended - first,
        cpu=meter.end,
        warm_cpu=meter.end - meter.by(good[len(good) // _WARM]),
        world_cpu=world_cpu,
        requests=len(answers),
        pages=len(good),
        articles=contender.articles(outcome),
    )


def _outcome(contender: Contender, command: list[str], meter: CpuMeter) -> Outcome:
    """Run a command and return what it printed."""
    with tempfile.TemporaryFile() as out:
        if status := meter.run(command, {**os.environ, **contender.env}, out):
            sys.exit(f"{command[:3]} ended with status {status}")
        out.seek(0)
        outcome: Outcome = json.load(out)
        return outcome
