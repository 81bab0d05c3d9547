"""Measures the CPU time of a program and its children at intervals while it runs."""

import os
import subprocess
import threading
import time
from bisect import bisect
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from benchmarks.support.processor_time import cpu_seconds

_EVERY = 0.2  # seconds; interpolated in between


class CpuMeter:
    """The CPU time used up to each moment; `end` is the kernel's total."""

    def __init__(self) -> None:
        self._times: list[float] = []
        self._used: list[float] = []
        self._over = threading.Event()
        self.end = 0.0

    def run(
        self,
        command: list[str],
        env: Mapping[str, str],
        out: IO[bytes],
        folder: Path | None = None,
    ) -> int:
        """Run a command with this environment and return its status."""
        self._note(time.time(), 0.0)
        process = subprocess.Popen(command, stdout=out, env=env, cwd=folder)
        watch = threading.Thread(target=self._watch, args=(process.pid,), daemon=True)
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        self._over.set()
        watch.join()
        self.end = usage.ru_utime + usage.ru_stime
        self._note(time.time(), self.end)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode

    def by(self, moment: float) -> float:
        """Return the seconds of CPU time used up to a moment."""
        place = min(max(bisect(self._times, moment), 1), len(self._times) - 1)
        before, after = self._times[place - 1], self._times[place]
        share = min(max((moment - before) / ((after - before) or 1.0), 0.0), 1.0)
        used = self._used[place - 1]
        return used + share * (self._used[place] - used)

    def _watch(self, pid: int) -> None:
        while not self._over.wait(_EVERY):
            self._note(time.time(), max(cpu_seconds(pid), self._used[-1]))  # it may have ended

    def _note(self, moment: float, used: float) -> None:
        self._times.append(moment)
        self._used.append(used)
