import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from tidings.model.crawl.visit import ArchivePlace
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.schema import MIGRATIONS
from tidings.store.database.sqlite import APPLICATION_ID
from tidings.store.tables.frontier import counts, due, rechecks, urls
from tidings.store.tables.sources import rhythms

NOW = datetime(2026, 1, 2, tzinfo=UTC)
OLD_ROW = (
    "INSERT INTO urls (host, id, url, site, role, state, reason, kind, notes, priority, depth, "
    "parent, added_at, due, visited_at, etag, body_hash, article, file, offset, length) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def old_home(path: Path) -> None:
    """Create a database of the first version."""
    connection = sqlite3.connect(path)
    for statement in MIGRATIONS[0].split(";\n"):
        connection.execute(statement)
    now = NOW.timestamp()
    connection.executemany(
        OLD_ROW,
        [
            ("a.example", 5, "http://a.example/s", 1, "page", "done", "article", "article", '["x"]',
             3, 2, "http://a.example/", now, None, now, '"e"', b"h", "abc", "f.warc.gz", 1, 2),
            ("a.example", -7, "http://a.example/w", 1, "page", "queued", "waiting", None, "[]",
             4, 2, "http://a.example/", now, now, None, None, None, None, None, None, None),
            ("b.example", 9, "http://b.example/f", 2, "feed", "done", "feed read", None, "[]",
             1, 1, None, now, now + 60, now, None, None, None, None, None, None),
        ],
    )  # fmt: skip
    connection.execute("PRAGMA user_version = 1")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.commit()
    connection.close()


def test_a_home_of_the_first_version_keeps_its_urls(tmp_path: Path) -> None:
    old_home(tmp_path / "db")
    database = open_database(tmp_path / "db", StoreSettings())
    connection = database.read()
    story = urls.url_record(connection, "a.example", 5)
    assert story is not None
    assert (story.url, story.host, story.parent) == (
        "http://a.example/s",
        "a.example",
        "http://a.example/",
    )
    assert story.place == ArchivePlace("f.warc.gz", 1, 2)
    assert story.state.notes == ("x",)
    assert (story.state.kind, story.state.article) == (PageKind.ARTICLE, "abc")
    assert (story.state.etag, story.state.body_hash) == ('"e"', b"h")
    assert story.visited_at == story.added_at == NOW
    assert [visit.id for visit in due.due_visits(connection, "a.example", NOW, 9)] == [-7]
    assert {name for name, _ in due.due_hosts(connection)} == {"a.example", "b.example"}
    assert [record.id for record in urls.live_urls(connection, 2)] == [9]
    database.close()


def test_a_home_of_the_first_version_gets_counts(tmp_path: Path) -> None:
    old_home(tmp_path / "db")
    database = open_database(tmp_path / "db", StoreSettings())
    connection = database.read()
    assert counts.counts_by(connection, "state") == {FrontierState.DONE: 2, FrontierState.QUEUED: 1}
    assert counts.counts_by(connection, "reason") == {
        Reason.ARTICLE: 1,
        Reason.WAITING: 1,
        Reason.FEED_READ: 1,
    }
    assert [counts.site_size(connection, site) for site in (1, 2, 3)] == [2, 1, 0]
    assert UrlRole.FEED in {record.state.role for record in urls.live_urls(connection, 2)}
    database.close()


def test_what_a_home_counted_before_there_were_nodes_belongs_to_the_first_node(
    tmp_path: Path,
) -> None:
    old_home(tmp_path / "db")
    connection = sqlite3.connect(tmp_path / "db")
    for script in MIGRATIONS[1:16]:
        for statement in script.split(";\n"):
            connection.execute(statement)
    connection.execute("UPDATE counters SET value = 2500000 WHERE name = 'recheck_credit'")
    connection.execute("UPDATE counters SET value = 7 WHERE name = 'rechecks'")
    connection.execute("INSERT INTO spending VALUES (0, 750.0, 4.0, 5.0, 6.0)")
    connection.execute("PRAGMA user_version = 16")
    connection.commit()
    connection.close()
    database = open_database(tmp_path / "db", StoreSettings())
    assert rechecks.recheck_credit_left(database.read(), 1) == 2.5
    assert rechecks.recheck_count(database.read()) == 7
    kept = rhythms.stored_budget_state(database.read(), 1)
    assert kept == rhythms.BudgetState(750.0, 4.0, 5.0, 6.0)
    database.close()
