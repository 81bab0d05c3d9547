"""Commands run in this process or in one of their own, a news world, and a home crawled from it."""

import ctypes
import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, chdir, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from unittest.mock import patch

import pytest

from tidings.cli.__main__ import main

_STOP_SECONDS = 20.0  # a process would wait for its threads; ours are given this long


@dataclass(frozen=True)
class CommandResult:
    """The exit code and the output of a finished command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class CrawledHome:
    """A home that followed one paper, and the commands that filled it."""

    folder: Path
    added: CommandResult
    crawled: CommandResult

    def copy_to(self, folder: Path) -> None:
        """Give a test a home of its own."""
        shutil.copytree(self.folder, folder, symlinks=True)


Tidings = Callable[..., CommandResult]


def _drop_override() -> None:
    """Give up root's right to write anywhere; the next exec makes this final."""
    cap_drop, dac_override = 24, 1
    ctypes.CDLL(None).prctl(cap_drop, dac_override, 0, 0, 0)


def _run_process(
    folder: Path,
    environment: dict[str, str],
    *arguments: str,
    stdin: bytes = b"",
    unprivileged: bool = False,
) -> CommandResult:
    done = subprocess.run(
        [sys.executable, "-m", "tidings.cli", *arguments],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env=environment,
        preexec_fn=_drop_override if unprivileged else None,
        timeout=100,
    )
    return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())


def _run_here(
    folder: Path, environment: dict[str, str], *arguments: str, stdin: bytes = b""
) -> CommandResult:
    with ExitStack() as stack:
        files = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        files[0].write(stdin)
        files[0].seek(0)
        with (
            patch.dict(os.environ, environment, clear=True),
            chdir(folder),
            _kept_process_state(),
            _redirected([file.fileno() for file in files]),
        ):
            code = _exit_code(arguments)
        out, err = (_content(file) for file in files[1:])
    return CommandResult(code, out, err)


def _exit_code(arguments: tuple[str, ...]) -> int:
    """Run a command; a bug shows as the traceback and the code that a process would end with."""
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    except Exception:  # noqa: BLE001 - what Python itself does with it
        traceback.print_exc()
        return 1


def _content(file: Any) -> str:
    file.seek(0)
    return str(file.read().decode())


@contextmanager
def _redirected(descriptors: list[int]) -> Iterator[None]:
    """Redirect descriptors 0 to 2, which child processes inherit, and the streams on them."""
    kept = [os.dup(number) for number in range(3)]
    try:
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
        with (
            open(0, encoding="utf-8", closefd=False) as stdin,
            open(1, "w", encoding="utf-8", closefd=False) as stdout,
            open(2, "w", 1, "utf-8", "backslashreplace", closefd=False) as stderr,
            patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        ):
            yield
    finally:
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)


@contextmanager
def _kept_process_state() -> Iterator[None]:
    """Undo what a command does to its process, and fail if it leaves threads behind."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    handlers = [signal.getsignal(number) for number in numbers]
    thresholds, threads = gc.get_threshold(), set(threading.enumerate())
    try:
        yield
    finally:
        for number, handler in zip(numbers, handlers, strict=True):
            signal.signal(number, handler)
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        left = set(threading.enumerate()) - threads
        for thread in left:
            thread.join(_STOP_SECONDS)
        assert not [thread.name for thread in left if thread.is_alive()]


def _environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TIDINGS_")}
    return kept | {
        "TIDINGS_HOME": str(home),
        "TIDINGS_FETCH_DELAY": "0",
        "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
        "TIDINGS_ENGINE_WORKERS": "1",
    }


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return _environment(tmp_path / "home")


@pytest.fixture(scope="session")
def tidings_in() -> Callable[[Path], Tidings]:
    """Gives fixtures that outlive a test a way to run commands in their own folder."""
    return lambda folder: partial(_run_here, folder, _environment(folder / "home"))


@pytest.fixture
def tidings(tmp_path: Path, environment: dict[str, str]) -> Tidings:
    """Runs a command in this process: no interpreter to start, no model to load again."""
    return partial(_run_here, tmp_path, environment)


@pytest.fixture
def tidings_process(tmp_path: Path, environment: dict[str, str]) -> Tidings:
    """Runs a command in a process of its own: for encodings, permissions and real pipes."""
    return partial(_run_process, tmp_path, environment)


@pytest.fixture(scope="session")
def world() -> Iterator[list[str]]:
    """A news world in a process of its own, whose clock stands still; the papers' addresses."""
    command = [sys.executable, "-m", "tidings.world", "--json", "--history", "4", "--speed", "0"]
    process = subprocess.Popen(
        [*command, "--parent", str(os.getpid())], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())["urls"]
    process.terminate()
    process.wait()
    process.stdout.close()


@pytest.fixture(scope="session")
def crawled_home(world: list[str], tmp_path_factory: pytest.TempPathFactory) -> CrawledHome:
    """The first paper, crawled once by a real process; tests that change it copy it."""
    folder = tmp_path_factory.mktemp("crawled")
    tidings = partial(_run_process, folder, _environment(folder / "home"))
    added = tidings("add", world[0])
    return CrawledHome(folder / "home", added, tidings("crawl", "--json"))


@pytest.fixture
def home_copy(crawled_home: CrawledHome, tmp_path: Path) -> None:
    """The home of this test starts as a copy of the crawled one."""
    crawled_home.copy_to(tmp_path / "home")
