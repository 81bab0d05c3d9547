"""CPU time from /proc; needs Linux and no package."""

import os
from collections.abc import Iterator
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")  # per second, the kernel's unit
_PARENT, _USED = 1, slice(11, 15)  # fields after the name: see proc_pid_stat(5)


def cpu_seconds(pid: int) -> float:
    """Return the user and system time of a process and all its children, ended ones included."""
    fields = dict(_processes())
    family = _family(pid, {child: int(each[_PARENT]) for child, each in fields.items()})
    return sum(_used(fields[each]) for each in family if each in fields)


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
