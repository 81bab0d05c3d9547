"""`tidings mine --engine ray` in a process of its own, while something fails."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.clusters.node_commands import node_variables
from tests.engine.agent_places.ray_runs import smallest_gap
from tests.engine.agents.runs import finds, rows, status_of
from tests.engine.agents.topic_web import QUERY, TopicWeb

from tidings.model.agents.query_run import RunState
from tidings.settings.tree import ClusterSettings, Settings
from tidings.store.tables.agents.query_steps import StepState, steps_of_run

DELAY: Final = 0.25
LEASE_SECONDS: Final = 3.0
ENOUGH: Final = 0.95  # of what an undisturbed run finds
RUN: Final = 1
_LOOK_SECONDS: Final = 0.02
_PATIENCE: Final = 300.0


class MineProcess:
    """One run. Its driver may be killed, and go on."""

    def __init__(
        self, home: Path, web: TopicWeb, cluster: ClusterSettings, pages: int, database: str = ""
    ) -> None:
        self.web = web
        self.pages = pages
        self.settings = Settings(home=home)
        self._cluster = cluster
        self._database = database
        self._log = home.with_name(f"{home.name}.mine.log")
        seed, budget = f"--seed={web.front()}", f"--max-pages={pages}"
        self._process = self._started(QUERY, seed, budget, "--agents=8", "--minutes=10")

    def _started(self, *words: str) -> "subprocess.Popen[bytes]":
        cluster = self._cluster
        pairs = {
            "jobs.host_lease_seconds": LEASE_SECONDS,
            "engine.workers": 1,
            "fetch.delay": DELAY,
            "fetch.address_delay": 0,
            "fetch.allow_private": "127.0.0.0/8,10.0.0.0/8",
            "database.url": self._database,
            "cluster.address": cluster.address,
            "cluster.token_file": cluster.token_file,
            "cluster.heartbeat_seconds": cluster.heartbeat_seconds,
            "cluster.failure_seconds": cluster.failure_seconds,
        }
        sets = [f"--set={key}={value}" for key, value in pairs.items() if value != ""]
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "tidings.cli", f"--home={self.settings.home}", *sets,
                 "--log-level=info", "mine", *words, "--engine=ray"],
                stdout=log, stderr=log, env=node_variables(),
            )  # fmt: skip

    def said(self) -> str:
        """Return what was printed."""
        return self._log.read_text(errors="replace")

    def lasts_until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition, which comes before the run ends."""
        until = time.monotonic() + _PATIENCE
        while not condition():
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < until, self.said()
            time.sleep(_LOOK_SECONDS)

    def asks(self, pages: int) -> None:
        """Wait until so many pages were requested."""
        self.lasts_until(lambda: self.web.requested().total() >= pages)

    def kill(self) -> None:
        """Kill the driver."""
        self._process.kill()
        self._process.wait()

    def resume(self) -> None:
        """Go on with the run."""
        self._process = self._started("--resume")

    def wait(self) -> int:
        """Return the exit code of the driver."""
        return self._process.wait(_PATIENCE)

    def finish(self) -> None:
        """Wait for the end of the run."""
        assert self.wait() == 0, self.said()

    def check(self) -> None:
        """Check that nothing is missing or doubled, and that nobody was asked too much."""
        self.check_limits()
        expected = self.web.about_floods()
        found = {find.url for find in finds(self.settings, RUN)}
        assert len(found & expected) >= ENOUGH * len(expected), self.said()
        assert len(finds(self.settings, RUN)) == len(found)

    def check_limits(self) -> None:
        """Check that no page beyond those under way was requested twice, within the budget."""
        with rows(self.settings) as connection:
            steps = list(steps_of_run(connection, RUN))
        begun = Counter(step.url for step in steps)
        left = {step.url for step in steps if step.state is not StepState.OBSERVED}
        for url, times in self.web.requested().items():
            assert times <= begun[url], url
            assert times == 1 or url in left, url
        assert self.web.requested().total() <= len(steps) <= self.pages
        assert smallest_gap(self.web) >= DELAY
        assert status_of(self.settings, RUN).state is RunState.ENDED, self.said()
