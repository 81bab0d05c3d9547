"""Prints tables of figures as Markdown."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from os import cpu_count
from platform import python_version


def print_table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; all columns but the first are figures."""
    lines = [header, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(header))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    print(f"\n{title}\n")
    for line in (lines[0], rule, *lines[1:]):
        print("| " + " | ".join(_cells(line, widths)) + " |")
    print(flush=True)


def _cells(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    first = line[0].ljust(widths[0])
    return [first, *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]


def print_conditions(*packages: str) -> None:
    """Print the date, the machine and the versions."""
    today = datetime.now(UTC).date().isoformat()
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    print(f"{today}, {cpu_count()} cores, Python {python_version()}, {versions}", flush=True)
