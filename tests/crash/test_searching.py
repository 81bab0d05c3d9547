"""Search answers stay right while articles are added, the index is swapped and writers die."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from tests.crash import adding_process

from tidings.engine.library.library import Library
from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import ensure_home
from tidings.model.search.results import Query, RankingModel, SearchAnswer
from tidings.read.url import article_id
from tidings.settings.tree import EnrichSettings, Settings
from tidings.store.database.database import open_database

RATE = 200  # articles a second
PAUSE = 0.05  # seconds between two searches, so that other processes get CPU time


class Adder:
    """The adding process, and what it has acknowledged."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, adding_process.__file__, str(home), str(RATE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.last = 0
        self.errors = ""
        self._thread = Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.strip().isdigit():
                self.last = int(line)
            else:
                self.errors += line

    def kill(self) -> None:
        """Kill it at once."""
        self.process.kill()
        self._wait()

    def end(self) -> None:
        """End its input, so that it finishes what it has started."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._wait()
        assert (self.process.returncode, self.errors) == (0, "")

    def _wait(self) -> None:
        self.process.wait()
        self._thread.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


@contextmanager
def adding(home: Path) -> Iterator[Adder]:
    """Add articles until the block is left."""
    started = Adder(home)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.kill()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    settings = Settings(home=tmp_path)
    open_database(ensure_home(Settings(home=tmp_path)).database, settings.store).close()
    opened = Library.open(settings)
    yield opened
    opened.close()


def with_theme(theme: int, last: int) -> int:
    """Return how many of the articles from 1 to `last` have a theme."""
    return (last - theme) // adding_process.THEMES + (theme > 0) if last >= theme else 0


def check_theme(library: Library, theme: int, model: RankingModel) -> int:
    """Search for a theme; check that the answer is exact for one moment, and return that moment."""
    answer = library.search(Query(f"bulletin theme{theme}", model=model, copies=True))
    if not with_theme(
        theme, answer.as_of
    ):  # so early, articles with one of the two words are shown
        assert answer.total == answer.as_of
        return answer.as_of
    assert answer.total == with_theme(theme, answer.as_of)
    assert len(answer.hits) == min(10, answer.total)
    assert_sound(answer, f"theme{theme}")
    return answer.as_of


def assert_sound(answer: SearchAnswer, word: str) -> None:
    ids = [hit.id for hit in answer.hits]
    scores = [hit.score for hit in answer.hits]
    assert len(set(ids)) == len(ids)
    assert scores == sorted(scores, reverse=True)
    assert all(word in hit.snippet.text.split() for hit in answer.hits)


def check_one(library: Library, number: int) -> None:
    """Search for the one article that contains a word."""
    answer = library.search(Query(f"unique{number}", limit=3))
    wanted = adding_process.article(number)
    assert [hit.id for hit in answer.hits] == [article_id(wanted.url)]


def search_until(library: Library, adder: Adder, last: int, rng: Random) -> None:
    """Search until `last` articles are found; no article may disappear."""
    seen = 0
    while seen < last:
        assert adder.process.poll() is None, adder.errors
        now = check_theme(
            library, rng.randrange(adding_process.THEMES), rng.choice(list(RankingModel))
        )
        assert now >= seen
        seen = now
        time.sleep(PAUSE)
        if seen:
            check_one(library, rng.randint(1, seen))


def rebuild(home: Path) -> "subprocess.Popen[str]":
    """Start `tidings index rebuild`."""
    command = [sys.executable, "-m", "tidings.cli", "index", "rebuild", "--home", str(home)]
    return subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, text=True)


def search_while(library: Library, rebuilding: "subprocess.Popen[str]", rng: Random) -> int:
    """Search until the new index is in place; return its number of articles."""
    seen = 0
    while rebuilding.poll() is None:
        now = check_theme(
            library, rng.randrange(adding_process.THEMES), rng.choice(list(RankingModel))
        )
        assert now >= seen
        seen = now
        time.sleep(PAUSE)
    out, _ = rebuilding.communicate()
    assert rebuilding.returncode == 0
    return int(json.loads(out)["articles"])


def assert_complete(home: Path, last: int) -> None:
    """Check that all stores agree and that every article is found."""
    not_annotated = EnrichSettings(enabled=False)  # the adding process annotates nothing
    for result in examine(Settings(home=home, enrich=not_annotated)):
        assert result.healthy, result
    reader = Library.open(Settings(home=home))
    try:
        for theme in range(adding_process.THEMES):
            assert check_theme(reader, theme, RankingModel.NEWS) == last
        for number in (1, last // 2, last):
            check_one(reader, number)
    finally:
        reader.close()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("articles", [200, pytest.param(12_000, marks=pytest.mark.slow)])
def test_answers_are_right_while_articles_are_added(
    tmp_path: Path, library: Library, articles: int
) -> None:
    with adding(tmp_path) as adder:
        search_until(library, adder, articles, Random(1))
        adder.end()
    assert_complete(tmp_path, adder.last)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("rounds", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_answers_are_right_while_the_index_is_swapped(
    tmp_path: Path, library: Library, rounds: int
) -> None:
    rng = Random(2)
    with adding(tmp_path) as adder:
        for number in range(1, rounds + 1):
            search_until(library, adder, 100 * number, rng)
            before = library.search(Query("bulletin", limit=1)).total
            assert search_while(library, rebuild(tmp_path), rng) >= before
        adder.end()
    assert len([path for path in (tmp_path / "index").iterdir() if path.is_dir()]) == 1
    assert_complete(tmp_path, adder.last)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("rounds", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_answers_are_right_after_the_writer_is_killed(
    tmp_path: Path, library: Library, rounds: int
) -> None:
    rng = Random(3)
    acknowledged = 0
    for _ in range(rounds):
        with adding(tmp_path) as adder:
            search_until(library, adder, acknowledged + rng.randint(20, 200), rng)
            adder.kill()
        acknowledged = max(acknowledged, adder.last)
        seen = check_theme(library, 0, RankingModel.NEWS)
        check_one(library, rng.randint(1, seen))
    with adding(tmp_path) as adder:  # nothing that was acknowledged is lost
        search_until(library, adder, acknowledged, rng)
        adder.end()
    assert_complete(tmp_path, adder.last or acknowledged)
