"""Processes that are known again later: a number alone may belong to another process by then."""

import os
import signal
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# In the environment of the processes of a node. Ray's command gets a session of its own; some of
# its processes overwrite their environment with their names, and are known by that session.
NODE_VARIABLE: Final = "NODE_OF_TIDINGS"
_PROC: Final = Path("/proc")
_WAIT_SECONDS: Final = 0.05
_STATE, _SESSION, _STARTED = 0, 3, 19  # fields of /proc/PID/stat behind the name


@dataclass(frozen=True, slots=True)
class ProcessMark:
    """A process, and when it started: no other one has both."""

    pid: int
    started: str

    @property
    def is_running(self) -> bool:
        """Whether it still runs."""
        return mark_of(self.pid) == self


def mark_of(pid: int) -> ProcessMark | None:
    """Return the mark of a running process; None if there is none."""
    fields = _stat(pid)
    if not fields or fields[_STATE] in "ZX":
        return None
    boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    return ProcessMark(pid, f"{boot} {fields[_STARTED]}")


def processes_of_node(node: str) -> list[ProcessMark]:
    """Return the running processes of the sessions that were started for a node."""
    wanted = f"{NODE_VARIABLE}={node}".encode()
    sessions = {pid: fields[_SESSION] for pid in _pids() if (fields := _stat(pid))}
    named = {sessions[pid] for pid in sessions if wanted in _environment(pid)}
    marks = [mark_of(pid) for pid, session in sessions.items() if session in named]
    return [mark for mark in marks if mark is not None]


def names_in_session(session: int) -> set[str]:
    """Return the names of the programs that run in a session, as the kernel knows them."""
    found = {}
    for pid in _pids():
        fields = _stat(pid)
        if fields and fields[_SESSION] == str(session) and fields[_STATE] not in "ZX":
            found[pid] = _name(pid)
    return set(found.values())


def end_processes(marks: Iterable[ProcessMark], seconds: float) -> None:
    """Ask processes to end, and kill those that have not done so after some time."""
    left = list(marks)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for mark in left:
            send_signal(mark, number)
        until = time.monotonic() + seconds
        while left and time.monotonic() < until:
            left = [mark for mark in left if mark.is_running]
            time.sleep(_WAIT_SECONDS)


def send_signal(mark: ProcessMark, number: signal.Signals) -> None:
    """Send a signal to a process, if it still is the same one."""
    if mark.is_running:
        try:
            os.kill(mark.pid, number)
        except ProcessLookupError:
            return


def _pids() -> list[int]:
    return [int(folder.name) for folder in _PROC.iterdir() if folder.name.isdigit()]


def _stat(pid: int) -> list[str]:
    try:
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _name(pid: int) -> str:
    try:
        return (_PROC / str(pid) / "comm").read_text().strip()
    except OSError:
        return ""


def _environment(pid: int) -> list[bytes]:
    try:
        return (_PROC / str(pid) / "environ").read_bytes().split(b"\0")
    except OSError:  # somebody else's, or gone
        return []
