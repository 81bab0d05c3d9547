import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from tests.store.database.copying.filled_tables import fill_tables, raw_rows

from tidings.settings.tree import StoreSettings
from tidings.store.database.copying.copy_end import (
    CopyEnd,
    CopyRefused,
    RowRefused,
)
from tidings.store.database.copying.database_copy import (
    CopiedTable,
    CopyDiffers,
    CopyStep,
    compare_databases,
    copy_database,
)
from tidings.store.database.copying.open_end import open_end
from tidings.store.database.copying.row_values import key_from, stored_key, text_of
from tidings.store.database.copying.sqlite_end import SqliteEnd
from tidings.store.database.database import open_database


def ignore(step: CopyStep, table: str, rows: int) -> None:
    """Show nothing."""


def copied(source: Path | str, destination: Path | str) -> list[CopiedTable]:
    open_database(destination, StoreSettings()).close()
    ends: tuple[CopyEnd, CopyEnd] = open_end(source), open_end(destination)
    try:
        return copy_database(*ends, str(source), ignore)
    finally:
        for end in ends:
            end.close()


def test_all_rows_go_there_and_back(tmp_path: Path, new_postgres: Callable[[], str]) -> None:
    fill_tables(tmp_path / "old")
    url = new_postgres()
    there = copied(tmp_path / "old", url)
    back = copied(url, tmp_path / "new")
    old, new = raw_rows(tmp_path / "old"), raw_rows(tmp_path / "new")
    assert [name for name in old if old[name] != new.get(name)] == []
    assert {table.name for table in there} == old.keys() - {"sqlite_sequence"}
    assert [(t.name, t.rows, t.digest) for t in there] == [(t.name, t.rows, t.digest) for t in back]
    assert sum(table.mended for table in there) > 100
    assert sum(table.mended for table in back) == 0


def compared(source: Path | str, destination: Path | str) -> list[CopiedTable]:
    ends: tuple[CopyEnd, CopyEnd] = open_end(source), open_end(destination)
    try:
        return compare_databases(*ends, ignore)
    finally:
        for end in ends:
            end.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home's database with a little in it."""
    path = tmp_path / "tidings.db"
    open_database(path, StoreSettings()).close()
    in_sqlite(
        path,
        *(f"INSERT INTO hosts VALUES ({n}, 'host{n}.example')" for n in range(1, 30)),
        *(f"INSERT INTO withheld VALUES ('http://{n}.example/', {n})" for n in range(30)),
    )
    return path


