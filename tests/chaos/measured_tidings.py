"""The real `tidings`, which also notes each commit and each wait for a server with its time.

Usage: measured_tidings.py NOTES ARGUMENT... NOTES gets a line of JSON for each.
"""

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tidings.cli.__main__ import main
from tidings.engine.live.pipeline import Pipeline
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.settler import VisitResult
from tidings.store.database.errors import StoreAway
from tidings.store.database.grouped_writes import GroupedWrites
from tidings.store.database.patience import ServerPatience


class Notes:
    """A file that another process reads while it grows."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def add(self, what: str, **fields: Any) -> None:
        line = {"what": what, "at": time.monotonic()} | fields
        os.write(self._file, json.dumps(line).encode() + b"\n")


def note_commits(notes: Notes) -> None:
    """Note each batch that is committed, and how often it was begun."""
    attempt, patiently = GroupedWrites._commit, GroupedWrites._commit_patiently
    attempts = 0

    def counted(self: GroupedWrites, *arguments: Any) -> Any:
        nonlocal attempts
        attempts += 1
        return attempt(self, *arguments)

    def noted(self: GroupedWrites, batch: Sequence[Any]) -> Any:
        nonlocal attempts
        attempts = 0
        outcomes = patiently(self, batch)
        notes.add("committed", attempts=attempts)
        return outcomes

    GroupedWrites._commit = counted  # type: ignore[method-assign, assignment]
    GroupedWrites._commit_patiently = noted  # type: ignore[method-assign]


def note_waits(notes: Notes) -> None:
    """Note each time that something waits for a server."""
    original = ServerPatience.wait

    def wait(self: ServerPatience, error: StoreAway) -> bool:
        notes.add("waiting", server=error.what)
        return original(self, error)

    ServerPatience.wait = wait  # type: ignore[method-assign]


def note_articles(notes: Notes) -> None:
    """Note each article whose commit the crawl has seen."""
    original = Pipeline._on_settled

    def noted(self: Pipeline, settled: VisitResult, reading: Reading | None) -> None:
        if settled.article is not None:
            notes.add("kept", article=settled.article.id)
        original(self, settled, reading)

    Pipeline._on_settled = noted  # type: ignore[method-assign]


if __name__ == "__main__":
    notes = Notes(Path(sys.argv[1]))
    note_commits(notes)
    note_waits(notes)
    note_articles(notes)
    sys.exit(main(sys.argv[2:]))
