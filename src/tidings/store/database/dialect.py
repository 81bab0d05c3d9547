"""What SQLite and PostgreSQL say differently. All other SQL is in the subset that both speak.

A table's module takes these pieces from its connection: `connection.dialect.with_index("name")`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol


class Dialect(Protocol):
    """The pieces of SQL that depend on the database."""

    row_number: str  # of a table without a key of its own, in the order of insertion
    present: str  # this moment in seconds, by the clock of the database

    def __hash__(self) -> int: ...

    def with_index(self, index: str) -> str:
        """Return the demand to use an index, to stand after the table's name."""

    def one_after_another(self, queries: Sequence[str], order: str) -> str:
        """Return the rows of queries, each of which sorts its own, in this order of all."""

    def is_no_key(self, value: str, table: str, key: str) -> str:
        """Return the condition that no row of a table has this value as its key."""

    def json_member(self, column: str, name: str) -> str:
        """Return the expression for a member of a JSON object, as JSON; NULL if damaged."""

    def json_pairs(self, column: str, name: str) -> str:
        """Return the table of the pairs (`key`, `value`) in a member of a JSON object."""

    def statements_of(self, migration: str) -> list[str]:
        """Return the statements of a migration."""


class SqliteDialect:
    """The pieces for SQLite, in whose SQL the migrations are written."""

    row_number = "rowid"
    present = "(julianday('now') - 2440587.5) * 86400.0"

    def with_index(self, index: str) -> str:
        """Return INDEXED BY: without statistics, SQLite would often choose another index."""
        return f"INDEXED BY {index}"

    def one_after_another(self, queries: Sequence[str], order: str) -> str:
        """Return a union: SQLite runs them in turn, and stops when it has enough rows."""
        return " UNION ALL ".join(queries)

    def is_no_key(self, value: str, table: str, key: str) -> str:
        """Return NOT IN: SQLite looks up each value in the index."""
        return f"{value} NOT IN (SELECT {key} FROM {table})"  # noqa: S608

    def json_member(self, column: str, name: str) -> str:
        """Return the member with a path; a damaged text would be an error."""
        return f"CASE WHEN json_valid({column}) THEN json_extract({column}, '$.{name}') END"

    def json_pairs(self, column: str, name: str) -> str:
        """Return a table-valued function with a path."""
        return (
            f"json_each(CASE WHEN json_valid({column}) THEN {column} ELSE '{{}}' END, '$.{name}')"
        )

    def statements_of(self, migration: str) -> list[str]:
        """Return the statements as they are."""
        return migration.split(";\n")


class PostgresDialect:
    """The pieces for PostgreSQL."""

    row_number = "rowid"  # a column of its own: see `statements_of`
    present = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"

    def with_index(self, index: str) -> str:
        """Return nothing: PostgreSQL has statistics, and no such demand."""
        return ""

    def one_after_another(self, queries: Sequence[str], order: str) -> str:
        """Return a sorted union: PostgreSQL may run the queries side by side."""
        return f"SELECT * FROM ({' UNION ALL '.join(queries)}) AS all_rows ORDER BY {order}"  # noqa: S608

    def is_no_key(self, value: str, table: str, key: str) -> str:
        """Return NOT EXISTS: for NOT IN, PostgreSQL would read the whole table each time."""
        return f"NOT EXISTS (SELECT 1 FROM {table} WHERE {table}.{key} = {value})"  # noqa: S608

    def json_member(self, column: str, name: str) -> str:
        """Return the member by its name; a damaged text would be an error."""
        return f"nullif(CAST({_json_object(column)} -> '{name}' AS text), 'null')"

    def json_pairs(self, column: str, name: str) -> str:
        """Return a table function of the member, whose texts sort as those of columns do."""
        member = f"{_json_object(column)} -> '{name}'"
        return (
            f'LATERAL (SELECT key COLLATE "C" AS key, value COLLATE "C" AS value '  # noqa: S608
            f"FROM json_each_text(CASE WHEN json_typeof({member}) = 'object' THEN {member} END))"
        )

    def statements_of(self, migration: str) -> list[str]:
        """Return the statements with PostgreSQL's types, keys and triggers."""
        return [_translated(statement) for statement in migration.split(";\n")]


