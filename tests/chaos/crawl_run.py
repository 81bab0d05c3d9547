"""A crawl of a home in a process of its own, which is watched while servers fail."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
_LOOK_SECONDS = 0.01
_PATIENCE = 120.0  # of a test, on a busy machine


class CrawlRun:
    """One `tidings crawl`, with what it noted and logged."""

    def __init__(self, home: Path, number: int) -> None:
        self._notes = home.with_name(f"{home.name}.{number}.notes")
        self._log = home.with_name(f"{home.name}.{number}.log")
        command = (
            sys.executable, Path(__file__).with_name("measured_tidings.py"), self._notes,
            "crawl", "--until-idle", "--json", "--home", home, "--log-format", "json",
        )  # fmt: skip
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [str(word) for word in command],
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=os.environ | {"PYTHONPATH": os.pathsep.join((str(_ROOT), str(_ROOT / "src")))},
            )

    def notes(self, what: str) -> list[dict[str, Any]]:
        """Return what was noted of one kind."""
        return [note for note in self._lines(self._notes) if note["what"] == what]

    def logged(self) -> list[dict[str, Any]]:
        """Return what was logged; fails on anything that is not an event, such as a traceback."""
        return self._lines(self._log)

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        self._process.kill()
        self._process.wait()

    def wait(self, seconds: float = _PATIENCE) -> int:
        """Return its exit code once it has ended."""
        return self._process.wait(seconds)

    def is_running(self) -> bool:
        """Return whether it has not ended."""
        return self._process.poll() is None

    def runs_until(self, condition: Callable[[], bool], seconds: float = _PATIENCE) -> bool:
        """Wait for something; return False if the crawl ends before."""
        until = time.monotonic() + seconds
        while not condition():
            if not self.is_running():
                return False
            assert time.monotonic() < until, "what the test waits for does not happen"
            time.sleep(_LOOK_SECONDS)
        return True

    def passes(self, seconds: float) -> None:
        """Let some time pass, unless the crawl ends before."""
        until = time.monotonic() + seconds
        while self.is_running() and time.monotonic() < until:
            time.sleep(_LOOK_SECONDS)

    def _lines(self, path: Path) -> list[dict[str, Any]]:
        if not path.exists():
            return []
        whole, _, _ = path.read_text().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()]
