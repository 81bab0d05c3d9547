"""What somebody sees who searches the live web in a terminal."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.agents.topic_web import QUERY, TopicWeb, topic_web

_UP = re.compile(r"\x1b\[1A\x1b\[2K")  # a line that is taken back
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def web() -> Iterator[TopicWeb]:
    with topic_web(3) as served:
        served.latency = 0.2  # so that the table is drawn while agents are under way
        yield served


def on_terminal(environment: dict[str, str], folder: Path, *arguments: str) -> tuple[int, str]:
    """Run a command in a terminal of its own; return its exit code and all that it wrote."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "tidings.cli", *arguments],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, start_new_session=True,
        env=environment | {"TERM": "xterm-256color", "COLUMNS": "200", "LINES": "40"},
    )  # fmt: skip
    os.close(theirs)
    written = bytearray()
    try:
        while part := _read(ours):
            written += part
        code = process.wait(60)
    finally:
        os.close(ours)
        process.kill()  # if it hangs
    return code, written.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # Linux says so once the last writer has gone
        return b""


def left_on_screen(written: str) -> list[str]:
    """Return the lines that stay, of one who only goes up to erase."""
    lines = [""]
    for part in re.split(r"(\r\n|\r|\n|\x1b\[1A|\x1b\[2K)", written):
        match part:
            case "\r\n" | "\n":
                lines.append("")
            case "\x1b[1A":
                lines.pop()
            case "\x1b[2K":
                lines[-1] = ""
            case "\r":
                pass
            case _:
                lines[-1] += _CODES.sub("", part)
    return lines


def test_the_agents_are_shown_and_leave_only_finds_and_the_summary(
    environment: dict[str, str], tmp_path: Path, web: TopicWeb
) -> None:
    code, written = on_terminal(environment, tmp_path, "mine", QUERY, "--seed", web.front())
    assert code == 0, written
    assert _UP.search(written)
    shown = _CODES.sub("", written)
    assert re.search(r"run 1: \d+ of 200 pages, 1 host, 0 finds, harvest", shown)
    assert "energy" in shown
    assert f"→ {web.front()}" in shown or f"→ {web.url(0, 1)}" in shown
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h")  # the cursor is back
    left = [line.strip() for line in left_on_screen(written) if line.strip()]
    assert {line for line in left if line.startswith("http")} == web.about_floods()
    assert not [line for line in left if line.startswith(("run ", "agent"))]
    assert len(left) == 3 * len(web.about_floods()) + 1
    assert left[-1].startswith(f"{len(web.about_floods())} found on 27 of 200 pages at 3 hosts")