def _json_object(column: str) -> str:
    # NUL and half characters, which PostgreSQL refuses, wherever they are in the text.
    readable = rf"regexp_replace({column}, '\\u(0000|[dD][89a-fA-F]..)', '\ufffd', 'g')"
    return f"CASE WHEN {column} IS JSON OBJECT THEN CAST({readable} AS json) END"


# From SQLite's words to PostgreSQL's. Comments go first, because they may say anything. Texts are
# compared and sorted by their bytes, as SQLite does it, whatever the locale of the database.
_TRANSLATIONS = [
    (re.compile(r"--.*"), ""),
    (re.compile(r"\bTEXT\b"), 'TEXT COLLATE "C"'),
    (re.compile(r"\bINTEGER PRIMARY KEY( AUTOINCREMENT)?"),
     "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
    (re.compile(r"\bINTEGER\b"), "BIGINT"),
    (re.compile(r"\bREAL\b"), "DOUBLE PRECISION"),
    (re.compile(r"\bBLOB\b"), "BYTEA"),
    (re.compile(r"\) WITHOUT ROWID\b"), ")"),
    (re.compile(r"\boffset\b"), '"offset"'),  # a reserved word
]  # fmt: skip
_END_OF_TABLE = re.compile(r"\n\);?$")
_ROW_NUMBER = ",\n    rowid BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE\n)"
# By the beginning of a statement: what no rule translates.
_REPLACED = {
    # Once for each statement: a row that a transaction changes a hundred thousand times has as many
    # versions, and each change looks through all of them.
    "CREATE TRIGGER urls_counted": """
        CREATE FUNCTION count_urls() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NOT EXISTS (SELECT state, kind, reason FROM old_rows
                    EXCEPT ALL SELECT state, kind, reason FROM new_rows) THEN
                RETURN NULL;
            END IF;
            INSERT INTO url_counts
                SELECT state, kind, reason, sum(number) FROM (
                    SELECT state, coalesce(kind, '') AS kind, reason, -1 AS number FROM old_rows
                    UNION ALL SELECT state, coalesce(kind, ''), reason, 1 FROM new_rows
                ) AS changed GROUP BY state, kind, reason HAVING sum(number) <> 0
                ORDER BY state, kind, reason
                ON CONFLICT (state, kind, reason)
                DO UPDATE SET count = url_counts.count + excluded.count;
            RETURN NULL;
        END $$;
        CREATE TRIGGER urls_counted AFTER UPDATE ON urls
            REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
            FOR EACH STATEMENT EXECUTE FUNCTION count_urls()""",
    # What indexes of SQLite have unasked: NULL first, and the order of insertion last.
    "CREATE INDEX urls_due ON urls (host_id": """
        CREATE INDEX urls_due ON urls (host_id, priority, due, visited_at NULLS FIRST, rowid)
            WHERE due IS NOT NULL""",
    "CREATE INDEX urls_archived": """
        CREATE INDEX urls_archived ON urls (site, visited_at NULLS FIRST, rowid)
            WHERE file IS NOT NULL AND role = 'page' AND state = 'done' AND target IS NULL""",
    "INSERT INTO counters\n    SELECT 'story_id'": """
        INSERT INTO counters SELECT 'story_id', coalesce(max(id), 0) FROM stories""",
}


def _translated(statement: str) -> str:
    for pattern, replacement in _TRANSLATIONS:
        statement = pattern.sub(replacement, statement)
    statement = statement.strip()
    for beginning, replacement in _REPLACED.items():
        if statement.startswith(beginning):
            return replacement
    if statement.startswith("CREATE TABLE") and "PRIMARY KEY" not in statement:
        return _END_OF_TABLE.sub(_ROW_NUMBER, statement)
    return statement


_PARTS = re.compile(r"'[^']*'|\"[^\"]*\"|%|\?|:(\w+)")


@lru_cache(maxsize=2048)  # far more than there are statements
def with_percent_parameters(statement: str) -> str:
    """Return a statement with `%s` and `%(name)s` instead of `?` and `:name`."""
    return _PARTS.sub(_percent, statement)


def _percent(part: re.Match[str]) -> str:
    text = part[0]
    if text == "?":
        return "%s"
    if text[0] == ":":
        return f"%({part[1]})s"
    return text.replace("%", "%%")


SQLITE = SqliteDialect()
POSTGRES = PostgresDialect()
