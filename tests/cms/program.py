"""The real program with one home, and what it says is stored there."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """What the home has of an article; `published` is None for an undated one."""

    title: str
    published: datetime | None
    lines: tuple[str, ...]
    revision: int


class Program:
    """`tidings` with one home, in processes of its own."""

    def __init__(self, home: Path, origin: str) -> None:
        self._origin = origin
        kept = {name: value for name, value in os.environ.items() if "TIDINGS_" not in name}
        self._environment = kept | {
            "TIDINGS_HOME": str(home),
            "TIDINGS_FETCH_DELAY": "0",
            "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
            "TIDINGS_ENGINE_WORKERS": "1",
        }

    def run(self, *arguments: str) -> str:
        """Run a command; return what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", "tidings.cli", *arguments],
            env=self._environment, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def stored(self) -> dict[str, StoredArticle]:
        """Return the articles by their paths."""
        rows = [json.loads(line) for line in self.run("export", "articles").splitlines()]
        return {row["url"].removeprefix(self._origin): _article(row) for row in rows}

    def found(self, *flags: str) -> list[str]:
        """Return the paths of the articles that a search with flags finds, in its order."""
        answer = json.loads(self.run("search", "the", *flags, "--limit", "100", "--json"))
        return [hit["url"].removeprefix(self._origin) for hit in answer["hits"]]


def _article(row: dict[str, Any]) -> StoredArticle:
    published = row["published"]
    return StoredArticle(
        title=_plain(row["title"] or ""),
        published=datetime.fromisoformat(published) if published else None,
        lines=tuple(_plain(line) for line in (row["text"] or "").splitlines() if line.strip()),
        revision=row["revision"],
    )


def _plain(text: str) -> str:
    """Return text with the quotation marks that people type, not those that programs make."""
    return " ".join(text.replace("’", "'").split())
