"""Live readers while articles arrive: what each received, and how soon."""

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import psutil
from numpy.typing import NDArray

from benchmarks.checkouts.tree import Failed, Tree
from benchmarks.serve.loaded_server import PROCESSES, LoadedServer, feeding

_ROOT = Path(__file__).parents[2]
_LAST = 4.0  # seconds in which the last events must arrive
_SETTLED = 2.0  # seconds between connecting and the first article


@dataclass(frozen=True, slots=True)
class StreamOutcome:
    """What the readers received."""

    readers: int
    events: int  # new articles that were handed over
    lost: int  # pairs of reader and event that never met
    doubled: int
    unordered: int  # events that came after a later one
    disconnected: int  # readers whose stream ended
    from_commit: NDArray[np.float64]  # seconds since the index had it, one for each arrival
    from_hand_over: NDArray[np.float64]
    memory: tuple[float, ...]
    cores: float  # that the server kept busy


def streamed(tree: Tree, home: Path, readers: int, rate: float, seconds: float) -> StreamOutcome:
    """Let readers follow a server while articles arrive; raises Failed."""
    with TemporaryDirectory(prefix="tidings-readers-") as folder:
        file = Path(folder) / "received.npz"
        with (
            feeding(tree, home, rate, seconds + _LAST) as feeder,
            tree.serving(home, "--processes", str(PROCESSES)) as running,
            _reading(running.url, readers, file) as connected,
        ):
            server = LoadedServer(running.url, psutil.Process(running.pid), {})
            time.sleep(_SETTLED)
            before, began = server.cpu(), time.monotonic()
            server.note_memory()
            feeder.begin()
            for _ in range(4):
                time.sleep(seconds / 4)
                server.note_memory()
            cores = (server.cpu() - before) / (time.monotonic() - began)
            told = feeder.end()
            time.sleep(_LAST)
            connected.communicate("\n")
        with np.load(file) as received:
            return outcome_of(told, received, tuple(server.memory), cores)


@contextmanager
def _reading(url: str, readers: int, file: Path) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "benchmarks.serve.stream_readers", url, str(readers),
               str(file)]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          cwd=_ROOT) as process:  # fmt: skip
        assert process.stdout is not None
        if not process.stdout.readline():
            raise Failed("the readers could not connect")
        try:
            yield process
        finally:
            process.terminate()


def outcome_of(
    told: Mapping[str, Any], received: Mapping[str, Any], memory: tuple[float, ...], cores: float
) -> StreamOutcome:
    """Compare what was handed over with what was received."""
    handed = np.array(told["handed"], np.float64).reshape(-1, 2)
    commits = np.array(told["commits"], np.float64).reshape(-1, 2)
    seqs, order = np.unique(handed[:, 0].astype(np.int64), return_index=True)
    committed = _committed(seqs, commits)
    readers, got, times = received["readers"], received["seqs"], received["times"]
    known = np.isin(got, seqs)
    readers, got, times = readers[known], got[known], times[known]
    places = np.searchsorted(seqs, got)
    count = len(received["lost"])
    pairs = readers.astype(np.int64) * len(seqs) + places
    distinct = len(np.unique(pairs))
    falls = (np.diff(got) < 0) & (np.diff(readers) == 0)
    return StreamOutcome(
        readers=count,
        events=len(seqs),
        lost=count * len(seqs) - distinct,
        doubled=len(pairs) - distinct,
        unordered=int(falls.sum()),
        disconnected=int(received["lost"].sum()),
        from_commit=times - committed[places],
        from_hand_over=times - handed[order, 1][places],
        memory=memory,
        cores=cores,
    )


def _committed(seqs: NDArray[np.int64], commits: NDArray[np.float64]) -> NDArray[np.float64]:
    """When the index had each change; the last commit if it was not seen."""
    places = np.searchsorted(commits[:, 0], seqs)
    return np.asarray(commits[np.minimum(places, len(commits) - 1), 1])
