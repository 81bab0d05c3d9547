"""Two processes that want to own one home."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.store.database.cut_link import cut_link

SCRIPT = Path(__file__).parent / "owning_process.py"


class Process:
    """One of them."""

    def __init__(self, url: str, name: str) -> None:
        command = [sys.executable, str(SCRIPT), url, name]
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self.pid = self._child.pid

    def ask(self, act: str) -> str:
        """Let it do something and return what it says."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(f"{act}\n")
        self._child.stdin.flush()
        return self._child.stdout.readline().strip()

    def end(self) -> None:
        """End it, however it is."""
        self._child.kill()
        self._child.communicate()


Start = Callable[[str, str], Process]


@pytest.fixture
def start() -> Iterator[Start]:
    with ExitStack() as stack:

        def started(url: str, name: str) -> Process:
            process = Process(url, name)
            stack.callback(process.end)
            return process

        yield started


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds; a test fails if it never does."""
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_only_one_process_owns_a_home(new_postgres: Callable[[], str], start: Start) -> None:
    url = new_postgres()
    first, second = start(url, "first"), start(url, "second")
    assert second.ask("owner") == "None"
    assert first.ask("take") == "True"
    assert second.ask("take") == "False"
    assert second.ask("owner") == "Owner(process='first', purpose='crawling')"
    assert first.ask("write") == second.ask("write") == "written"  # a command, for example
    assert first.ask("release") == "released"
    assert second.ask("take") == "True"
    assert second.ask("owner") == "Owner(process='second', purpose='crawling')"


def test_a_killed_owner_lets_the_home_go(new_postgres: Callable[[], str], start: Start) -> None:
    url = new_postgres()
    first, second = start(url, "first"), start(url, "second")
    assert first.ask("take") == "True"
    os.kill(first.pid, signal.SIGKILL)
    eventually(lambda: second.ask("take") == "True")


def test_an_owner_that_was_cut_off_writes_nothing_after_another_took_over(
    new_postgres: Callable[[], str], start: Start
) -> None:
    url = new_postgres()
    name, _, folder = url.partition("?host=")
    with cut_link(folder) as link:
        first = start(link.url(name.rpartition("/")[2]), "first")
        second = start(url, "second")
        assert first.ask("take") == "True"
        assert first.ask("write") == "written"
        link.refuse()
        eventually(lambda: second.ask("take") == "True")
        assert second.ask("write") == "written"
        link.accept()
        assert first.ask("write") == "OwnershipLost"
        eventually(lambda: first.ask("lost") == "True")
        assert first.ask("write") == "OwnershipLost"
        assert second.ask("write") == "written"
        assert second.ask("lost") == "False"
    assert value_in(url) == 3


def test_a_stopped_owner_writes_nothing_after_another_took_over(
    new_postgres: Callable[[], str], start: Start
) -> None:
    url = new_postgres()
    first, second = start(url, "first"), start(url, "second")
    assert first.ask("take") == "True"
    os.kill(first.pid, signal.SIGSTOP)
    end_sessions_holding_locks(url)  # as the server does when there is no sign of life
    eventually(lambda: second.ask("take") == "True")
    os.kill(first.pid, signal.SIGCONT)
    assert first.ask("write") == "OwnershipLost"
    assert second.ask("write") == "written"
    assert value_in(url) == 1


def test_an_owner_whose_session_is_lost_takes_its_home_back(
    new_postgres: Callable[[], str], start: Start
) -> None:
    url = new_postgres()
    first, second = start(url, "first"), start(url, "second")
    assert first.ask("take") == "True"
    end_sessions_holding_locks(url)
    eventually(lambda: second.ask("owner") == "Owner(process='first', purpose='crawling')")
    assert second.ask("take") == "False"
    assert first.ask("lost") == "False"
    assert first.ask("write") == "written"


def connected(url: str) -> Any:
    import psycopg

    return psycopg.connect(url, autocommit=True)


def value_in(url: str) -> int:
    with connected(url) as connection:
        row = connection.execute("SELECT value FROM counters WHERE name = 'n'").fetchone()
        return int(row[0])


def end_sessions_holding_locks(url: str) -> None:
    with connected(url) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND "
            "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        ).fetchall()
        assert ended == [(True,)]
