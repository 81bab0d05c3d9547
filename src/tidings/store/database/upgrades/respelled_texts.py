"""Addresses with escapes, and how they are spelled now."""

from collections.abc import Sequence

from tidings.read.url import canonical
from tidings.store.database.session import Reader, Row


def has_escapes(column: str) -> str:
    """Return a condition: the address in a column may be spelled in another way now."""
    return f"replace({column}, '%', '') <> {column}"


def spelled(url: str) -> str:
    """Return a stored address as it is spelled now."""
    return canonical(url) or url


def rows_with_escapes(
    connection: Reader, table: str, keys: Sequence[str], column: str
) -> list[Row]:
    """Return keys and address of all rows with escapes."""
    names = ", ".join((*keys, column))
    return connection.execute(
        f"SELECT {names} FROM {table} WHERE {has_escapes(column)}"  # noqa: S608
    ).fetchall()
