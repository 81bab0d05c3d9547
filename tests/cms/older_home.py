"""A home as an older version left it: the pages are in its archive, but it read them wrongly.

Posts are undated, titled with the site's name and cut short; one was taken for a service page, and
a list took the place of another.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.cms.program import Program, StoredArticle

_WRONG = "UPDATE articles SET published = NULL, title = 'The River Paper', html = '', \
text = substr(text, 1, length(text) / 2)"
_LOST = "UPDATE urls SET kind = 'valueless', reason = 'nothing worth keeping', article = NULL \
WHERE article = ?"
# The list has the article, with the text of its first post; the post's page is the copy.
_LIST = "SELECT url, printf('%016x', id) FROM urls WHERE kind = 'index' AND role = 'page' \
AND file IS NOT NULL AND depth > 0 ORDER BY url LIMIT 1"
_TAKEN = "UPDATE articles SET id = :id, url = :url WHERE id = :post"
_TAKER = "UPDATE urls SET kind = 'article', reason = 'article', article = :id, due = NULL \
WHERE url = :url"
_COPY = "UPDATE urls SET reason = 'the same text as another article of the site', target = :url, \
article = :id WHERE article = :post"
_ANNOTATED = "UPDATE annotations SET article = :id WHERE article = :post"


@dataclass(frozen=True, slots=True)
class UpgradedHome:
    """What an older home has when it is opened, and after `tidings rebuild`."""

    older: dict[str, StoredArticle]
    recent_before: list[str]  # found by a search for the last seven days
    rebuilt: dict[str, StoredArticle]
    recent: list[str]
    by_date: list[str]


def upgrade_home(home: Path, origin: str, lost: str, copied: str) -> UpgradedHome:
    """Make a home older, look at it, rebuild it, and look again."""
    _age(home, f"{origin}{lost}", f"{origin}{copied}")
    program = Program(home, origin)
    program.run("index", "rebuild")
    older, recent_before = program.stored(), program.found("--since", "7d")
    program.run("rebuild")
    return UpgradedHome(
        older=older,
        recent_before=recent_before,
        rebuilt=program.stored(),
        recent=program.found("--since", "7d"),
        by_date=program.found("--sort", "date"),
    )


def _age(home: Path, lost: str, copied: str) -> None:
    """Write rows as an older version did; `lost` and `copied` are the addresses of two posts."""
    with closing(sqlite3.connect(home / "tidings.db")) as database, database:
        database.execute(_WRONG)
        lost_id, copied_id = (_article(database, url) for url in (lost, copied))
        _drop(database, lost_id)
        database.execute(_LOST, (lost_id,))
        for url, id_ in database.execute(_LIST).fetchall():
            names = {"id": id_, "url": url, "post": copied_id}
            for statement in (_TAKEN, _COPY, _TAKER, _ANNOTATED):
                database.execute(statement, names)


def _article(database: sqlite3.Connection, url: str) -> str:
    return str(database.execute("SELECT id FROM articles WHERE url = ?", (url,)).fetchone()[0])


def _drop(database: sqlite3.Connection, article: str) -> None:
    """Remove an article as if it had never been kept."""
    database.execute("DELETE FROM articles WHERE id = ?", (article,))
    for table in ("annotations", "memberships", "changes"):
        database.execute(f"DELETE FROM {table} WHERE article = ?", (article,))
    database.execute("DELETE FROM prints")
