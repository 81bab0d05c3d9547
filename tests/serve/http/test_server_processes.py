"""Several processes on one socket: started, replaced, stopped, and never left behind."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tidings.model.articles.article import Article
from tidings.serve.http.server_processes import OnReady, ServerProcessLost, run_server_processes
from tidings.settings.tree import Settings

Fill = Callable[[Sequence[Article]], Settings]
PATIENCE = 60.0  # seconds to wait for anything


@contextmanager
def serving(home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `tidings serve` with two processes; yields the process and its URL."""
    command = [sys.executable, "-m", "tidings.cli", "serve", "--home", str(home), "--port", "0"]
    process = subprocess.Popen([*command, "--processes", "2"], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        yield process, process.stderr.readline().split()[3]
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def children(pid: int) -> set[int]:
    """Return the server processes below one, without multiprocessing's resource tracker."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == pid and b"spawn_main" in command:
                found.add(int(folder.name))
    return found


def until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.05)


def alive(pids: set[int]) -> set[int]:
    return {pid for pid in pids if Path(f"/proc/{pid}").exists() and not _is_zombie(pid)}


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGKILL,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, marks=pytest.mark.slow),
    ],
)
def test_no_process_is_left_however_the_server_ends(fill: Fill, number: int) -> None:
    with serving(fill([]).home) as (process, url):
        assert httpx.get(f"{url}healthz", timeout=PATIENCE).json()["status"] == "ok"
        until(lambda: len(children(process.pid)) == 2)
        processes = children(process.pid)
        process.send_signal(number)
        assert process.wait(PATIENCE) == (0 if number != signal.SIGKILL else -signal.SIGKILL)
        until(lambda: not alive(processes))
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{url}healthz", timeout=PATIENCE)


def test_dead_processes_are_replaced_until_a_signal_stops_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.serve.http.server_processes._TOO_SOON_SECONDS", 0.0)
    marks = tmp_path / "marks"

    def stop_after_three() -> None:
        until(lambda: marks.exists() and len(marks.read_text()) >= 3)
        os.kill(os.getpid(), signal.SIGTERM)

    watcher = threading.Thread(target=stop_after_three)
    watcher.start()
    with socket.socket() as listener:
        run_server_processes(1, _mark, marks, listener)
    watcher.join()
    assert len(marks.read_text()) >= 3


def _mark(path: Path, listener: socket.socket, on_ready: OnReady) -> None:
    with path.open("a") as marks:
        marks.write("x")


def test_a_process_that_dies_at_once_is_an_error() -> None:
    with socket.socket() as listener, pytest.raises(ServerProcessLost, match="ended at once"):
        run_server_processes(2, _die, None, listener)


def _die(argument: object, listener: socket.socket, on_ready: OnReady) -> None:
    os._exit(3)


def test_readiness_is_reported_once_when_all_processes_serve(tmp_path: Path) -> None:
    marks, reported = tmp_path / "marks", []

    def on_ready() -> None:
        reported.append(marks.read_text())
        os.kill(os.getpid(), signal.SIGTERM)

    with socket.socket() as listener:
        run_server_processes(3, _mark_and_stay, marks, listener, on_ready)
    assert reported == ["xxx"]


def _mark_and_stay(path: Path, listener: socket.socket, on_ready: OnReady) -> None:
    _mark(path, listener, on_ready)
    on_ready()
    signal.pause()
