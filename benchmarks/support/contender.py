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
_WARM = 4  # the first quarter of the pages is not counted, so that every process has started


@dataclass(frozen=True, slots=True)
class Contender:
    """A program that crawls the news world and prints a JSON object."""

    name: str
    prepare: Callable[[Path, NewsWorld], None]  # not measured
    command: Callable[[Path, NewsWorld], list[str]]
    articles: Callable[[Outcome], int]
    env: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ContenderRun:
    """The cost of one crawl."""

    start_up: float  # seconds to the first request
    seconds: float  # from there to the end of the program: everything is committed and indexed
    cpu: float  # seconds, user and system, all of its processes
    warm_cpu: float  # of these, after the first quarter of the pages was served
    world_cpu: float
    requests: int
    pages: int  # served with 200, without robots.txt
    articles: int

    @property
    def rate(self) -> float:
        """Pages per second."""
        return self.pages / self.seconds

    @property
    def whole_ms(self) -> float:
        """CPU time per page in milliseconds, including start-up."""
        return 1000 * self.cpu / self.pages

    @property
    def cpu_ms(self) -> float:
        """CPU time per page in milliseconds, after all imports and models are loaded."""
        return 1000 * self.warm_cpu / (self.pages - self.pages // _WARM)


def run_contender(contender: Contender, world: NewsWorld) -> ContenderRun:
    """Let a contender crawl the news world into a new folder."""
    meter = CpuMeter()
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        home = Path(folder) / "home"
        contender.prepare(home, world)
        world_cpu, began = world.cpu_seconds(), time.time()
        outcome = _outcome(contender, contender.command(home, world), meter)
        ended = time.time()
    world_cpu = world.cpu_seconds() - world_cpu
    answers = world.answers(began)
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
