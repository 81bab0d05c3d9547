"""A job that runs in a process of its own while something fails, and what must hold at the end."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from tests.chaos.jobs.slow_squares import Mapping, SlowSquares, squares_in
from tests.chaos.stalls import Stall
from tests.clusters.node_commands import node_variables

from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.model.crawl.job_status import PartStatus
from tidings.settings.tree import Settings
from tidings.store.tables.jobs.job_rows import job_statuses, part_statuses

_LOOK_SECONDS: Final = 0.05
_PATIENCE: Final = 180.0
_OF_RAY: Final = re.compile(r"\[\d{4}-\d\d-\d\d ")  # a line of its library, not of Python
_NOTED: Final = 0.5  # seconds: a result may be on its way while a copy of its part begins


class JobRun:
    """The job of one home. Its driver may be killed and started again."""

    def __init__(self, settings: Settings, numbers: int = 80, seconds: float = 0.1) -> None:
        self._settings = settings
        home = ensure_home(settings)
        self.job = SlowSquares(home.folder, numbers, seconds)
        self._log = home.folder.parent / f"{home.folder.name}.driver.log"
        self._database = opened_database(home)
        self._began = time.time()
        self._driver = self._started()

    def _started(self) -> "subprocess.Popen[bytes]":
        cluster = self._settings.cluster
        pairs = {
            "jobs.engine": self._settings.jobs.engine.value,
            "database.url": self._settings.database.url,
            "cluster.address": cluster.address,
            "cluster.token_file": cluster.token_file,
            "cluster.heartbeat_seconds": cluster.heartbeat_seconds,
            "cluster.failure_seconds": cluster.failure_seconds,
        }
        words = [
            self._settings.home, self.job.folder, self.job.numbers, self.job.seconds,
            *(f"{key}={value}" for key, value in pairs.items() if value),
        ]  # fmt: skip
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "tests.chaos.jobs.driver_process", *map(str, words)],
                stdout=log, stderr=log, env=node_variables(),
            )  # fmt: skip

    def restart(self) -> None:
        """Start another driver, which continues the job."""
        self._driver = self._started()

    def kill_driver(self) -> None:
        """Kill the driver with SIGKILL."""
        self._driver.send_signal(signal.SIGKILL)
        self._driver.wait()

    def wait(self) -> int:
        """Return the exit code of the driver."""
        return self._driver.wait(_PATIENCE)

    def close(self) -> None:
        """End what runs."""
        self._driver.kill()
        self._driver.wait()
        self._database.close()

    def committed(self) -> list[PartStatus]:
        """Return the parts that are committed."""
        jobs = job_statuses(self._database.read(), 10)
        return [part for job in jobs for part in part_statuses(self._database.read(), job.id)]

    def runs_until(self, condition: Callable[[], bool]) -> None:
        """Wait for something while the driver runs."""
        until = time.monotonic() + _PATIENCE
        while not condition():
            assert self._driver.poll() is None, self.said()
            assert time.monotonic() < until, (
                f"what the test waits for does not happen\n{self.said()}"
            )
            time.sleep(_LOOK_SECONDS)

    def runs_until_committed(self, parts: int) -> None:
        """Wait until so many parts are committed."""
        self.runs_until(lambda: len(self.committed()) >= parts)

    def lasts_until_committed(self, parts: int) -> None:
        """Wait until so many parts are committed, or the driver has ended."""
        until = time.monotonic() + _PATIENCE
        while len(self.committed()) < parts and not self.has_ended():
            assert time.monotonic() < until, self.said()
            time.sleep(_LOOK_SECONDS)

    def has_ended(self) -> bool:
        """Return whether the driver has ended."""
        return self._driver.poll() is not None

    def under_way(self) -> list[Mapping]:
        """Return what is mapped now, as far as is known: it has begun, and is not committed."""
        done = {part.key for part in self.committed()}
        running = [each for each in self.job.mappings() if each.part not in done]
        return [each for each in running if Path(f"/proc/{each.process}").exists()]

    def said(self) -> str:
        """Return what the drivers printed."""
        return self._log.read_text(errors="replace")

    def sentences(self) -> list[str]:
        """Return why drivers gave up; fails on what is not an event, such as a traceback."""
        ours = [line for line in self.said().splitlines() if not _OF_RAY.match(line)]
        lines: list[dict[str, Any]] = [json.loads(line) for line in ours]
        return [str(line["text"]) for line in lines if line["event"] == "command failed"]

    def check(self) -> None:
        """Check that the result is exact, and that nothing finished was done again."""
        assert squares_in(self._database.read()) == {n: n * n for n in range(self.job.numbers)}
        (status,) = job_statuses(self._database.read(), 10)
        assert status.ended_at is not None
        parts = self.committed()
        assert Counter(part.key for part in parts) == Counter(
            str(at) for at in range(0, self.job.numbers, 4)
        )
        assert not any(part.failed for part in parts)
        ends = {part.key: part.at.timestamp() for part in parts}
        again = [each for each in self.job.mappings() if each.at > ends[each.part] + _NOTED]
        assert not again

    def run_again(self) -> int:
        """Return how many parts were mapped more than once."""
        return sum(times > 1 for times in Counter(m.part for m in self.job.mappings()).values())

    def stall(self, fault: str, at: float, lasted: float, end: str = "") -> Stall:
        """Return how long nothing was committed around a fault."""
        ends = sorted(part.at.timestamp() for part in self.committed())
        moments = [max((end for end in ends if end < at), default=self._began)]
        moments += [end for end in ends if end >= at]
        pause = max((later - sooner for sooner, later in pairwise(moments)), default=0.0)
        return Stall(fault, at - self._began, lasted, pause, 0, self.run_again(), "", end)


def job_run(settings: Settings, numbers: int = 80, seconds: float = 0.1) -> "closing[JobRun]":
    """Return a job that has begun, for a block."""
    return closing(JobRun(settings, numbers, seconds))


def kill(process: int) -> None:
    """Kill a process, if it is there."""
    send(process, signal.SIGKILL)


def send(process: int, number: signal.Signals) -> None:
    """Send a signal to a process, if it is there."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return
