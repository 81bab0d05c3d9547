import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass(frozen=True)
class Said:
    """What a finished command said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Tidings = Callable[..., Said]


def _obey_permissions() -> None:
    """Give up root's right to write anywhere, which the next exec makes final."""
    cap_drop, dac_override = 24, 1
    ctypes.CDLL(None).prctl(cap_drop, dac_override, 0, 0, 0)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TIDINGS_")}
    return kept | {
        "TIDINGS_HOME": str(tmp_path / "home"),
        "TIDINGS_FETCH_DELAY": "0",
        "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
        "TIDINGS_ENGINE_WORKERS": "1",
    }


@pytest.fixture
def tidings(tmp_path: Path, environment: dict[str, str]) -> Tidings:
    """Runs the real command in a folder of its own."""

    def run(*arguments: str, stdin: bytes = b"", unprivileged: bool = False) -> Said:
        done = subprocess.run(
            [sys.executable, "-m", "tidings.cli", *arguments],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=environment,
            preexec_fn=_obey_permissions if unprivileged else None,
            timeout=100,
        )
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def world() -> Iterator[list[str]]:
    """A news world in a process of its own; the papers' addresses."""
    command = [sys.executable, "-m", "tidings.world", "--json", "--history", "4", "--speed", "0"]
    process = subprocess.Popen(
        [*command, "--parent", str(os.getpid())], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())["urls"]
    process.terminate()
    process.wait()
    process.stdout.close()
