"""Respells the addresses of articles. Their ids stay, and the ids of new spellings lead to them."""

import time
from typing import NamedTuple

from tidings.read.url import article_id
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.upgrades.respelled_texts import has_escapes, spelled

_CHUNK = 5_000
_COLUMNS = "id, url, source, revision, first_seen, hidden_from, gone_at"
_LEAD = upsert("spellings", "id", "stands_for")


class _Article(NamedTuple):
    id: str
    url: str
    source: str
    revision: int
    first_seen: float
    hidden_from: float | None
    gone_at: float | None

    def merit(self) -> tuple[bool, bool, float]:
        """Of two articles of one page the one with the lower merit stays: shown, then older."""
        return self.hidden_from is not None, self.gone_at is not None, self.first_seen


def respell_articles(connection: Writer) -> None:
    """Respell all articles; of two that turn out to be one page, one stays."""
    last = ""
    merged: set[str] = set()
    while rows := _some(connection, last):
        for row in rows:
            article = _Article(*row)
            if article.id not in merged and spelled(article.url) != article.url:
                merged.update(_respell(connection, article))
        last = rows[-1][0]


def key_of(article: str) -> int:
    """Return an article's id as the signed number that URLs have."""
    number = int(article, 16)
    return number - (1 << 64) if number >= 1 << 63 else number


def _some(connection: Reader, after: str) -> list[Row]:
    return connection.execute(
        f"SELECT {_COLUMNS} FROM articles WHERE id > ? AND {has_escapes('url')} "  # noqa: S608
        "ORDER BY id LIMIT ?",
        (after, _CHUNK),
    ).fetchall()


def _respell(connection: Writer, article: _Article) -> list[str]:
    """Respell an article; return the id of the one that it was merged with and that is gone."""
    url = spelled(article.url)
    name = article_id(url)  # the id of a new article with this address
    other = _kept(connection, name)
    kept, *gone = sorted({article, other or article}, key=_Article.merit)
    for each in gone:
        _merge(connection, kept, each)
    connection.execute("UPDATE articles SET url = ? WHERE id = ?", (url, kept.id))
    if kept.id != name:
        connection.execute(_LEAD, (key_of(name), key_of(kept.id)))
    return [each.id for each in gone]


def _article(connection: Reader, id_: str) -> _Article | None:
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM articles WHERE id = ?",  # noqa: S608
        (id_,),
    ).fetchone()
    return _Article(*row) if row else None


def _kept(connection: Reader, name: str) -> _Article | None:
    """Return the article that the id of an address leads to."""
    row = connection.execute(
        "SELECT stands_for FROM spellings WHERE id = ?", (key_of(name),)
    ).fetchone()
    return _article(connection, f"{row[0] & 0xFFFF_FFFF_FFFF_FFFF:016x}" if row else name)


def _merge(connection: Writer, kept: _Article, gone: _Article) -> None:
    """Let one article stand for another; followers see it as renamed and remove the other id."""
    connection.execute("UPDATE urls SET article = ? WHERE article = ?", (kept.id, gone.id))
    for table in ("annotations", "revisions", "tombstones", "likenesses"):
        connection.execute(f"DELETE FROM {table} WHERE article = ?", (gone.id,))  # noqa: S608
    connection.execute("DELETE FROM likenesses WHERE other = ?", (gone.id,))
    connection.execute("DELETE FROM articles WHERE id = ?", (gone.id,))
    keys = key_of(kept.id), key_of(gone.id)
    connection.execute("UPDATE spellings SET stands_for = ? WHERE stands_for = ?", keys)
    connection.execute("DELETE FROM spellings WHERE id = ?", (key_of(kept.id),))
    connection.execute(_LEAD, (key_of(gone.id), key_of(kept.id)))
    _note_renaming(connection, kept, gone)


def _note_renaming(connection: Writer, kept: _Article, gone: _Article) -> None:
    seq = connection.execute(
        "UPDATE counters SET value = value + 1 WHERE name = 'seq' RETURNING value"
    ).fetchone()[0]
    connection.execute(
        "INSERT INTO changes (seq, article, old_id, url, source, revision, kind, at) "
        "VALUES (?, ?, ?, ?, ?, ?, 'renamed', ?)",
        (seq, kept.id, gone.id, spelled(kept.url), kept.source, kept.revision, time.time()),
    )
    connection.execute("UPDATE articles SET seq = ? WHERE id = ?", (seq, kept.id))
