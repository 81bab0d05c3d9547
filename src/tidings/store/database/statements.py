"""Builds statements in the SQL that SQLite and PostgreSQL have in common."""


def marks(count: int) -> str:
    """Return a list of that many parameters, for IN."""
    return ", ".join("?" * count) or "NULL"  # an empty list is an error for PostgreSQL


def upsert(table: str, key: str, columns: str, also: str = "") -> str:
    """Return a statement that inserts a row, or replaces the one with the same key.

    Its parameters are the values of the key and of the columns. `also` sets further columns of a
    replaced row.
    """
    names = columns.split(", ")
    changes = ", ".join([f"{name} = excluded.{name}" for name in names] + [also] * bool(also))
    values = marks(len(key.split(", ")) + len(names))
    return (
        f"INSERT INTO {table} ({key}, {columns}) VALUES ({values}) "  # noqa: S608 - constant names
        f"ON CONFLICT ({key}) DO UPDATE SET {changes}"
    )