def in_sqlite(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def in_postgres(url: str, *statements: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        for statement in statements:
            cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def test_numbers_of_rows_that_are_gone_are_never_given_again(
    home: Path, new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    user = "INSERT INTO users (name, role, created_at) VALUES ('{}', 'read', 0) RETURNING id"
    in_sqlite(home, user.format("a"), user.format("b"), "DELETE FROM users WHERE name = 'b'")
    url = new_postgres()
    copied(home, url)
    assert in_postgres(url, user.format("c")) == [(3,)]
    in_postgres(url, "DELETE FROM users WHERE name = 'c'")
    assert in_postgres(url, "INSERT INTO hosts (name) VALUES ('new') RETURNING id") == [(30,)]
    copied(url, tmp_path / "back")
    in_sqlite(tmp_path / "back", user.format("d"))
    assert raw_rows(tmp_path / "back")["users"][-1].startswith("(4, 'd'")


def test_rows_without_a_key_keep_their_order(home: Path, new_postgres: Callable[[], str]) -> None:
    visit = (
        "INSERT INTO visits (url_id, at, status, reason, detail, bytes, seconds) "
        "VALUES (7, {}, 200, 'article', '', 1, 0.5)"
    )
    in_sqlite(home, *(visit.format(at) for at in (3, 1, 2)), "DELETE FROM visits WHERE at = 1")
    url = new_postgres()
    copied(home, url)
    assert in_postgres(url, "SELECT rowid, at FROM visits ORDER BY rowid") == [(1, 3.0), (3, 2.0)]
    assert in_postgres(url, f"{visit.format(9)} RETURNING rowid") == [(4,)]


@pytest.mark.parametrize(
    ("statement", "table", "why"),
    [
        ("UPDATE hosts SET name = x'00ff' WHERE id = 7", "hosts", "name holds bytes, not a text"),
        ("UPDATE withheld SET until = 'soon' WHERE until = 7", "withheld", "not a number"),
        ("INSERT INTO jobs VALUES (7, 'a', 'b', 1.5, 0, 0, '', '', NULL)", "jobs",
         "not a whole number"),
        ("INSERT INTO hosts VALUES (77, 'a' || char(0)), (78, 'a' || char(65533))", "hosts",
         "already exists"),
        ("INSERT INTO takedowns VALUES (NULL, 'u', 0, 0)", "takedowns", "null value"),
        ("INSERT INTO hosts VALUES (77, hex(randomblob(20000)))", "hosts", "index"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_copied_is_named(
    home: Path, new_postgres: Callable[[], str], statement: str, table: str, why: str
) -> None:
    in_sqlite(home, statement)
    before = raw_rows(home)
    url = new_postgres()
    with pytest.raises(RowRefused, match=why) as caught:
        copied(home, url)
    assert (caught.value.table, raw_rows(home)) == (table, before)
    assert str(caught.value.key[0]) in str(caught.value)
    if statement.startswith("UPDATE hosts"):
        assert caught.value.key == (7,)
        in_sqlite(home, "UPDATE hosts SET name = 'mended' WHERE id = 7")
        copied(home, url)
        assert in_postgres(url, "SELECT name FROM hosts WHERE id = 7") == [("mended",)]


def test_one_bad_row_among_many_is_found(home: Path, new_postgres: Callable[[], str]) -> None:
    in_sqlite(home, *(f"INSERT INTO hosts VALUES ({n}, 'more{n}')" for n in range(100, 900)),
              "UPDATE hosts SET name = 'host5.example' || char(0) WHERE id = 655",
              "UPDATE hosts SET name = 'host5.example�' WHERE id = 222")  # fmt: skip
    with pytest.raises(RowRefused, match="already exists") as caught:
        copied(home, new_postgres())
    assert caught.value.key == (655,)


def test_a_number_that_sqlite_does_not_have_is_found(
    home: Path, new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    url = new_postgres()
    copied(home, url)
    in_postgres(url, "INSERT INTO paused VALUES (3, 'NaN')")
    with pytest.raises(RowRefused, match=r"\(3\) of paused .*NOT NULL"):
        copied(url, tmp_path / "back")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE hosts SET name = 'other' WHERE id = 7", r"hosts: row \(7\) differs"),
        ("UPDATE urls SET due = 5.0000000000000009", r"urls: row \(1\) differs"),
        ("DELETE FROM withheld WHERE url = 'http://9.example/'", r"9.example/'\) is missing"),
        ("INSERT INTO hosts VALUES (99, 'x')", r"\(99\) is only in the destination \(29 rows"),
        ("INSERT INTO paused VALUES (1, 0)", "paused: row"),
        ("SELECT setval(pg_get_serial_sequence('users', 'id'), 1)", "users: numbers would be"),
    ],
)
def test_a_wrong_row_in_the_destination_is_named(
    home: Path, new_postgres: Callable[[], str], statement: str, message: str
) -> None:
    user = "INSERT INTO users (id, name, role, created_at) VALUES (5, 'a', 'read', 0)"
    in_sqlite(home, user, "DELETE FROM users",
              "INSERT INTO urls (host_id, id, url, site, role, state, reason, priority, depth, "
              "added_at, due) VALUES (1, 1, 'u', 1, 'page', 'queued', 'r', 1, 1, 0, 5)"
    )  # fmt: skip
    url = new_postgres()
    tables = copied(home, url)
    assert [table.digest for table in compared(home, url)] == [table.digest for table in tables]
    in_postgres(url, statement)
    with pytest.raises(CopyDiffers, match=message):
        compared(home, url)


def test_a_source_that_changed_after_an_interruption_is_copied_as_it_is_now(
    home: Path, new_postgres: Callable[[], str]
) -> None:
    url = new_postgres()
    in_sqlite(home, "INSERT INTO withheld VALUES (x'00', 0)")
    with pytest.raises(RowRefused):
        copied(home, url)  # after the hosts
    in_sqlite(
        home,
        "DELETE FROM withheld WHERE url = x'00'",
        "DELETE FROM hosts WHERE id < 9",
        "UPDATE hosts SET name = 'changed' WHERE id = 12",
        "INSERT INTO hosts VALUES (50, 'host7.example')",
    )
    copied(home, url)
    assert compared(home, url)
    assert in_postgres(url, "SELECT id FROM hosts WHERE name = 'host7.example'") == [(50,)]


def test_a_destination_that_holds_a_home_is_refused(
    home: Path, new_postgres: Callable[[], str]
) -> None:
    url = new_postgres()
    in_postgres(url, "INSERT INTO sites (url, domain, added_at) VALUES ('u', 'd', 0)")
    with pytest.raises(CopyRefused, match=r"already holds a home .* sites"):
        copied(home, url)


def test_a_part_of_another_home_is_not_continued(
    home: Path, new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    url = new_postgres()
    copied(home, url)
    open_database(tmp_path / "other", StoreSettings()).close()
    with pytest.raises(CopyRefused, match=f"another home .*{home}"):
        copied(tmp_path / "other", url)


def test_a_table_that_only_one_database_has_is_not_left_behind(
    home: Path, new_postgres: Callable[[], str]
) -> None:
    in_sqlite(home, "CREATE TABLE notes (id INTEGER PRIMARY KEY)")
    with pytest.raises(CopyRefused, match=r"different tables \(notes\)"):
        copied(home, new_postgres())


def test_nobody_writes_into_the_source_meanwhile(
    home: Path, new_postgres: Callable[[], str]
) -> None:
    url = new_postgres()
    copied(home, url)
    for location in (home, url):
        end = open_end(location)
        end.freeze(end.layouts())
        if isinstance(location, Path):
            with (
                sqlite3.connect(location, timeout=0) as other,
                pytest.raises(sqlite3.OperationalError, match="locked"),
            ):
                other.execute("DELETE FROM hosts")
            other.close()
        else:
            with psycopg.connect(url) as connection:
                connection.execute("SET lock_timeout = '1ms'")
                assert connection.execute("SELECT count(*) FROM hosts").fetchone() == (29,)
                with pytest.raises(psycopg.errors.LockNotAvailable):
                    connection.execute("DELETE FROM hosts")
        end.close()


def test_copying_goes_on_after_a_text_that_was_mended(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    open_database(path, StoreSettings()).close()
    keys = [b"a", b"a\0b", b"a\xff", b"ab", b"b\0"]
    with sqlite3.connect(path) as connection:
        for key in keys:
            connection.execute("INSERT INTO withheld VALUES (CAST(? AS TEXT), 0)", (key,))
    connection.close()
    end = SqliteEnd(path)
    layout = end.layouts()["withheld"]
    every = [layout.key_of(row) for row in end.rows(layout)]
    for place, found in enumerate(every):
        again = key_from(stored_key(found))
        assert [layout.key_of(row) for row in end.rows(layout, again)] == every[place + 1 :]
    assert sorted(every) == sorted((text_of(key),) for key in keys)
    end.close()
