"""SQLite's FTS5 with its porter stemmer, the texts in the same table."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from benchmarks.inputs.search_questions import Question
from tidings.model.articles.article import Article

_FILE = "news.db"
_SCHEMA = """
CREATE VIRTUAL TABLE news USING fts5
    (title, body, id UNINDEXED, source UNINDEXED, published UNINDEXED, tokenize = 'porter')
"""


class Fts5Builder:
    """A transaction per chunk, and its `optimize` at the end, as its manual advises."""

    name = "FTS5"

    def build(self, folder: Path, chunks: Iterator[list[Article]]) -> None:
        """Add all."""
        db = sqlite3.connect(folder / _FILE, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(_SCHEMA)
        for articles in chunks:
            db.execute("BEGIN")
            db.executemany("INSERT INTO news VALUES (?, ?, ?, ?, ?)", map(_row, articles))
            db.execute("COMMIT")
        db.execute("INSERT INTO news (news) VALUES ('optimize')")
        db.close()

    def sizes(self, folder: Path, home: Path) -> tuple[int, int]:
        """The texts are in a table of their own."""
        db = sqlite3.connect(folder / _FILE)
        sizes = dict(db.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").fetchall())
        db.close()
        whole = sum(sizes.values())
        return whole - sizes["news_content"], whole


def _row(article: Article) -> tuple[str, str, str, str, float]:
    published = article.published or article.first_seen
    return article.title, article.text, article.id, article.source, published.timestamp()


class Fts5Engine:
    """The first ten by its rank; without the total, which would be a second query."""

    name = "FTS5"

    def __init__(self, folder: Path) -> None:
        self._db = sqlite3.connect(folder / _FILE, isolation_level=None)
        self._db.execute("PRAGMA query_only = ON")
        self._db.execute("PRAGMA mmap_size = 17179869184")  # faster with it

    def can(self, question: Question) -> bool:
        """Everything."""
        return True

    def find(self, question: Question) -> int:
        """Find and fetch."""
        where, values = _where(question)
        order = "published DESC" if question.by_date else "rank"
        found = self._db.execute(
            f"SELECT id, title, body FROM news WHERE {where} ORDER BY {order} LIMIT 10", values
        ).fetchall()
        if question.facets:
            self._db.execute(
                f"SELECT source, count(*) AS n FROM news WHERE {where} "
                "GROUP BY source ORDER BY n DESC LIMIT 10",
                values,
            ).fetchall()
        return len(found)


def _where(question: Question) -> tuple[str, list[object]]:
    text = " ".join(question.words)
    if question.phrase:
        text = f'"{text}"'
    elif question.loose:
        text = " OR ".join(question.words)
    where = ["news MATCH ?"]
    values: list[object] = [text]
    if question.source:
        where.append("source = ?")
        values.append(question.source)
    if question.since and question.until:
        where.append("published BETWEEN ? AND ?")
        values += [question.since.timestamp(), question.until.timestamp()]
    return " AND ".join(where), values
