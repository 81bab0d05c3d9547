"""The progress display, on a pseudo-terminal."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Tidings = Callable[..., Any]


def shown_on_terminal(command: list[str], env: dict[str, str], folder: Path) -> str:
    """Return what a command writes to the terminal that is its standard error."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=theirs, env=env, cwd=folder
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65_536):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait(100) == 0
    return shown.decode(errors="replace")


def test_a_crawl_shows_its_rate_its_queue_and_its_failures(
    tidings: Tidings, environment: dict[str, str], world: list[str], tmp_path: Path
) -> None:
    env = environment | {"TERM": "xterm", "COLUMNS": "120"}
    assert tidings("add", *world).code == 0
    shown = shown_on_terminal([sys.executable, "-m", "tidings.cli", "crawl"], env, tmp_path)
    for word in ("fetched", "/s", "new articles", "index", "valueless", "queued", "hosts"):
        assert word in shown
    assert "robots.txt disallows it" in shown


def test_nothing_is_drawn_without_a_terminal(crawled_home: Any) -> None:
    assert crawled_home.crawled.code == 0
    assert "fetched," not in crawled_home.crawled.err
