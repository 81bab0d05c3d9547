from tidings.store.database.database import Database
from tidings.store.database.statements import marks, upsert


def keep(database: Database, statement: str, *row: object) -> None:
    database.write(lambda db: db.execute(statement, row)).result()


def test_a_row_with_the_same_key_is_replaced(database: Database) -> None:
    statement = upsert("hours", "site, hour", "seen")
    keep(database, statement, 1, 2, 3)
    keep(database, statement, 1, 3, 4)
    keep(database, statement, 1, 3, 5)
    rows = database.read().execute("SELECT site, hour, seen FROM hours ORDER BY hour").fetchall()
    assert [tuple(row) for row in rows] == [(1, 2, 3), (1, 3, 5)]


def test_further_columns_of_a_replaced_row_are_set(database: Database) -> None:
    statement = upsert("counters", "name", "value", also="name = 'old'")
    keep(database, statement, "new", 1)
    keep(database, statement, "new", 2)
    rows = database.read().execute("SELECT name, value FROM counters WHERE name IN ('new', 'old')")
    assert [tuple(row) for row in rows] == [("old", 2)]


def test_no_value_is_in_an_empty_list(database: Database) -> None:
    rows = database.read().execute(f"SELECT name FROM counters WHERE name IN ({marks(0)})")
    assert rows.fetchall() == []
