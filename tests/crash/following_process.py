"""Changes articles while a plain file follows the changes; kills itself with SIGKILL.

Usage: following_process.py HOME STAGE N. With the stage `time` it dies after N milliseconds, with
another one at the nth call of that stage. With `none` it changes nothing, and the file catches up.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.crash.crawl_process import arm

from tidings.engine.followers.change_feed import ChangeBatch
from tidings.engine.followers.follower import Follower, Pause, following
from tidings.engine.process.home import ensure_home
from tidings.model.articles.article import Article
from tidings.model.articles.change import Change, ChangeKind
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.article_renaming import rename_article
from tidings.store.tables.articles.articles import article_by_id, keep_article, set_rights
from tidings.store.tables.articles.revisions import add_tombstone
from tidings.store.tables.changes import article_changes
from tidings.store.tables.changes.article_changes import newest_change, note_change, prune_changes

NAME = "changes.txt"
LOGGED = 400  # changes that are not pruned: more than one run makes
_BEGIN = datetime(2026, 1, 2, tzinfo=UTC)
_SETTINGS = StoreSettings(batch=5, commit_seconds=0.002)


def line_of(change: Change) -> str:
    """Return the line of a change; it begins with the seq, so the last line is the cursor."""
    return f"{change.seq} {change.kind} {change.article} {change.old_id} {change.revision}\n"


class FileAct:
    """Writes a line for each change. A torn line at the end is cut off: its change comes again."""

    limit = 7

    def __init__(self, path: Path) -> None:
        self._path = path

    def begin(self) -> int:
        """Cut off a torn line, and return the number in the last one."""
        self._path.touch()
        known = self._path.read_bytes()
        end = known.rfind(b"\n") + 1
        os.truncate(self._path, end)
        lines = known[:end].splitlines()
        return int(lines[-1].split()[0]) if lines else 0

    def take(self, batch: ChangeBatch) -> None:
        """Append the lines, each in two parts."""
        with self._path.open("ab", buffering=0) as file:
            for change in batch.changes:
                line = line_of(change).encode()
                file.write(line[:9])
                self.between_parts()
                file.write(line[9:])

    def between_parts(self) -> None:
        """Do nothing: a stage."""

    def rest(self, *, caught_up: bool, closing: bool) -> Pause:
        """Have nothing else to do."""
        return Pause(0.01)


STAGES: dict[str, tuple[Any, str, str]] = {
    "before-line": (FileAct, "take", "before"),
    "torn-line": (FileAct, "between_parts", "after"),
    "after-lines": (FileAct, "take", "after"),
    "before-numbering": (article_changes, "take_numbers", "before"),
    "after-numbering": (article_changes, "take_numbers", "after"),
    "while-pruning": (sys.modules[__name__], "prune_changes", "after"),
}


def _article(number: int, text: str) -> Article:
    url = f"http://a.example/{number}"
    return Article(
        f"a{number}", url, "a.example", f"Title {number}", text, "", "", _BEGIN, None, _BEGIN, (),
        "en", "", (), None, "", 2,
    )  # fmt: skip


def _change(connection: Writer, rng: Random, now: datetime) -> None:
    """Do something to an article; sometimes fail after it, which undoes it."""
    number = rng.randrange(30)
    name = f"a{number}"
    for step in rng.choices((_keep, _hide, _delete, _rename), (6, 2, 1, 1), k=rng.randint(1, 3)):
        step(connection, name, number, rng, now)
    if rng.random() < 0.1:
        raise ValueError("this piece of work fails")


def _keep(connection: Writer, _: str, number: int, rng: Random, now: datetime) -> None:
    keep_article(connection, _article(number, f"Text {rng.random()}."), now)


def _hide(connection: Writer, name: str, _: int, rng: Random, now: datetime) -> None:
    if (known := article_by_id(connection, name)) is not None:
        hidden = rng.choice((None, now))
        set_rights(connection, name, known.robots, known.rights, hidden, now)
        add_tombstone(connection, name, now, 410, "")


def _delete(connection: Writer, name: str, _: int, rng: Random, now: datetime) -> None:
    if connection.execute("DELETE FROM articles WHERE id = ?", (name,)).rowcount:
        url, source = f"http://a.example/{name}", "a.example"
        note_change(
            connection,
            ChangeKind.DELETED,
            name,
            now,
            url=url,
            source=source,
            revision=1,
            with_login=False,
        )


def _rename(connection: Writer, name: str, _: int, rng: Random, now: datetime) -> None:
    if article_by_id(connection, name) is not None:
        rename_article(connection, name, f"http://a.example/{name}/{rng.random()}", now)


def _make_changes(database: Database) -> None:
    """Change articles until this process is killed, or has made some hundred changes."""
    first = newest_change(database.read())
    rng = Random(first)
    pieces: list[Future[None]] = []
    while newest_change(database.read()) < first + LOGGED // 2:
        now = _BEGIN + timedelta(seconds=len(pieces))
        pieces.append(database.write(partial(_change, rng=Random(rng.random()), now=now)))
        if rng.random() < 0.02:
            database.write(lambda db: prune_changes(db, _BEGIN, LOGGED)).result()
        if rng.random() < 0.2:
            pieces[-1].exception()  # waits


def _follow(home: Path, work: Callable[[Database], None]) -> None:
    database = open_database(ensure_home(Settings(home=home)).database, _SETTINGS)
    act = FileAct(home / NAME)
    with following(database, Follower("file", act, database, _fail, time.time)):
        work(database)
    database.close()


def _fail(error: Exception) -> None:
    raise error


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, calls = sys.argv[1:4]
    if stage == "time":
        timer = threading.Timer(int(calls) / 1_000, os.kill, (os.getpid(), signal.SIGKILL))
        timer.daemon = True
        timer.start()
    elif stage != "none":
        arm(STAGES[stage], int(calls))
    _follow(Path(home), _make_changes if stage != "none" else lambda _: None)


if __name__ == "__main__":
    main()
