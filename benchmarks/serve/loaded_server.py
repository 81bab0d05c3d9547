"""A server of a checkout under load: its processes, its feeder and its clients."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from urllib.request import urlopen

import psutil

from benchmarks.checkouts.tree import Failed, Tree
from benchmarks.serve.request_mix import Samples, TimedRequest, timed_requests

PROCESSES = 2
_ROOT = Path(__file__).parents[2]
_parameter = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class LoadOutcome:
    """What came of requests at one rate."""

    rate: float  # requests a second that were sent
    seconds: float
    waited: tuple[tuple[str, float], ...]  # route and seconds
    failed: tuple[tuple[str, str], ...]  # route and why
    late: float  # seconds by which the clients themselves were late, at most
    cpu: float  # seconds of the server's processes

    @property
    def cpu_ms(self) -> float:
        """The server's CPU time for each request, in milliseconds."""
        return 1000 * self.cpu / max(1, len(self.waited) + len(self.failed))

    def times(self, route: str | None = None) -> list[float]:
        """Return the seconds of one route, or of all."""
        return [seconds for name, seconds in self.waited if route in (None, name)]


@dataclass(slots=True)
class LoadedServer:
    """A running `tidings serve` with articles arriving; made by `loaded_server`."""

    url: str
    process: psutil.Process
    samples: Samples
    paths: frozenset[str] = frozenset()  # that it has, with {} for parameters
    memory: list[float] = field(default_factory=list)  # MB of all its processes, as time goes on
    seed: int = 0

    def load(self, rate: float, seconds: float) -> LoadOutcome:
        """Send requests of the mix for a while."""
        self.seed += 1
        requests = timed_requests(self.samples, rate, seconds, self.seed, self.paths)
        before = self.cpu()
        told = self._sent(requests)
        cpu = self.cpu() - before
        self.note_memory()
        waited = tuple((route, taken) for route, taken in told["waited"])
        failed = tuple((route, why) for route, why in told["failed"])
        return LoadOutcome(rate, seconds, waited, failed, told["late"], cpu)

    def _sent(self, requests: Sequence[TimedRequest]) -> dict[str, Any]:
        rows = json.dumps([(each.at, each.route, each.path) for each in requests])
        command = [sys.executable, "-m", "benchmarks.serve.open_loop", self.url]
        done = subprocess.run(command, input=rows, stdout=subprocess.PIPE, text=True, check=True,
                              cwd=_ROOT)  # fmt: skip
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    def note_memory(self) -> None:
        """Note how much memory the server processes have now, without mapped files."""
        family = [each.memory_info() for each in self.process.children(recursive=True)]
        self.memory.append(sum(each.rss - each.shared for each in family) / 1e6)

    def cpu(self) -> float:
        """Return the CPU seconds of the server's processes so far."""
        family = [self.process, *self.process.children(recursive=True)]
        return float(sum(sum(each.cpu_times()[:2]) for each in family))


def make_served_home(tree: Tree, folder: Path, articles: int) -> None:
    """Make a home of a checkout in a folder; raises Failed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [str(tree.python), "-m", "benchmarks.serve.served_home", str(folder), str(articles)]
    if subprocess.run(command, env=_env(tree), check=False).returncode:
        raise Failed(f"{tree.name}: the home could not be made")


@contextmanager
def loaded_server(
    tree: Tree, home: Path, samples: Samples, articles_per_second: float, seconds: float
) -> Iterator[LoadedServer]:
    """Run a server, and store articles until the block is left; raises Failed."""
    with (
        feeding(tree, home, articles_per_second, seconds) as feeder,
        tree.serving(home, "--processes", str(PROCESSES)) as server,
    ):
        feeder.begin()
        yield LoadedServer(server.url, psutil.Process(server.pid), samples, _paths(server.url))


def _paths(url: str) -> frozenset[str]:
    with urlopen(f"{url}/openapi.json") as answer:
        paths: Mapping[str, object] = json.load(answer)["paths"]
    return frozenset(_parameter.sub("{}", path) for path in paths)


class Feeding:
    """A feeder of a home, in a process of its own."""

    def __init__(self, stdin: IO[str], stdout: IO[str]) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._report: dict[str, list[list[float]]] | None = None

    def begin(self) -> None:
        """Let it begin."""
        self._stdin.write("\n")
        self._stdin.flush()

    def end(self) -> dict[str, list[list[float]]]:
        """Let it end, and return when what was handed over and committed."""
        if self._report is None:
            self.begin()
            self._report = json.loads(self._stdout.readline())
        return self._report


@contextmanager
def feeding(tree: Tree, home: Path, rate: float, seconds: float) -> Iterator[Feeding]:
    """Prepare articles for a home, and store them between `begin` and `end`; raises Failed."""
    command = [str(tree.python), "-m", "benchmarks.serve.feeder", str(home), str(rate),
               str(seconds)]  # fmt: skip
    with subprocess.Popen(command, env=_env(tree), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        if not process.stdout.readline():
            raise Failed(f"{tree.name}: articles could not be stored")
        feeder = Feeding(process.stdin, process.stdout)
        try:
            yield feeder
            feeder.end()
        finally:
            process.terminate()


def _env(tree: Tree) -> dict[str, str]:
    """The checkout's own code, with the benchmarks of this one."""
    env = tree.env()
    return {**env, "PYTHONPATH": f"{env['PYTHONPATH']}:{_ROOT}"}
