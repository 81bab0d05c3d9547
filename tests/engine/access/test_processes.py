"""Several processes with one home: what one of them changes holds at once in the others."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tidings.engine.access.home_access import HomeAccess, opened_access
from tidings.model.access.identity import Scope
from tidings.settings.tree import Settings

SCRIPT = Path(__file__).with_name("access_process.py")


@dataclass
class AccessProcess:
    """A process that waits for lines."""

    process: "subprocess.Popen[str]"

    def send(self, method: str, text: str) -> None:
        assert self.process.stdin is not None
        print(method, text, file=self.process.stdin, flush=True)

    def answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, method: str, text: str) -> str:
        self.send(method, text)
        return self.answer()


@contextmanager
def running(home: Path) -> Iterator[AccessProcess]:
    command = [sys.executable, str(SCRIPT), str(home)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield AccessProcess(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait() == 0


@pytest.fixture
def home(tmp_path: Path) -> Iterator[HomeAccess]:
    with opened_access(Settings(home=tmp_path / "home"), create=True) as home:
        yield home


@pytest.fixture
def processes(home: HomeAccess, tmp_path: Path) -> Iterator[list[AccessProcess]]:
    with ExitStack() as stack:
        started = [stack.enter_context(running(tmp_path / "home")) for _ in range(2)]
        assert [each.answer() for each in started] == ["ready", "ready"]
        yield started


def test_processes_share_one_truth(home: HomeAccess, processes: list[AccessProcess]) -> None:
    one, other = processes
    # A link that both use at the same moment signs one of them in.
    for _ in range(10):
        link = home.access.one_time_link()
        for process in processes:
            process.send("use_link", link)
        won = [secret for secret in (one.answer(), other.answer()) if secret]
        assert len(won) == 1
        assert one.ask("session", won[0]) == other.ask("session", won[0]) == "True"
    # A token that one revokes is refused by the other, which knows it already.
    token = home.access.add_token("phone", Scope.READ)
    assert one.ask("token", token.text) == other.ask("token", token.text) == "True"
    assert other.ask("known_token", token.text) == "True"
    one.ask("revoke_token", token.token.id)
    assert other.ask("known_token", token.text) == "False"
    assert other.ask("token", token.text) == "False"
    # A user who is removed by one is signed out everywhere.
    assert one.ask("remove_user", "owner") == "owner"
    assert other.ask("session", won[0]) == "False"
