"""Working through what is labelled: progress on standard error, and what was left out, and why."""

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track

from tidings.cli.output import say
from tidings.evaluate.labelled.page_folder import SkippedLine

_MAX_SHOWN = 10  # skipped lines; --json has all of them

Seen = TypeVar("Seen")


def split_skipped(
    stream: Iterable[Seen | SkippedLine], total: int | None = None
) -> tuple[list[Seen], list[SkippedLine]]:
    """Return what a stream brings and what it skips, with progress where a person can see it."""
    console = Console(file=sys.stderr)
    # Drawn in a thread, whose time counts as ours: seldom enough not to show in CPU per page.
    bar = track(stream, "scoring", total, console=console, transient=True, refresh_per_second=2,
                disable=not console.is_terminal)  # fmt: skip
    seen: list[Seen] = []
    skipped: list[SkippedLine] = []
    for each in bar:
        if isinstance(each, SkippedLine):
            skipped.append(each)
        else:
            seen.append(each)
    return seen, skipped


def report_skipped(
    file: str, scored: int, skipped: Sequence[SkippedLine], unit: str = "text"
) -> int:
    """Tell what was left out; 1 if that is everything."""
    for each in skipped[:_MAX_SHOWN]:
        say(f"tidings: {file} line {each.line} is left out: {each.why}.")
    if skipped:
        say(f"tidings: {len(skipped)} of {scored + len(skipped)} lines of {file} are left out.")
    if not scored:
        say(f"tidings: {file} has no {unit} that could be scored.")
    return 0 if scored else 1
