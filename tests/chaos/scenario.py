"""Crawls a home until it is idle while servers fail as planned; measures for how long it stood."""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from tests.chaos.crawl_run import CrawlRun
from tests.chaos.failing_servers import FailingServers
from tests.chaos.faults import PlannedFault
from tests.chaos.stalls import Stall
from tests.chaos.whole_home import Content, whole_home

from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings

_GAVE_UP = 1


@dataclass(slots=True)
class Outcome:
    """What came of a scenario, besides the home."""

    stalls: list[Stall] = field(default_factory=list)
    acknowledged: set[str] = field(default_factory=set)
    sentences: list[str] = field(default_factory=list)  # of crawls that gave up
    runs: int = 0


class Scenario:
    """One home, and the crawls that are started until one of them ends well."""

    def __init__(self, servers: FailingServers, settings: Settings) -> None:
        self._servers = servers
        self._settings = settings
        self._outcome = Outcome()
        self._numbers = count(1)
        self._run = self._started()

    def play(self, plan: Sequence[PlannedFault]) -> Outcome:
        """Crawl; begin and end each fault when it is due."""
        self._outcome.runs += 1
        for planned in plan:
            if not self._reaches(planned.after_commits):
                break  # nothing is left to disturb
            self._play(planned)
            if not self._run.is_running():
                self._restart()
        while self._end() != 0:
            self._run = self._started()
            self._outcome.runs += 1
        return self._outcome

    def _started(self) -> CrawlRun:
        return CrawlRun(self._settings.home, next(self._numbers))

    def _reaches(self, commits: int) -> bool:
        before = len(self._run.notes("committed"))
        return self._run.runs_until(lambda: len(self._run.notes("committed")) >= before + commits)

    def _play(self, planned: PlannedFault) -> None:
        run, servers = self._run, self._servers
        waits, logged = len(run.notes("waiting")), len(run.logged())
        began = time.monotonic()
        try:
            planned.fault.begin(servers)
            if planned.kills_crawler:
                run.runs_until(lambda: len(run.notes("waiting")) > waits, seconds=30)
                run.kill()
            run.passes(began + planned.seconds - time.monotonic())
        finally:
            planned.fault.end(servers)
        ended = time.monotonic()
        run.runs_until(lambda: bool(_after(run.notes("committed"), ended)))
        self._outcome.stalls.append(self._stall(planned, began, ended, logged))

    def _stall(self, planned: PlannedFault, began: float, ended: float, logged: int) -> Stall:
        committed = self._run.notes("committed")
        ends = [note["at"] for note in committed]
        last = next((at for at in ends if at >= ended), time.monotonic())
        during = [note for note in committed if began <= note["at"] <= last]
        moments = [max((at for at in ends if at < began), default=began),
                   *(note["at"] for note in during), last]  # fmt: skip
        gaps = [later - sooner for sooner, later in pairwise(moments)]
        return Stall(
            planned.fault.name,
            began - ends[0] if ends else 0.0,
            ended - began,
            max(gaps),
            sum(began <= note["at"] <= last for note in self._run.notes("waiting")),
            sum(note["attempts"] > 1 for note in during),
            self._logged_stalls(logged),
            self._ending(planned),
        )

    def _logged_stalls(self, before: int) -> str:
        events = [line["event"] for line in self._run.logged()[before:]]
        stalled, resumed = events.count("store stalled"), events.count("store resumed")
        return f"{stalled}/{resumed}" if stalled else ""

    def _ending(self, planned: PlannedFault) -> str:
        if self._run.is_running():
            return ""
        return "killed" if planned.kills_crawler else f"exit {self._run.wait()}"

    def _restart(self) -> None:
        if self._end() == 0:
            return
        self._run = self._started()
        self._outcome.runs += 1

    def _end(self) -> int:
        """Wait for the crawl, collect what it said, and return its exit code."""
        code, outcome = self._run.wait(), self._outcome
        outcome.acknowledged |= {note["article"] for note in self._run.notes("kept")}
        assert code in (0, _GAVE_UP, -9), self._run.logged()
        if code == _GAVE_UP:
            said = [line for line in self._run.logged() if line["event"] == "command failed"]
            assert len(said) == 1, self._run.logged()
            outcome.sentences.append(str(said[0]["text"]))
        return code


def _after(notes: list[dict[str, Any]], moment: float) -> list[dict[str, Any]]:
    return [note for note in notes if note["at"] >= moment]


def follow(settings: Settings, papers: list[str]) -> None:
    """Follow sources in a new home."""
    with closing(opened_database(ensure_home(settings))) as database:
        for paper in papers:
            source_list.add_source(database, paper, datetime.now(UTC))


def undisturbed(servers: FailingServers, papers: list[str], folder: Path) -> Content:
    """Crawl papers while nothing fails, and return what is kept."""
    settings = servers.new_home(folder / "home")
    follow(settings, papers)
    assert Scenario(servers, settings).play(()).runs == 1
    content = whole_home(settings, folder / "reader")
    assert len(content.articles) > 20
    return content
