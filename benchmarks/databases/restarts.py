"""How long a crawl takes to begin again at many URLs: until its first request, and by parts."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from select import select

from benchmarks.databases.home_kinds import HomeKind
from benchmarks.databases.many_urls import fill_with_urls
from benchmarks.databases.servers import Servers
from benchmarks.pipeline import TIDINGS
from tidings.settings.tree import Settings

_PATIENCE = 300.0  # seconds until the first request; then something is wrong
_CHECK_SECONDS = 0.5  # between two looks at whether the crawl still runs


@dataclass(frozen=True, slots=True)
class RestartTurn:
    """The figures of one restart."""

    first_request: float  # seconds from starting `tidings crawl` to its first request
    open: float  # seconds, of a process that has loaded its modules
    due: float  # seconds from there to its first visit
    cold_ms: float  # milliseconds to add a page's hundred known links, none seen since the start
    warm_ms: float  # the same links again


@dataclass(frozen=True, slots=True)
class UrlHome:
    """A home with many URLs, and the variables with its settings."""

    folder: Path
    place: Mapping[str, str]
    urls: int


@contextmanager
def homes_with_urls(
    kinds: Sequence[HomeKind], servers: Servers, folder: Path, urls: int
) -> Iterator[dict[HomeKind, UrlHome]]:
    """Make a home of each kind, with the same rows."""
    made = folder / "made"
    fill_with_urls(made, urls)
    with ExitStack() as stack:
        homes: dict[HomeKind, UrlHome] = {}
        for number, kind in enumerate(kinds):
            place = stack.enter_context(servers.place(kind))
            homes[kind] = UrlHome(folder / f"home-{number}", place, urls)
            shutil.copytree(made, homes[kind].folder)
            if kind.is_on_postgres:
                servers.move(Settings(home=homes[kind].folder), place)
                # It says that the files are here; there are none, so they may begin anywhere.
                (homes[kind].folder / "places.json").unlink()
        yield homes


def measured_restart(home: UrlHome) -> RestartTurn:
    """Start a crawl and kill it at its first request; then open the home in another process."""
    first_request = _first_request(home)
    command = [sys.executable, "-m", "benchmarks.databases.restart_process", str(home.folder)]
    done = subprocess.run(
        [*command, str(home.urls)], env={**os.environ, **home.place},
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"restart_process ended with status {done.returncode}.")
    return RestartTurn(first_request, **json.loads(done.stdout))


def _first_request(home: UrlHome) -> float:
    """Let a crawl send its requests through a proxy, which is us, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        port = proxy.getsockname()[1]
        env = {**os.environ, **TIDINGS.env, **home.place}
        env["TIDINGS_FETCH_PROXY"] = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "tidings.cli", "--home", str(home.folder), "crawl"]
        began = time.perf_counter()
        crawl = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
        try:
            _wait_for_client(proxy, crawl, began + _PATIENCE)
            return time.perf_counter() - began
        finally:
            crawl.kill()
            crawl.wait()


def _wait_for_client(proxy: socket.socket, crawl: "subprocess.Popen[bytes]", until: float) -> None:
    while not select([proxy], [], [], _CHECK_SECONDS)[0]:
        if crawl.poll() is not None or time.perf_counter() > until:
            sys.exit("tidings crawl sent no request.")
    proxy.accept()[0].close()
