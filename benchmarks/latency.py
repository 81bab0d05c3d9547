"""How long answers take: every question put to every engine in turn, wall clock and processor."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from benchmarks.finder import Finder
from benchmarks.questions import Question

_WARMING = 10  # questions of each kind before the clock runs


@dataclass(slots=True)
class Series:
    """One engine's answers to the questions of one kind."""

    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)  # of the thread, which does all the work
    matches: list[int] = field(default_factory=list)

    def ms(self, percent: float) -> float:
        """Return a percentile of the wall clock, in milliseconds."""
        return float(np.percentile(self.seconds, percent)) * 1000

    def cpu_ms(self, percent: float) -> float:
        """Return a percentile of the processor time, in milliseconds."""
        return float(np.percentile(self.cpu, percent)) * 1000


def measured(
    finders: Sequence[Finder], asked: Sequence[Question], rng: Random
) -> dict[str, Series]:
    """Put each question to each engine that can answer it, in an order that changes."""
    able = [finder for finder in finders if finder.can(asked[0])]
    series = {finder.name: Series() for finder in able}
    for number, question in enumerate(asked):
        rng.shuffle(able)
        for finder in able:
            took = _timed(finder, question)
            if number >= _WARMING:
                _add(series[finder.name], *took)
    return series


def _timed(finder: Finder, question: Question) -> tuple[float, float, int]:
    cpu, began = time.thread_time(), time.perf_counter()
    matches = finder.find(question)
    return time.perf_counter() - began, time.thread_time() - cpu, matches


def _add(series: Series, seconds: float, cpu: float, matches: int) -> None:
    series.seconds.append(seconds)
    series.cpu.append(cpu)
    series.matches.append(matches)
