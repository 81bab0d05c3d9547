"""At a terminal a password is asked for twice, and never shown."""

import fcntl
import os
import pty
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from tests.cli.conftest import Tidings


def typed(environment: dict[str, str], folder: Path, *answers: str) -> tuple[int, str]:
    """Add a user at a terminal, typing an answer whenever a prompt ends; return what was shown."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tidings.cli", "user", "add", "ada"],
        stdin=slave, stdout=slave, stderr=slave, env=environment, cwd=folder,
        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(slave)
    shown, waiting = "", list(answers)
    while True:
        try:
            part = os.read(master, 1024).decode()
        except OSError:  # the terminal's other end is closed
            break
        if not part:
            break
        shown += part
        if waiting and shown.endswith(": "):
            os.write(master, f"{waiting.pop(0)}\n".encode())
    os.close(master)
    return process.wait(), shown


@pytest.mark.parametrize(
    ("second", "code", "message"),
    [("correct horse battery", 0, "is added"), ("correct horse batteri", 2, "two different")],
    ids=["the same", "another"],
)
def test_a_new_password_is_typed_twice(
    tidings: Tidings, environment: dict[str, str], tmp_path: Path, second: str, code: int,
    message: str,
) -> None:  # fmt: skip
    assert tidings("login").code == 0
    ended, shown = typed(environment, tmp_path, "correct horse battery", second)
    assert (ended, message in shown) == (code, True), shown
    assert "horse" not in shown
    assert len(tidings("user", "list", "--json").json) == (code == 0)
