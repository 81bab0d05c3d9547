"""Settling pages in the home of each contender, and writing the same rows without our code."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.databases.home_kinds import HomeKind
from benchmarks.databases.servers import Servers
from benchmarks.pipeline import TIDINGS

QUIET = 40  # pages that are settled one by one; each waits a tenth of a second for company


@dataclass(frozen=True, slots=True)
class SettlingTurn:
    """The figures of one turn, in milliseconds."""

    quiet: Sequence[float]  # of each page
    busy: Sequence[float]
    pages: int
    page_ms: float  # of wall time per page, busy
    client_ms: float  # of CPU time per page, busy, as the next two
    postgres_ms: float
    seaweed_ms: float

    @property
    def whole_ms(self) -> float:
        """All CPU time per page."""
        return self.client_ms + self.postgres_ms + self.seaweed_ms


def percentile(turns: Sequence[Sequence[float]], percent: float) -> float:
    """Return a percentile of all turns together."""
    return float(np.percentile(np.concatenate([np.asarray(turn) for turn in turns]), percent))


def measured_settling(
    kind: HomeKind, servers: Servers, urls: Sequence[str], home: Path
) -> SettlingTurn:
    """Settle pages in a new home, which stays."""
    pids = map(str, servers.processes(kind).pids())
    with servers.place(kind) as place:
        words = ["settling_process", str(home), str(QUIET), *pids]
        found = _run(words, {**TIDINGS.env, **place}, json.dumps(urls))
        servers.settle_down(kind)
    return SettlingTurn(**found)


def measured_plain_rows(kind: HomeKind, servers: Servers, home: Path, pages: int) -> SettlingTurn:
    """Write the rows of a settled home again with a driver alone."""
    pids = map(str, servers.processes(kind).pids())
    with ExitStack() as stack:
        place = stack.enter_context(servers.place(kind))
        folder = stack.enter_context(TemporaryDirectory(prefix="tidings-plain-"))
        target = place.get("TIDINGS_DATABASE_URL", folder)
        found = _run(["plain_process", str(home), target, str(pages), *pids], {}, "")
        servers.settle_down(kind)
    return SettlingTurn(**found)


def _run(words: Sequence[str], env: Mapping[str, str], given: str) -> dict[str, Any]:
    program, *arguments = words
    command = [sys.executable, "-m", f"benchmarks.databases.{program}", *arguments]
    done = subprocess.run(
        command, env={**os.environ, **env}, input=given, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit(f"{program} ended with status {done.returncode}.")
    found: dict[str, Any] = json.loads(done.stdout)
    return found
