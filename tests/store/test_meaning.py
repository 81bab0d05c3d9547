"""Both databases give the same answers, value for value, where SQL lets them differ."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.store.postgres_server import HOSTILE_LOCALE

from tidings.model.access.identity import Scope
from tidings.model.web.reason import Reason
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.access.users import add_user, all_users
from tidings.store.tables.articles.annotations import (
    PackedAnnotations,
    annotated_with,
    keep_annotations,
    models_of,
)
from tidings.store.tables.frontier.counts import counts_by
from tidings.store.tables.frontier.due import due_visits
from tidings.store.tables.frontier.left_urls import waiting_urls
from tidings.store.tables.frontier.site_findings import pages_of_site
from tidings.store.tables.frontier.urls import archived_urls
from tidings.store.tables.sources.sources import sources_version

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECONDS = NOW.timestamp()
SETTINGS = StoreSettings(commit_seconds=0.0)
# In the order of their bytes in UTF-8. A person, and a locale, would sort them otherwise.
TEXTS = (
    "", " x", "!", "-a", "10", "9", "A", "Z", "Zebra", "_a", "a", "a b", "a-b", "aB", "ab", "z",
    "\u00c4pfel", "\u00e4", "a\u0308"[::-1], "\u03a9", "\u65b0\u805e", "\ufffd", "\U0001f600",
)  # fmt: skip
SORTED = sorted(TEXTS, key=str.encode)


@pytest.fixture
def both(tmp_path: Path, new_postgres: Callable[[], str]) -> Iterator[tuple[Database, Database]]:
    """Return an empty home in each of the two databases."""
    found = (
        open_database(tmp_path / "tidings.db", SETTINGS),
        open_database(new_postgres(), SETTINGS),
    )
    yield found
    for database in found:
        database.close()


def written(both: tuple[Database, Database], work: Callable[[Writer], object]) -> None:
    for database in both:
        database.write(work).result()


def answers(both: tuple[Database, Database], statement: str) -> list[list[tuple[object, ...]]]:
    """Return the rows of each, every value with its type."""
    return [
        [tuple((type(value), value) for value in row) for row in database.read().execute(statement)]
        for database in both
    ]


def add_page(db: Writer, number: int, **values: object) -> None:
    columns: dict[str, object] = {
        "host_id": 1, "id": number, "url": f"https://a.example/{number}", "site": 1,
        "role": "page", "state": "done", "reason": Reason.ARTICLE, "priority": 5, "depth": 1,
        "added_at": SECONDS,
    } | values  # fmt: skip
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join("?" * len(columns))
    db.execute(f"INSERT INTO urls ({names}) VALUES ({marks})", tuple(columns.values()))


def add_host(db: Writer) -> None:
    db.execute("INSERT INTO hosts (id, name) VALUES (1, 'a.example')")
    db.execute("INSERT INTO site_hosts VALUES (1, 1, 9)")


def test_texts_sort_by_their_bytes_in_any_locale(both: tuple[Database, Database]) -> None:
    def add(db: Writer) -> None:
        for text in reversed(TEXTS):
            add_user(db, text, Scope.READ, None, NOW)

    written(both, add)
    for database in both:
        assert [user.name for user in all_users(database.read())] == SORTED


def test_texts_are_compared_by_their_bytes(both: tuple[Database, Database]) -> None:
    written(both, lambda db: [add_user(db, text, Scope.READ, None, NOW) for text in TEXTS])
    for text in TEXTS:
        sqlite, postgres = (
            database.read()
            .execute(
                "SELECT count(*), min(name), max(name), count(DISTINCT name) FROM users "
                "WHERE name > ?",
                (text,),
            )
            .fetchone()
            for database in both
        )
        assert tuple(sqlite) == tuple(postgres)
        assert sqlite[0] == len(TEXTS) - 1 - SORTED.index(text)


def test_every_column_of_texts_sorts_by_bytes(
    both: tuple[Database, Database],
) -> None:
    reader = both[1].read()
    columns = reader.execute(
        "SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid "
        "WHERE relnamespace = CAST('public' AS regnamespace) "
        "AND attcollation NOT IN (0, (SELECT oid FROM pg_collation WHERE collname = 'C'))"
    )
    tables = both[0].read().execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    common = {row[0] for row in tables}  # without those that only PostgreSQL has
    assert [tuple(row) for row in columns if row[0] in common] == []


def test_the_database_of_these_tests_would_sort_otherwise(both: tuple[Database, Database]) -> None:
    reader = both[1].read()
    locale = reader.execute(
        "SELECT datcollate FROM pg_database WHERE datname = current_database()"
    ).fetchone()[0]
    if locale != HOSTILE_LOCALE:
        pytest.skip(f"localedef or the sources of {HOSTILE_LOCALE} are missing")
    assert not reader.execute("SELECT CAST('Zebra' AS text) < CAST('apple' AS text)").fetchone()[0]


def test_archived_pages_without_a_visit_come_last(both: tuple[Database, Database]) -> None:
    def add(db: Writer) -> None:
        add_host(db)
        for number, visited in enumerate((None, 5.0, 9.0, None, 5.0)):
            add_page(db, number, visited_at=visited, file="a.warc", offset=1, length=1)

    written(both, add)
    for database in both:
        found = archived_urls(database.read(), 1, 9)
        assert [each.id for each in found] == [2, 4, 1, 3, 0]


def test_due_pages_come_by_priority_then_unvisited_ones_as_they_were_found(
    both: tuple[Database, Database],
) -> None:
    def add(db: Writer) -> None:
        add_host(db)
        for number in (7, 3, 9, 1, 8):
            add_page(db, number, due=SECONDS, visited_at=1.0 if number == 9 else None)
        add_page(db, 2, due=SECONDS, priority=1)
        add_page(db, 4, due=SECONDS - 1)

    written(both, add)
    for database in both:
        found = due_visits(database.read(), "a.example", NOW + timedelta(seconds=1), 9)
        assert [each.id for each in found] == [2, 4, 7, 3, 1, 8, 9]
        few = due_visits(database.read(), "a.example", NOW + timedelta(seconds=1), 3)
        assert [each.id for each in few] == [2, 4, 7]


def test_groups_of_the_same_size_have_one_order(both: tuple[Database, Database]) -> None:
    def add(db: Writer) -> None:
        add_host(db)
        add_page(db, 1, reason=Reason.DEAD, status=404)
        add_page(db, 2, reason=Reason.DEAD)
        add_page(db, 3, reason=Reason.ARTICLE, status=200)
        for number, site in enumerate((3, 2), start=10):
            add_page(db, number, site=site, state="queued", reason=Reason.WAITING, due=SECONDS)

    written(both, add)
    for database in both:
        found = pages_of_site(database.read(), 1)
        assert [(each.reason, each.status) for each in found] == [
            (Reason.ARTICLE, 200), (Reason.DEAD, None), (Reason.DEAD, 404)
        ]  # fmt: skip
        assert [each.site for each in waiting_urls(database.read())] == [2, 3]


def test_values_come_back_with_their_types(both: tuple[Database, Database]) -> None:
    def add(db: Writer) -> None:
        add_page(db, -(2**63), confidence=1, interval=0.1, body_hash=b"\0\xff", listed=True)
        add_page(db, 2**63 - 1, confidence=float("inf"), due=SECONDS + 1e-6)

    written(both, add)
    sqlite, postgres = answers(
        both,
        "SELECT id, confidence, interval, body_hash, listed, due, depth / 2, -7 / 2, -7 % 2, "
        "length(body_hash), published IS NULL AND 1 = 0, count(*) OVER (), status "
        "FROM urls ORDER BY id",
    )
    differ = 10  # a comparison: nobody may depend on its type
    assert [row[:differ] + row[differ + 1 :] for row in sqlite] == [
        row[:differ] + row[differ + 1 :] for row in postgres
    ]


def test_sums_are_whole_numbers_and_empty_ones_are_null(both: tuple[Database, Database]) -> None:
    def add(db: Writer) -> None:
        for number in (1, 2):
            add_page(db, number, priority=number)

    written(both, add)
    for where in ("1 = 1", "1 = 0"):
        sqlite, postgres = answers(
            both,
            "SELECT sum(priority), coalesce(sum(depth), 0), sum(added_at), max(due), min(url), "
            f"count(*) FROM urls WHERE {where}",
        )
        assert sqlite == postgres


def test_many_changes_in_one_statement_are_counted(both: tuple[Database, Database]) -> None:
    def change(db: Writer) -> None:
        for number in range(6):
            add_page(db, number, kind="index" if number % 2 else None)
        db.execute("INSERT INTO url_counts VALUES ('done', '', 'article', 3)")
        db.execute("INSERT INTO url_counts VALUES ('done', 'index', 'article', 3)")
        db.execute("UPDATE urls SET state = 'failed', kind = NULL WHERE id > 1")
        db.execute("UPDATE urls SET attempts = 2")

    written(both, change)
    for database in both:
        assert counts_by(database.read(), "state") == {"done": 2, "failed": 4}
        assert counts_by(database.read(), "kind") == {"": 5, "index": 1}


ODD_BODIES = (
    '{"models": {"b": "2", "a": "1", "B": "3", "\u00e4": "4"}}',
    '{"models": {"a": "1"}, "entities": ["\\u0000", "\\ud800", "\\\\u0000"]}',
    '{"models": null}',
    "{}",
    "[]",
    "",
    "{damaged",
)


def test_models_are_read_beside_damaged_texts(both: tuple[Database, Database]) -> None:
    def add(db: Writer) -> None:
        for number, body in enumerate(ODD_BODIES):
            keep_annotations(db, str(number), 1, PackedAnnotations(body))

    written(both, add)
    for database in both:
        reader = database.read()
        assert list(annotated_with(reader)) == [
            ("B", "3", 1), ("a", "1", 2), ("b", "2", 1), ("\u00e4", "4", 1)
        ]  # fmt: skip
        found = models_of(reader, [str(number) for number in range(len(ODD_BODIES))])
        assert {article: list(models.items()) for article, (_, models) in found.items()} == {
            "0": [("b", "2"), ("a", "1"), ("B", "3"), ("\u00e4", "4")],
            "1": [("a", "1")],
        }


def test_the_version_of_the_sources_does_not_depend_on_the_order_of_rows(
    both: tuple[Database, Database],
) -> None:
    times = [1e-3 + 1.7e9 * number / 7 for number in range(1, 60)]

    def add(db: Writer) -> None:
        for number, at in enumerate(times):
            db.execute(
                "INSERT INTO sites (url, domain, added_at, removed_at) VALUES (?, '', 1, ?)",
                (f"https://{number}.example/", at),
            )

    def move(db: Writer) -> None:  # every row, the last one first
        for number in reversed(range(len(times))):
            db.execute("UPDATE sites SET name = 'x' WHERE id = ?", (number + 1,))

    written(both, add)
    before = sources_version(both[1].read())
    both[1].write(move).result()
    assert sources_version(both[1].read()) == before
