"""Watches the processes of a job: their CPU time, and how much memory each needed."""

import os
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from benchmarks.support.processor_time import cpu_seconds_of, descendants, own_cpu_seconds

_EVERY = 0.5  # seconds between two looks at the memory

Pids = Callable[[], set[int]]


class ProcessFamily:
    """The descendants of this process, and others that work for it, while the block lasts."""

    def __init__(self, role_of: Callable[[int], str], others: Pids = set) -> None:
        self._role_of = role_of
        self._others = others
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._began = 0.0
        self._used: dict[int, float] = {}  # seconds of CPU time of others
        self.step = ""  # under way
        # Bytes of the largest process of each role in each step.
        self.peaks: defaultdict[tuple[str, str], int] = defaultdict(int)

    def __enter__(self) -> "ProcessFamily":
        self._began = self._cpu()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    def cpu_so_far(self) -> float:
        """Return the CPU seconds that all of them together used since the block began."""
        return self._cpu() - self._began

    def _cpu(self) -> float:
        self._note_others()
        ended = os.times()  # those that this process waited for
        ours = cpu_seconds_of(descendants(os.getpid()))
        return ours + ended.children_user + ended.children_system + sum(self._used.values())

    def _note_others(self) -> set[int]:
        """Note what others used so far: nobody counts it once they have ended."""
        pids = self._others()
        for pid, used in own_cpu_seconds(pids).items():
            self._used[pid] = max(self._used.get(pid, 0.0), used)
        return pids

    def _watch(self) -> None:
        while not self._over.wait(_EVERY):
            for pid in descendants(os.getpid()) | self._note_others():
                if own := _own_bytes(pid):
                    key = self.step, self._role_of(pid)
                    self.peaks[key] = max(self.peaks[key], own)


def _own_bytes(pid: int) -> int:
    """Return the memory of its own that a process has; what it shares with others is not its."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0  # it has just ended
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    return int(fields.get("RssAnon", "0 kB").split()[0]) * 1024


def command_of(pid: int) -> str:
    """Return the command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
