"""The progress display, on a terminal of its own."""

import os
import pty
import subprocess
import sys
from pathlib import Path


def _shown(command: list[str], env: dict[str, str], folder: Path) -> str:
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


def test_a_crawl_shows_its_pace_its_queue_and_its_trouble(
    environment: dict[str, str], world: list[str], tmp_path: Path
) -> None:
    env = environment | {"TERM": "xterm", "COLUMNS": "120"}
    tidings = [sys.executable, "-m", "tidings.cli"]
    subprocess.run([*tidings, "add", *world], env=env, cwd=tmp_path, check=True)
    shown = _shown([*tidings, "crawl"], env, tmp_path)
    for word in ("fetched", "/s", "new articles", "index", "valueless", "queued", "hosts"):
        assert word in shown
    assert "robots.txt disallows it" in shown


def test_nothing_is_drawn_where_nobody_can_see_it(
    environment: dict[str, str], world: list[str], tmp_path: Path
) -> None:
    tidings = [sys.executable, "-m", "tidings.cli"]
    subprocess.run([*tidings, "add", world[0]], env=environment, cwd=tmp_path, check=True)
    done = subprocess.run(
        [*tidings, "crawl"], env=environment, cwd=tmp_path, check=True, capture_output=True
    )
    assert b"fetched," not in done.stderr
