"""A worker process as its parent sees it: starts it, maps parts in it, kills it."""

import pickle
import select
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from tidings.engine.jobs.job import Job, MapError
from tidings.engine.process.message import HEADER, packed, unpacked


class WorkerLost(Exception):
    """The process died or hung while it mapped some items, or mapping failed."""


class WorkerProcess:
    """One process; started when it is needed, and again after it was lost."""

    def __init__(self, job: Job[Any, Any]) -> None:
        self._setup = packed(pickle.dumps(job))
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def map(self, items: Sequence[Any], seconds: float) -> tuple[Any, tuple[float, ...]]:
        """Return the result for some items and how long each took, or raise WorkerLost."""
        result, times = self.map_packed(items, seconds)
        return unpacked(memoryview(result)[HEADER.size :]), times

    def map_packed(self, items: Sequence[Any], seconds: float) -> tuple[bytes, tuple[float, ...]]:
        """Return the same, with the result as a message, or raise WorkerLost."""
        process = self._process or self._start()
        try:
            times, result = _exchange(process, packed(tuple(items)), seconds)
        except TimeoutError:
            self.kill()
            raise WorkerLost(f"no result after {seconds:g} s") from None
        except (EOFError, OSError, ValueError):  # ValueError: killed by us, its pipes are closed
            status = self.kill()
            raise WorkerLost(f"the process ended with status {status}") from None
        if isinstance(times, MapError):
            raise WorkerLost(times.detail)
        return result, times

    def _start(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise WorkerLost("the job was stopped")
        # In its own session: otherwise Ctrl-C would also reach the worker.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tidings.engine.runners.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        with suppress(OSError):  # a process that died at once is noticed when it has to answer
            _send(self._process, self._setup)
        return self._process

    @property
    def pid(self) -> int | None:
        """The running process, if there is one."""
        return self._process.pid if self._process else None

    def kill(self) -> int | None:
        """End the process now and return its status."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        status = process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not sent is of no use
                pipe.close()  # type: ignore[union-attr]
        return status

    def close(self) -> None:
        """End the process, and start no other one."""
        self._closed = True
        self.kill()


def _send(process: subprocess.Popen[bytes], message: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(message)
    process.stdin.flush()


def _exchange(
    process: subprocess.Popen[bytes], message: bytes, seconds: float
) -> tuple[tuple[float, ...] | MapError, bytes]:
    """Return the seconds of items and the message of the result, or what went wrong."""
    _send(process, message)
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], seconds)
    if not ready:
        raise TimeoutError
    times = unpacked(_message(process.stdout)[HEADER.size :])
    return times, b"" if isinstance(times, MapError) else _message(process.stdout)


def _message(pipe: IO[bytes]) -> bytes:
    """Return a whole message, with its length."""
    header = _read(pipe, HEADER.size)
    return header + _read(pipe, HEADER.unpack(header)[0])


def _read(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data
