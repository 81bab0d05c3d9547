"""Two processes issue random commands to a running home: nothing is lost, doubled or revived."""

import json
import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.crash.forking_process import ForkedProgram
from tests.crash.test_commands import assert_agreement, opened
from tests.crash.test_kill import KILLED, follow, run_crawl
from tests.crash.world_process import served_papers

from tidings.store.tables.sources.pauses import paused_sources
from tidings.store.tables.sources.sources import followed_sources

_COMMANDS = 15  # of each issuer
_STAGES = ("before-a-command", "after-a-command", "during-a-command")


@pytest.fixture(scope="module")
def papers() -> Iterator[list[str]]:
    with served_papers(6) as urls:
        yield urls


@pytest.fixture(scope="module")
def programs() -> Iterator[list[ForkedProgram]]:
    """A crawler and two issuers."""
    with ExitStack() as stack:
        names = ("running_process", "issuing_process", "issuing_process")
        started = [ForkedProgram(f"tests.crash.{name}") for name in names]
        for program in started:
            stack.callback(program.close)
        yield started


def keeps_running(program: ForkedProgram, home: Path, chance: random.Random) -> bool:
    """Run the crawler until it is told to stop, although it is killed now and then."""
    stage, calls = chance.choice(_STAGES), chance.randint(1, 8)
    code = KILLED
    while code == KILLED:
        code, _ = program.run(home, stage, calls)
        stage, calls = ("none", 0) if chance.random() < 0.5 else (chance.choice(_STAGES), 5)
    return code == 0


class Model:
    """What the sources must be after the commands, executed one after the other."""

    def __init__(self, followed: list[str]) -> None:
        self.followed = set(followed)
        self.paused: set[str] = set()
        self.deleted: set[str] = set()

    def expected(self, kind: str, arguments: dict[str, Any]) -> dict[str, Any] | None:
        """Execute a command; return what its answer must contain, None if it must be refused."""
        if kind == "add":
            url = arguments["url"]
            is_new = url not in self.followed
            self.followed.add(url)
            self.deleted.discard(url)
            return {"is_new": is_new}
        if kind == "import":
            new = [url for url in arguments["urls"] if url not in self.followed | self.deleted]
            self.followed |= set(new)
            return {"added": new}
        return self._of_followed(kind, arguments.get("source") or arguments.get("url", ""))

    def _of_followed(self, kind: str, url: str) -> dict[str, Any] | None:
        if url not in self.followed:
            return None
        was_paused = url in self.paused
        if kind == "pause":
            self.paused.add(url)
            return {"is_new": not was_paused}
        if kind == "retry":
            return None if was_paused else {}
        self.paused.discard(url)
        if kind == "resume":
            return {"was_paused": was_paused}
        self.followed.discard(url)
        if kind == "delete source":
            self.deleted.add(url)
        return {}


def assert_as_one_after_the_other(home: Path, papers: list[str]) -> None:
    """Compare all answers, and the sources at the end, with the model."""
    model = Model(papers)
    with opened(home) as database:
        reader = database.read()
        rows = reader.execute("SELECT * FROM commands ORDER BY id").fetchall()
        assert len(rows) == 2 * _COMMANDS
        for row in rows:
            if row["kind"] == "delete article":
                assert row["state"] in ("done", "refused")
                continue
            expected = model.expected(row["kind"], json.loads(row["arguments"]))
            assert row["state"] == ("refused" if expected is None else "done"), dict(row)
            if expected is not None:
                assert json.loads(row["answer"]).items() >= expected.items()
        followed = {source.id: source.url for source in followed_sources(reader)}
        assert set(followed.values()) == model.followed
        assert {followed[site] for site in paused_sources(reader)} == model.paused
        deleted = {row[0] for row in reader.execute("SELECT url FROM deleted_sources")}
        assert deleted == model.deleted
        marks = ", ".join(map(str, followed)) or "0"
        due = f"SELECT url FROM urls WHERE due IS NOT NULL AND site NOT IN ({marks})"
        assert reader.execute(due).fetchall() == []


def assert_holds(home: Path, papers: list[str], programs: list[ForkedProgram], seed: int) -> None:
    follow(home, papers)
    crawler, *issuers = programs
    errors: list[str] = []

    def crawl() -> None:
        if not keeps_running(crawler, home, random.Random(seed)):
            errors.append("the crawler failed")

    def issue(number: int, issuer: ForkedProgram) -> None:
        if issuer.run(home, f"{seed}-{number}", _COMMANDS)[0] != 0:
            errors.append("an issuer failed")

    crawling = threading.Thread(target=crawl)
    crawling.start()
    issuing = [threading.Thread(target=issue, args=each) for each in enumerate(issuers)]
    for thread in issuing:
        thread.start()
    for thread in issuing:
        thread.join()
    home.with_name("stop").touch()
    crawling.join()
    assert errors == []
    assert_agreement(home)
    assert_as_one_after_the_other(home, papers)
    assert run_crawl(home, "none", 0)[0] == 0
    assert_agreement(home)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(2))
def test_commands_of_two_processes_act_as_if_one_had_issued_them(
    papers: list[str], programs: list[ForkedProgram], tmp_path: Path, seed: int
) -> None:
    assert_holds(tmp_path / "home", papers, programs, seed)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(2, 42))
def test_many_commands_of_two_processes_act_as_if_one_had_issued_them(
    papers: list[str], programs: list[ForkedProgram], tmp_path: Path, seed: int
) -> None:
    assert_holds(tmp_path / "home", papers, programs, seed)
