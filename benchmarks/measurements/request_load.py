"""Concurrent requests to `/api/search` of a real `tidings serve`, from another process.

Run as a program, it is the clients: open connections that send one question after another.
"""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import cast
from urllib.parse import urlencode, urlsplit

import httptools
import numpy as np
import psutil
import uvloop

from benchmarks.inputs.search_questions import Question
from benchmarks.support.tidings_engine import query_of

SECONDS = 10
_CONNECTIONS = 8
_WARMING = 2.0  # seconds before anything counts
_address = re.compile(rb"http://\S+")


@dataclass(frozen=True, slots=True)
class RequestLoad:
    """The figures of one load test."""

    requests: float
    seconds: float
    server_cpu: float
    client_cpu: float
    p50: float  # milliseconds, as seen by the clients
    p99: float

    @property
    def rate(self) -> float:
        """Answers per second."""
        return self.requests / self.seconds

    @property
    def cpu_ms(self) -> float:
        """The server's CPU time per answer, in milliseconds."""
        return 1000 * self.server_cpu / self.requests


@contextmanager
def serving(home: Path, *options: str) -> Iterator[tuple[str, psutil.Process]]:
    """Run `tidings serve`; yield its URL and its process."""
    command = [sys.executable, "-m", "tidings.cli", "serve", "--home", str(home), "--port", "0"]
    with subprocess.Popen([*command, *options], stderr=subprocess.PIPE) as server:
        assert server.stderr is not None
        found = next(filter(None, map(_address.search, server.stderr)))
        url = found[0].decode()
        try:
            yield url, psutil.Process(server.pid)
        finally:
            server.terminate()


def measured_load(home: Path, asked: Sequence[Question], once: bool, *options: str) -> RequestLoad:
    """Send requests for a while: each question once, or all of them repeatedly."""
    paths = ["/api/search?" + urlencode({"q": query_of(each, None).text}) for each in asked]
    first = len(paths) // 5 if once else len(paths)
    with serving(home, *options) as (url, server):
        _load_process(url, paths[:first], _WARMING, once=once)
        before = _cpu(server)
        told = _load_process(url, paths[first:] if once else paths, SECONDS, once=once)
        return RequestLoad(server_cpu=_cpu(server) - before, **told)


def _cpu(process: psutil.Process) -> float:
    """The CPU time of a process and its children."""
    family = [process, *process.children(recursive=True)]
    return float(sum(sum(each.cpu_times()[:2]) for each in family))


def _load_process(
    url: str, paths: Sequence[str], seconds: float, *, once: bool
) -> dict[str, float]:
    how = "once" if once else "again"
    command = [sys.executable, "-m", "benchmarks.measurements.request_load", url, str(seconds), how]
    done = subprocess.run(
        command, input="\n".join(paths), stdout=subprocess.PIPE, text=True, check=True
    )
    told: dict[str, float] = json.loads(done.stdout)
    return told


class _Reader(asyncio.Protocol):
    """One connection: sends the next request as soon as it has a response."""

    def __init__(
        self, host: str, paths: Iterator[str], delays: list[float], ended: asyncio.Event
    ) -> None:
        self._host = host
        self._paths = paths
        self._delays = delays
        self._ended = ended
        self._asked = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        self._transport = cast(asyncio.WriteTransport, transport)
        self._next()

    def data_received(self, data: bytes) -> None:
        """Parse the data."""
        self._parser.feed_data(data)

    def on_message_complete(self) -> None:
        """Record the time, and send the next request."""
        if self._parser.get_status_code() != 200:
            sys.exit(f"the server answered {self._parser.get_status_code()}")
        self._delays.append(time.perf_counter() - self._asked)
        asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        path = next(self._paths, None)
        if path is None:
            self._ended.set()
            return
        self._parser = httptools.HttpResponseParser(self)
        self._asked = time.perf_counter()
        self._transport.write(f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode())


async def _run_load(url: str, asked: Iterator[str], seconds: float) -> dict[str, float]:
    """Send requests until the time is up or no question is left."""
    address, ended = urlsplit(url), asyncio.Event()
    delays: list[float] = []
    cpu, began = time.process_time(), time.perf_counter()
    for _ in range(_CONNECTIONS):
        await asyncio.get_running_loop().create_connection(
            lambda: _Reader(address.netloc, asked, delays, ended),
            str(address.hostname),
            address.port or 80,
        )
    with suppress(TimeoutError):
        await asyncio.wait_for(ended.wait(), seconds)
    p50, p99 = np.percentile(delays, (50, 99)) * 1000
    return {
        "requests": len(delays),
        "seconds": time.perf_counter() - began,
        "client_cpu": time.process_time() - cpu,
        "p50": p50,
        "p99": p99,
    }


def main() -> None:
    """Send the questions from standard input, once or repeatedly."""
    url, seconds, how = sys.argv[1:]
    paths = sys.stdin.read().split("\n")
    told = uvloop.run(
        _run_load(url, iter(paths) if how == "once" else cycle(paths), float(seconds))
    )
    print(json.dumps(told))


if __name__ == "__main__":
    main()
