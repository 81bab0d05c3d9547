"""Times answers: every question on every engine in turn, wall time and CPU time."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from benchmarks.inputs.search_questions import Question
from benchmarks.support.search_engine import SearchEngine
from benchmarks.support.table import print_table

_WARMING = 10  # questions of each kind before measuring


@dataclass(slots=True)
class Series:
    """One engine's answers to the questions of one kind."""

    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)  # of the thread that does all the work
    matches: list[int] = field(default_factory=list)

    def ms(self, percent: float) -> float:
        """Return a percentile of wall time, in milliseconds."""
        return float(np.percentile(self.seconds, percent)) * 1000

    def cpu_ms(self, percent: float) -> float:
        """Return a percentile of CPU time, in milliseconds."""
        return float(np.percentile(self.cpu, percent)) * 1000


Answers = Mapping[str, Mapping[str, Series]]  # kind of question -> engine -> times


@dataclass(frozen=True, slots=True)
class Target:
    """A figure and its target."""

    what: str
    figure: float
    aim: float
    least: bool = False  # the figure must be at least the target; otherwise at most

    @property
    def reached(self) -> bool:
        """Whether the target is reached."""
        return self.figure >= self.aim if self.least else self.figure <= self.aim


def measured_answers(
    finders: Sequence[SearchEngine], asked: Sequence[Question], rng: Random
) -> dict[str, Series]:
    """Run each question on each engine that supports it, in random order."""
    able = [finder for finder in finders if finder.can(asked[0])]
    series = {finder.name: Series() for finder in able}
    for number, question in enumerate(asked):
        rng.shuffle(able)
        for finder in able:
            took = _timed(finder, question)
            if number >= _WARMING:
                _add(series[finder.name], *took)
    return series


def _timed(finder: SearchEngine, question: Question) -> tuple[float, float, int]:
    cpu, began = time.thread_time(), time.perf_counter()
    matches = finder.find(question)
    return time.perf_counter() - began, time.thread_time() - cpu, matches


def _add(series: Series, seconds: float, cpu: float, matches: int) -> None:
    series.seconds.append(seconds)
    series.cpu.append(cpu)
    series.matches.append(matches)


def print_answers(answers: Answers) -> None:
    """Print wall time, and CPU time, which other jobs affect less."""
    names = list(dict.fromkeys(name for series in answers.values() for name in sorted(series)))
    for title, percentile in (
        ("Milliseconds to an answer, p50 / p99", Series.ms),
        ("The same in milliseconds of CPU time", Series.cpu_ms),
    ):
        rows = [
            (kind, *(_figures(series.get(name), percentile) for name in names))
            for kind, series in answers.items()
        ]
        print_table(title, ("", *names), rows)


def _figures(series: Series | None, percentile: Callable[[Series, float], float]) -> str:
    if series is None:
        return "–"
    return f"{percentile(series, 50):.2f} / {percentile(series, 99):.2f}"


def answer_targets(answers: Answers, articles: int) -> list[Target]:
    """Return the targets for answers to words, in CPU time."""
    ratios, news = [], []
    for kind in ("1 word", "2 words", "3 words", "4 words"):
        series = answers[kind]
        if "tantivy" in series:
            ratio = series["Tidings bm25"].cpu_ms(50) / series["tantivy"].cpu_ms(50)
            ratios.append(Target(f"{kind}, bm25, p50 to tantivy's", ratio, 1.5))
        most = 6.0 if articles <= 100_000 else 40.0
        news.append(Target(f"{kind}, news, p50 ms", series["Tidings news"].cpu_ms(50), most))
    return ratios + news


def print_targets(aims: Sequence[Target]) -> None:
    """Print figures and their targets."""
    rows = [
        (aim.what, f"{aim.figure:,.2f}", f"{'≥' if aim.least else '≤'} {aim.aim:,g}",
         "yes" if aim.reached else "no")
        for aim in aims
    ]  # fmt: skip
    print_table("Aims", ("", "measured", "aim", "reached"), rows)
