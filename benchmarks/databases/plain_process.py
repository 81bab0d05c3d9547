"""The baseline: the rows that pages left in a home, written again by a driver without our code.

Its arguments are the home with the rows, where to write them (a folder, or the URL of a database
with our tables), the number of pages, and the processes of the servers. It prints milliseconds.
"""

import json
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.databases.server_processes import ServerProcesses
from benchmarks.databases.table_rows import opened_file, rows_of, tables_of
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database

_BATCH = StoreSettings().batch  # pages in one transaction of a busy writer
_ONE_BY_ONE = 5  # of so many pages, one has a transaction of its own

Rows = list[tuple[str, Sequence[Sequence[Any]]]]  # statements, each with its rows


class PlainSqlite:
    """The driver of SQLite, set as we set it."""

    mark = "?"

    def __init__(self, folder: str) -> None:
        home = Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        open_database(home / "tidings.db", StoreSettings()).close()
        self._connection = opened_file(home)
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute("PRAGMA wal_autocheckpoint = 16384")

    def commit(self, rows: Rows) -> None:
        """Write rows in one transaction."""
        self._connection.execute("BEGIN IMMEDIATE")
        for statement, values in rows:
            self._connection.executemany(statement, values)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


class PlainPostgres:
    """The driver of PostgreSQL, as it comes; it sends many statements without waiting."""

    mark = "%s"

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url)

    def commit(self, rows: Rows) -> None:
        """Write rows in one transaction."""
        with self._connection.transaction(), self._connection.cursor() as cursor:
            for statement, values in rows:
                cursor.executemany(statement, values)
        self._connection.commit()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def rows_by_page(source: sqlite3.Connection, pages: int, mark: str) -> list[Rows]:
    """Return all rows of a home in equal parts, one for each page."""
    parts: list[Rows] = [[] for _ in range(pages)]
    for table in tables_of(source):
        rows = list(rows_of(source, table))
        values = ", ".join([mark] * len(table.columns))
        statement = (
            f"INSERT INTO {table.name} ({table.listed}) VALUES ({values}) ON CONFLICT DO NOTHING"
        )
        for number, part in enumerate(parts):
            if some := rows[number * len(rows) // pages : (number + 1) * len(rows) // pages]:
                part.append((statement, some))
    return parts


def measure(home: Path, target: str, pages: int, processes: ServerProcesses) -> dict[str, object]:
    """Return the latency of one page's transaction, and the CPU of large ones per page."""
    plain = PlainPostgres(target) if "://" in target else PlainSqlite(target)
    with closing(plain), closing(opened_file(home)) as source:
        parts = rows_by_page(source, pages, plain.mark)
        alone = [_timed(plain, part) for part in parts[: pages // _ONE_BY_ONE]]
        rest = parts[pages // _ONE_BY_ONE :]
        server, cpu, began = processes.cpu(), time.process_time(), time.perf_counter()
        batches = [rest[start : start + _BATCH] for start in range(0, len(rest), _BATCH)]
        together = [_timed(plain, _joined(batch)) for batch in batches]
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        server = processes.cpu() - server
    return {
        "quiet": alone,
        "busy": together,
        "pages": pages,
        "page_ms": 1000 * seconds / len(rest),
        "client_ms": 1000 * cpu / len(rest),
        "postgres_ms": 1000 * server.postgres / len(rest),
        "seaweed_ms": 0.0,
    }


def _joined(parts: Sequence[Rows]) -> Rows:
    rows: dict[str, list[Sequence[Any]]] = {}
    for part in parts:
        for statement, values in part:
            rows.setdefault(statement, []).extend(values)
    return list(rows.items())


def _timed(plain: PlainSqlite | PlainPostgres, rows: Rows) -> float:
    began = time.perf_counter()
    plain.commit(rows)
    return 1000 * (time.perf_counter() - began)


def main() -> None:
    """Measure and print."""
    home, target, pages, *pids = sys.argv[1:]
    processes = ServerProcesses(*map(int, pids))
    print(json.dumps(measure(Path(home), target, int(pages), processes)))


if __name__ == "__main__":
    main()
