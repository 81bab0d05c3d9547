"""What SQLite and PostgreSQL say differently. All other SQL is in the subset that both speak.

A table's module takes these pieces from its connection: `connection.dialect.with_index("name")`.
"""

from typing import Protocol


class Dialect(Protocol):
    """The pieces of SQL that depend on the database."""

    row_number: str  # of a table without a key of its own, in the order of insertion

    def with_index(self, index: str) -> str:
        """Return the demand to use an index, to stand after the table's name."""

    def json_member(self, column: str, name: str) -> str:
        """Return the expression for a member of a JSON object, as JSON; NULL if damaged."""

    def json_pairs(self, column: str, name: str) -> str:
        """Return the table of the pairs (`key`, `value`) in a member of a JSON object."""


class SqliteDialect:
    """The pieces for SQLite."""

    row_number = "rowid"

    def with_index(self, index: str) -> str:
        """Return INDEXED BY: without statistics, SQLite would often choose another index."""
        return f"INDEXED BY {index}"

    def json_member(self, column: str, name: str) -> str:
        """Return the member with a path; a damaged text would be an error."""
        return f"CASE WHEN json_valid({column}) THEN json_extract({column}, '$.{name}') END"

    def json_pairs(self, column: str, name: str) -> str:
        """Return a table-valued function with a path."""
        return (
            f"json_each(CASE WHEN json_valid({column}) THEN {column} ELSE '{{}}' END, '$.{name}')"
        )


SQLITE = SqliteDialect()
