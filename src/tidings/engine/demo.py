"""The demo: the built-in news world in a process of its own, and the settings that suit it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from urllib.parse import urlsplit

from tidings.settings.tree import Settings


def demo_settings() -> Settings:
    """Return defaults for a world that is small, near and quick; your own settings outrank them."""
    settings = Settings()
    return replace(
        settings,
        fetch=replace(settings.fetch, delay=0.05, domain_delay=0.05),
        crawl=replace(settings.crawl, min_interval=10.0, max_interval=120.0),
    )


@contextmanager
def running_world(*arguments: str) -> Iterator[tuple[str, ...]]:
    """Run the news world and give its papers' addresses; it ends with us, however we end."""
    command = [sys.executable, "-m", "tidings.world", "--json", "--parent", str(os.getpid())]
    process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield tuple(json.loads(line)["urls"])
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def with_world_allowed(settings: Settings, papers: tuple[str, ...]) -> Settings:
    """Let the guard through to the world's own addresses, and to nothing else."""
    addresses = sorted({f"{urlsplit(paper).hostname}/32" for paper in papers})
    allowed = (*settings.fetch.allow_private, *addresses)
    return replace(settings, fetch=replace(settings.fetch, allow_private=allowed))
