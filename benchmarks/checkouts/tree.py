"""A checkout of this project, used from outside. None of its modules are imported.

Modules have other names in other checkouts, so only the command line, HTTP and settings are used.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

_ADDRESS = re.compile(rb"http://\S+")
_STOP_SECONDS = 15  # a server gives responses in progress a few seconds, then ends
# The papers are on loopback: no delay and many requests at once are allowed.
CRAWLING: Mapping[str, str] = {
    "TIDINGS_FETCH_DELAY": "0",
    "TIDINGS_FETCH_PER_HOST": "8",
    "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
}


class NotATree(Exception):
    """The folder is not a checkout that can be run; the message says why."""


class Failed(Exception):
    """A command of a tree ended with an error; the message says which."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a command printed, and its exit code."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Server:
    """A running `tidings serve`."""

    url: str  # without a trailing slash
    pid: int


@dataclass(frozen=True, slots=True)
class Tree:
    """A checkout and the interpreter that runs it."""

    name: str
    folder: Path
    python: Path

    def env(self) -> dict[str, str]:
        """Return an environment with this tree's code and without the user's settings.

        Python may store compiled modules: else each start would compile all of them.
        """
        kept = {key: each for key, each in os.environ.items() if not key.startswith("TIDINGS_")}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        source = str(self.folder / "src")
        return {**kept, **CRAWLING, "PYTHONPATH": source, "OPENBLAS_NUM_THREADS": "1"}

    def command(self, home: Path, *verb: str) -> list[str]:
        """Return the command of a verb on a home."""
        return [str(self.python), "-m", "tidings.cli", "--home", str(home), *verb]

    def run(self, home: Path, *verb: str, settings: Mapping[str, str] | None = None) -> Output:
        """Run a verb in a folder without a settings file."""
        with tempfile.TemporaryDirectory(prefix="tidings-tree-") as nowhere:
            done = subprocess.run(
                self.command(home, *verb),
                env={**self.env(), **(settings or {})},
                cwd=nowhere,
                capture_output=True,
                stdin=subprocess.DEVNULL,
                check=False,
            )
        return Output(done.returncode, done.stdout.decode(), done.stderr.decode())

    def need(self, home: Path, *verb: str, settings: Mapping[str, str] | None = None) -> str:
        """Run a verb that must succeed and return its output; raises Failed."""
        done = self.run(home, *verb, settings=settings)
        if done.status:
            last = done.err.strip().rpartition("\n")[2]
            raise Failed(f"{self.name}: tidings {verb[0]} ended with {done.status}: {last}")
        return done.out

    def need_json(self, home: Path, *verb: str) -> Any:
        """Run a verb that must succeed and return its JSON; raises Failed."""
        return json.loads(self.need(home, *verb, "--json"))

    @contextmanager
    def serving(self, home: Path, *options: str) -> Iterator[Server]:
        """Run `tidings serve` on a free port while the block runs; raises Failed."""
        with (
            tempfile.TemporaryDirectory(prefix="tidings-tree-") as nowhere,
            subprocess.Popen(self.command(home, "serve", "--port", "0", *options), env=self.env(),
                             cwd=nowhere, stderr=subprocess.PIPE) as process,
        ):  # fmt: skip
            try:
                yield Server(self._address(process), process.pid)
            finally:
                process.terminate()
                _end(process)

    def _address(self, process: "subprocess.Popen[bytes]") -> str:
        assert process.stderr is not None
        line = b""
        for line in process.stderr:
            if found := _ADDRESS.search(line):
                # Keep reading: a server that logs into a full pipe would block.
                Thread(target=process.stderr.read, daemon=True).start()
                return found[0].decode().rstrip("/")
        raise Failed(f"{self.name}: tidings serve did not start: {line.decode().strip()}")


def _end(process: "subprocess.Popen[bytes]") -> None:
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def tree_at(name: str, folder: Path) -> Tree:
    """Return the tree in a folder; raises NotATree."""
    folder = folder.resolve()
    if not folder.is_dir():
        raise NotATree(f"{name}: there is no folder {folder}.")
    if not (folder / "src" / "tidings").is_dir():
        raise NotATree(f"{name}: {folder} is not a checkout of Tidings: it has no src/tidings.")
    own = folder / ".venv" / "bin" / "python"
    tree = Tree(name, folder, own if own.exists() else Path(sys.executable))
    version = tree.run(folder, "--version")
    if version.status:
        last = version.err.strip().rpartition("\n")[2]
        raise NotATree(f"{name}: {folder} cannot be run with {tree.python}: {last}")
    return tree
