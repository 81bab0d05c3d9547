"""The peer's storage: one archive file, one SQLite file with an FTS5 index, in batches."""

import sqlite3
from pathlib import Path

from benchmarks.peers.page import Row

_BATCH = 200  # pages in one transaction, as in Tidings
_SCHEMA = """
CREATE TABLE articles (id INTEGER PRIMARY KEY, url TEXT UNIQUE, source TEXT, title TEXT, date TEXT,
    author TEXT, text TEXT);
CREATE TABLE pages (url TEXT PRIMARY KEY, offset INTEGER, length INTEGER, article INTEGER)
    WITHOUT ROWID;
CREATE VIRTUAL TABLE search USING fts5 (title, text, content = 'articles', content_rowid = 'id');
"""


class PageStore:
    """Stores pages and articles; `close` commits the last batch."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._archive = (folder / "pages.gz").open("wb")
        self._db = sqlite3.connect(folder / "articles.db", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(_SCHEMA)
        self._pending = 0
        self.pages = 0
        self.articles = 0

    def add(self, url: str, copy: bytes, row: Row | None) -> None:
        """Keep a page's copy and, if there is one, its article."""
        if self._pending == 0:
            self._db.execute("BEGIN")
        article = None if row is None else self._add_article(row)
        offset = self._archive.tell()
        self._archive.write(copy)
        self._db.execute(
            "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?)", (url, offset, len(copy), article)
        )
        self.pages += 1
        self._pending += 1
        if self._pending == _BATCH:
            self.commit()

    def _add_article(self, row: Row) -> int | None:
        cursor = self._db.execute(
            "INSERT INTO articles (url, source, title, date, author, text) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (row.url, row.source, row.title, row.date, row.author, row.text),
        )
        self._db.execute(
            "INSERT INTO search (rowid, title, text) VALUES (?, ?, ?)",
            (cursor.lastrowid, row.title, row.text),
        )
        self.articles += 1
        return cursor.lastrowid

    def commit(self) -> None:
        """Make everything so far durable."""
        if self._pending:
            self._archive.flush()
            self._db.execute("COMMIT")
            self._pending = 0

    def close(self) -> None:
        """Commit and close the files."""
        self.commit()
        self._db.close()
        self._archive.close()
