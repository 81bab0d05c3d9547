"""The log of changes while several processes write to it at once, in PostgreSQL."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path

from tests.store.tables.changes.writing_process import PER_TRANSACTION

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.changes.article_changes import changes_after

SCRIPT = Path(__file__).parent / "writing_process.py"
WRITERS = 4
TRANSACTIONS = 60


@contextmanager
def writing(url: str) -> Iterator[list["subprocess.Popen[str]"]]:
    """Run processes that write at the same time."""
    with ExitStack() as stack:
        processes = []
        for number in range(WRITERS):
            command = [sys.executable, str(SCRIPT), url, f"writer{number}", str(TRANSACTIONS)]
            pipe = subprocess.PIPE
            process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
            processes.append(stack.enter_context(process))
            stack.callback(process.kill)
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        yield processes


def followed(database: Database, is_over: Callable[[], bool]) -> tuple[list[int], list[str]]:
    """Return the seqs and articles that a follower sees, which never looks back."""
    seqs: list[int] = []
    articles: list[str] = []
    ends = False
    while True:
        found = changes_after(database.read(), seqs[-1] if seqs else 0, 1_000)
        seqs += [change.seq for change in found]
        articles += [change.article for change in found]
        if ends and not found:
            return seqs, articles
        ends = is_over()  # then look once more


def test_a_follower_sees_every_change_once_and_in_order(new_postgres: Callable[[], str]) -> None:
    url = new_postgres()
    database = open_database(url, StoreSettings())
    with writing(url) as processes:
        seqs, articles = followed(
            database, lambda: all(process.poll() is not None for process in processes)
        )
        assert [process.returncode for process in processes] == [0] * WRITERS
    database.close()
    total = WRITERS * TRANSACTIONS * PER_TRANSACTION
    assert seqs == list(range(1, total + 1))
    assert set(Counter(articles).values()) == {1}
    assert len(articles) == total
    writers = [article.partition("-")[0] for article in articles[::PER_TRANSACTION]]
    turns = sum(one != other for one, other in pairwise(writers))
    assert turns > WRITERS  # they did write at the same time
    for number in range(WRITERS):
        own = [article for article in articles if article.startswith(f"writer{number}-")]
        assert own == [f"writer{number}-{each}" for each in range(TRANSACTIONS * PER_TRANSACTION)]
