"""A contender: a program, run and measured from outside by the world's log and the kernel."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.papers import Papers

Outcome = Mapping[str, Any]
_SHORT = 16  # pages: enough for every process of a pool to begin


@dataclass(frozen=True, slots=True)
class Contender:
    """A program that crawls the papers and prints a JSON object."""

    name: str
    prepare: Callable[[Path, Papers], None]  # before the clock runs
    command: Callable[[Path, Papers], list[str]]
    limit: str  # the option that ends a crawl after so many pages
    articles: Callable[[Outcome], int]
    env: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Run:
    """What one crawl took."""

    start_up: float  # seconds to the first request
    seconds: float  # from there to the end of the program: all is kept, committed and indexed
    cpu: float  # seconds, user and system, all of its processes
    world_cpu: float
    requests: int
    pages: int  # answered with 200, robots.txt aside
    articles: int

    @property
    def rate(self) -> float:
        """Pages per second."""
        return self.pages / self.seconds

    @property
    def cpu_ms(self) -> float:
        """Processor time per page in milliseconds."""
        return 1000 * self.cpu / self.pages


@dataclass(frozen=True, slots=True)
class Turn:
    """A crawl, and a very short one that tells what starting up costs."""

    short: Run
    full: Run

    @property
    def cpu_ms(self) -> float:
        """Processor time per page in milliseconds, once everything is imported and loaded."""
        pages = self.full.pages - self.short.pages
        return 1000 * (self.full.cpu - self.short.cpu) / pages


def take_turn(contender: Contender, papers: Papers) -> Turn:
    """Let a contender crawl a few pages, then all of them."""
    short = run(contender, papers, [contender.limit, str(_SHORT)])
    return Turn(short, run(contender, papers))


def run(contender: Contender, papers: Papers, options: Sequence[str] = ()) -> Run:
    """Let a contender crawl the papers into a new folder."""
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        home = Path(folder) / "home"
        contender.prepare(home, papers)
        world_cpu, began = papers.cpu_seconds(), time.time()
        outcome, cpu = _outcome([*contender.command(home, papers), *options], contender.env)
        ended = time.time()
    world_cpu = papers.cpu_seconds() - world_cpu
    answers = papers.answers(began)
    first = answers[0].time
    good = [a for a in answers if a.status == 200 and a.path != "/robots.txt"]
    return Run(
        start_up=first - began,
        seconds=ended - first,
        cpu=cpu,
        world_cpu=world_cpu,
        requests=len(answers),
        pages=len(good),
        articles=contender.articles(outcome),
    )


def _outcome(command: list[str], env: Mapping[str, str]) -> tuple[Outcome, float]:
    """Run a command; return what it printed and the processor time of it and its children."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, env={**os.environ, **env})
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{command[:3]} ended with status {process.returncode}")
        out.seek(0)
        return json.load(out), usage.ru_utime + usage.ru_stime
