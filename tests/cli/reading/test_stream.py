"""`tidings stream`, in a process of its own beside the one that writes."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.engine.stream.written_home import WrittenHome

PATIENCE = 60

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[WrittenHome]:
    home = WrittenHome(tmp_path / "home")
    home.keep("a", text="A ferry.")
    home.group(1, "a")
    home.release()
    yield home
    home.close()


@pytest.fixture
def start(home: WrittenHome, environment: dict[str, str]) -> Iterator[Start]:
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "tidings.cli", "stream", "--home", str(home.settings.home)]
        process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment)  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def lines(process: "subprocess.Popen[str]", count: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline().rstrip("\n") for _ in range(count)]


def test_events_are_printed_as_they_come_until_it_is_stopped(
    home: WrittenHome, start: Start
) -> None:
    people, programs = start("--since", "0-0"), start("--since", "0-0", "--json", "ferry")
    assert lines(people, 2) == [
        "1-0  2026-01-02T03:04:05Z  new  a.example: About a",
        "1-1  2026-01-02T03:04:05Z  story 1 changed  1 of 1 sources: Story 1",
    ]
    assert [json.loads(line)["id"] for line in lines(programs, 2)] == ["1-0", "1-1"]
    home.keep("b", text="A plane.")
    home.take_down("a")
    home.end(1)
    home.release()
    assert [line.split()[0] for line in lines(people, 3)] == ["2-1", "3-1", "3-2"]
    deleted, ended = (json.loads(line) for line in lines(programs, 2))
    assert (deleted["kind"], deleted["article_id"], deleted["article"]) == ("deleted", "a", None)
    assert ended["story_change"] == "ended"
    for process in (people, programs):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, err) == (0, "", "")


def test_a_reader_that_goes_away_is_no_failure(start: Start) -> None:
    process = start("--since", "0-0")
    assert len(lines(process, 1)) == 1
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--since", "yesterday"], "4711-88"),
        (["--kinds", "fresh"], "revised"),
        (["..."], "nothing to search for"),
    ],
    ids=["since", "kinds", "query"],
)
def test_misuse_is_explained(start: Start, arguments: list[str], words: str) -> None:
    process = start(*arguments)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, "")
    assert words in err


def test_a_home_of_its_own_is_said(start: Start) -> None:
    process = start("--since", "900-9")
    (line,) = lines(process, 1)
    assert line.startswith("1-1  what happened after 900-9 is missing.")
