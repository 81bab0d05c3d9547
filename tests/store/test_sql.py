"""SQL stands in the store only, and there in the subset that SQLite and PostgreSQL both speak."""

import ast
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import tidings
from tidings.store.database.schema import MIGRATIONS

SOURCE = Path(tidings.__file__).parent
STORE = SOURCE / "store"
# These know which database it is.
OF_ONE_DATABASE = {
    STORE / "database" / name
    for name in (
        "dialect.py",
        "sqlite.py",
        "sqlite_session.py",
        "postgres.py",
        "postgres_connection.py",
        "postgres_session.py",
        "sharing/fence.py",
        "sharing/ownership.py",
    )
}
STATEMENT = re.compile(
    r"\s*(SELECT\s.*\sFROM|INSERT\s+(OR|INTO)|REPLACE\s+INTO|UPDATE\s.*\sSET|DELETE\s+FROM|"
    r"(CREATE|ALTER|DROP)\s+(TABLE|INDEX|TRIGGER|VIEW)|PRAGMA|SAVEPOINT|VACUUM)\b",
    re.DOTALL,
)
# What one of the two does not understand, or understands differently.
FORBIDDEN = {
    "PRAGMA": r"\bPRAGMA\b",
    "INDEXED BY": r"\bINDEXED BY\b",
    "iif": r"\biif\(",
    "INSERT OR": r"\bINSERT OR\b",
    "REPLACE INTO": r"\bREPLACE INTO\b",
    "min or max of several values": r"\b(min|max)\(([^()]|\([^()]*\))*,",
    "rowid": r"\browid\b",
    "SQLite's own tables": r"\bsqlite_\w+",
    "total": r"\btotal\(",
    "time functions": r"\b(unixepoch|strftime|julianday|datetime)\(",
    "a literal of bytes": r"\bx'",
    "numbered parameters": r"\?\d",
    "AUTOINCREMENT": r"\bAUTOINCREMENT\b",
    "groups by number": r"\bGROUP BY \d",
    "an update without a key": r"\bON CONFLICT DO UPDATE\b",
    "JSON functions": r"\bjsonb?_\w+\(",
    "ifnull": r"\bifnull\(",
    "GLOB": r"\bGLOB\b",
    "LIKE, which SQLite does without regard to case": r"\bI?LIKE\b",
    "casts to INTEGER, which PostgreSQL rounds": r"\bAS INTEGER\)",
    "casts with colons": r"::",
    "lower and upper, which SQLite does for ASCII only": r"\b(lower|upper)\(",
    "averages and rounding, which differ in type": r"\b(avg|round|group_concat)\(",
    "NOT IN with a subquery, see `is_no_key`": r"\bNOT IN \(SELECT (article|id) FROM\b",
    "a column that PostgreSQL reserves": r'(?<!")\boffset\b(?!")',
    "==": r"==",
}


def strings_of(file: Path) -> Iterator[str]:
    """Yield the texts of a file without docstrings, those with placeholders in one piece."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            skipped.update(id(value) for value in node.values)
            yield "".join(
                str(value.value) if isinstance(value, ast.Constant) else "{}"
                for value in node.values
            )
        elif isinstance(node, ast.Constant) and id(node) not in skipped:
            yield node.value if isinstance(node.value, str) else ""


def forbidden_in(text: str) -> list[str]:
    return [name for name, pattern in FORBIDDEN.items() if re.search(pattern, text)]


def nullable_columns() -> dict[str, set[str]]:
    """Return the columns of each table that may be NULL."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in MIGRATIONS:
            connection.executescript(script)
        rows = connection.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
            "WHERE m.type = 'table' AND c.\"notnull\" = 0 AND c.pk = 0"
        )
        found: dict[str, set[str]] = {}
        for table, column in rows:
            found.setdefault(table, set()).add(column)
        return found


NULLABLE = nullable_columns()
# Each statement that sorts by them has a condition under which they are not NULL.
NOT_NULL_HERE = {"silent_from", "due", "batch", "article", "hidden_from", "target"}


def orders_of_null(text: str) -> set[str]:
    """Return the columns that may be NULL and by which a text sorts without saying where."""
    tables = re.findall(r"\b(?:FROM|JOIN) (\w+)", text)
    nullable = set().union(*(NULLABLE.get(table, set()) for table in tables)) - NOT_NULL_HERE
    found: set[str] = set()
    for terms in re.findall(r"ORDER BY (.*?)(?: LIMIT|\)|$)", text):
        for term in terms.split(", "):
            name = re.match(r"(?:\w+\.)?(\w+)(?: DESC| ASC)?$", term.strip())
            if name is not None and name[1] in nullable:
                found.add(name[1])
    return found


def looks_like_sql(text: str) -> bool:
    """Return whether a text is a statement or a part of one, not a name or a sentence."""
    return bool(STATEMENT.match(text) or re.search(r"[=<>?]|\bAND\b|\bNULL\b|\bBY\b|\(", text))


@pytest.mark.parametrize(
    "file",
    sorted(set((STORE / "database").glob("*.py")) - OF_ONE_DATABASE)
    + sorted((STORE / "tables").rglob("*.py")),
    ids=lambda file: str(file.relative_to(STORE)),
)
def test_both_databases_understand_the_sql(file: Path) -> None:
    found = {
        text: names
        for text in strings_of(file)
        if looks_like_sql(text) and (names := [*forbidden_in(text), *orders_of_null(text)])
    }
    assert found == {}


def test_no_sql_stands_outside_the_store() -> None:
    found = [
        (str(file.relative_to(SOURCE)), text)
        for file in sorted(SOURCE.rglob("*.py"))
        if not file.is_relative_to(STORE)
        for text in strings_of(file)
        if STATEMENT.match(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("SELECT max(seen, ?) FROM t", "min or max of several values"),
        ("SELECT min(coalesce(a, b), c) FROM t", "min or max of several values"),
        ("UPDATE t INDEXED BY i SET a = 1", "INDEXED BY"),
        ("SELECT iif(a = 1, 2, 3) FROM t", "iif"),
        ("INSERT OR IGNORE INTO t VALUES (?)", "INSERT OR"),
        ("SELECT a FROM t WHERE b <> x''", "a literal of bytes"),
        ("UPDATE t SET a = ?1", "numbered parameters"),
        ("SELECT a FROM t GROUP BY 1", "groups by number"),
        ("INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1", "an update without a key"),
    ],
)
def test_what_only_one_of_them_understands_is_found(statement: str, name: str) -> None:
    assert name in forbidden_in(statement)
    assert STATEMENT.match(statement)


@pytest.mark.parametrize(
    "statement",
    ["SELECT max(seen), min(coalesce(a, b)) FROM t", "SELECT a FROM t LIMIT ? OFFSET ?"],
)
def test_what_both_understand_is_not_found(statement: str) -> None:
    assert forbidden_in(statement) == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("SELECT a FROM urls ORDER BY visited_at LIMIT 1", {"visited_at"}),
        ("SELECT a FROM urls ORDER BY id, urls.visited_at DESC", {"visited_at"}),
        ("SELECT a FROM urls ORDER BY visited_at DESC NULLS LAST, id", set()),
        ("SELECT a FROM urls ORDER BY added_at", set()),
    ],
)
def test_sorting_by_what_may_be_null_says_where_null_goes(statement: str, found: set[str]) -> None:
    assert orders_of_null(statement) == found


def test_lists_of_parameters_are_made_in_one_place() -> None:
    makers = [file.name for file in STORE.rglob("*.py") if '"?" *' in file.read_text("utf-8")]
    assert makers == ["statements.py"]  # where an empty list is one for PostgreSQL, too
