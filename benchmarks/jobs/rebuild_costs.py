"""What a rebuild costs, step by step: CPU time of its parent and of all processes, and memory."""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

from benchmarks.jobs.process_family import ProcessFamily, command_of
from benchmarks.jobs.two_nodes import node_processes
from benchmarks.support.processor_time import own_cpu_seconds


@dataclass(frozen=True, slots=True)
class Moment:
    """What was used up to a moment."""

    seconds: float
    cpu: float  # of all processes
    parent: float  # of the one that owns the home

    def __sub__(self, earlier: "Moment") -> "Moment":
        return Moment(
            self.seconds - earlier.seconds, self.cpu - earlier.cpu, self.parent - earlier.parent
        )


@dataclass(slots=True)
class RebuildCosts:
    """The costs of each step, in their order, and the largest process of each role."""

    steps: dict[str, Moment] = field(default_factory=dict)
    peaks: dict[tuple[str, str], int] = field(default_factory=dict)  # bytes, by step and role
    result: dict[str, Any] = field(default_factory=dict)

    def total(self) -> Moment:
        """Return the costs of all steps together."""
        moments = list(self.steps.values())
        return Moment(*(sum(values) for values in zip(*map(_values, moments), strict=True)))


def _values(moment: Moment) -> tuple[float, float, float]:
    return moment.seconds, moment.cpu, moment.parent


def rebuild_costs(home: Path, engine: str, steps: Sequence[str]) -> RebuildCosts:
    """Rebuild a home, and measure everything that this process and its descendants do for it."""
    command = [sys.executable, "-m", "benchmarks.jobs.rebuild_process", str(home), engine, *steps]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    costs = RebuildCosts()
    others = set if engine == "local" else partial(node_processes, home)
    with ProcessFamily(lambda pid: _role(pid, process.pid), others) as family:
        before, step = Moment(0.0, 0.0, 0.0), ""
        began = time.perf_counter()
        for line in process.stdout:
            parent = own_cpu_seconds({process.pid})[process.pid]
            now = Moment(time.perf_counter() - began, family.cpu_so_far(), parent)
            if step:
                costs.steps[step] = now - before
            before, step = now, line.strip()
            family.step = step
            _go_on(process.stdin)
        costs.result = json.loads(step)
    if process.wait() != 0:
        raise RuntimeError(f"the rebuild of {home} failed")
    costs.peaks = dict(family.peaks)
    return costs


def _go_on(stdin: IO[str]) -> None:
    stdin.write("\n")
    stdin.flush()


def _role(pid: int, parent: int) -> str:
    if pid == parent:
        return "parent"
    command = command_of(pid)
    if "tidings.engine.runners.worker" in command or "ray::" in command:
        return "places"
    return "others"
