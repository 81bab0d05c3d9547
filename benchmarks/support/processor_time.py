"""CPU time from /proc; needs Linux and no package."""

import os
from collections.abc import Iterator
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")  # per second, the kernel's unit
_PARENT, _OWN, _USED = (
    1,
    slice(11, 13),
    slice(11, 15),
)  # fields after the name: see proc_pid_stat(5)


def cpu_seconds(pid: int) -> float:
    """Return the user and system time of a process and all its children, ended ones included."""
    fields = dict(_processes())
    family = _family(pid, {child: int(each[_PARENT]) for child, each in fields.items()})
    return sum(_used(fields[each]) for each in family if each in fields)


def cpu_seconds_of(pids: set[int]) -> float:
    """Return the CPU time of processes, with that of their children that have ended."""
    return sum(_used(fields) for pid, fields in _processes() if pid in pids)


def own_cpu_seconds(pids: set[int]) -> dict[int, float]:
    """Return the user and system time of running processes without their children."""
    return {
        pid: sum(map(int, fields[_OWN])) / _TICKS for pid, fields in _processes() if pid in pids
    }


def descendants(pid: int) -> set[int]:
    """Return the processes that a process, or one of its descendants, has started."""
    parents = {child: int(fields[_PARENT]) for child, fields in _processes()}
    return _family(pid, parents) - {pid}


def stat_fields(text: str) -> list[str]:
    """Return the fields after the name, which may contain spaces and brackets."""
    return text.rpartition(")")[2].split()


def _used(fields: list[str]) -> float:
    return sum(map(int, fields[_USED])) / _TICKS


def _processes() -> Iterator[tuple[int, list[str]]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                yield int(folder.name), stat_fields((folder / "stat").read_text())
            except OSError:
                continue  # it has just ended; its parent includes its time


def _family(pid: int, parents: dict[int, int]) -> set[int]:
    family, grown = {pid}, 0
    while len(family) > grown:
        grown = len(family)
        family |= {child for child, parent in parents.items() if parent in family}
    return family
