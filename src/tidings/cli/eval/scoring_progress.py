"""Progress over labelled data on standard error, and a report of what was skipped, and why."""

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track

from tidings.cli.output import say
from tidings.evaluate.labelled.page_folder import SkippedLine

_MAX_SHOWN = 10  # skipped lines; --json has all of them

Item = TypeVar("Item")


def split_skipped(
    stream: Iterable[Item | SkippedLine], total: int | None = None
) -> tuple[list[Item], list[SkippedLine]]:
    """Return a stream's items and skipped lines, showing progress on a terminal."""
    console = Console(file=sys.stderr)
    # A thread draws it, whose time counts as ours: rarely enough not to show in CPU per page.
    bar = track(stream, "scoring", total, console=console, transient=True, refresh_per_second=2,
                disable=not console.is_terminal)  # fmt: skip
    items: list[Item] = []
    skipped: list[SkippedLine] = []
    for each in bar:
        if isinstance(each, SkippedLine):
            skipped.append(each)
        else:
            items.append(each)
    return items, skipped


def report_skipped(
    file: str, scored: int, skipped: Sequence[SkippedLine], unit: str = "text"
) -> int:
    """Report what was skipped; return 1 if nothing was scored."""
    for each in skipped[:_MAX_SHOWN]:
        say(f"tidings: {file} line {each.line} is skipped: {each.why}.")
    if skipped:
        say(f"tidings: {len(skipped)} of {scored + len(skipped)} lines of {file} are skipped.")
    if not scored:
        say(f"tidings: {file} has no {unit} that could be scored.")
    return 0 if scored else 1
