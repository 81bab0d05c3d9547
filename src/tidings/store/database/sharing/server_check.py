"""What `doctor` asks a PostgreSQL server: what is wrong with it, and what is worth knowing."""

from collections.abc import Iterator
from typing import Final

from tidings.store.database.session import Reader
from tidings.store.database.sharing.remarks import ServerRemarks
from tidings.store.database.sharing.schema_check import schema_problems

_OLDEST: Final = 15  # the oldest version of which we use nothing that it lacks
_FEW_CONNECTIONS: Final = 10  # a crawl and a server with a few readers
_LOSING: Final = {
    "fsync": "a crash of its machine may damage all rows",
    "full_page_writes": "a crash of its machine may damage rows",
    "synchronous_commit": "a crash of the server loses what was committed in the last moments",
}
# Whoever has a transaction open for long keeps the server from removing old rows.
_LONG_TRANSACTIONS: Final = """
    SELECT pid, coalesce(nullif(application_name, ''), 'a program without a name'), usename,
    CAST(extract(epoch FROM now() - xact_start) AS integer) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'
    AND pid <> pg_backend_pid() AND xact_start < now() - interval '1 minute' ORDER BY xact_start"""
_CONNECTIONS: Final = """
    SELECT CAST(current_setting('max_connections') AS integer)
    - CAST(current_setting('superuser_reserved_connections') AS integer) - count(*)
    FROM pg_stat_activity WHERE backend_type = 'client backend'"""
_SIZE: Final = "SELECT pg_database_size(current_database())"


def server_problems(connection: Reader) -> Iterator[str]:
    """Yield why a home's rows are not safe, or not complete."""
    version, number = _setting(connection, "server_version"), _version(connection)
    if number < _OLDEST:
        yield f"PostgreSQL {version} is not supported: {_OLDEST} or newer is needed"
    encoding = _setting(connection, "server_encoding")
    if encoding != "UTF8":
        yield f"the database has the encoding {encoding}, which lacks characters: make one in UTF8"
    yield from schema_problems(connection)


def server_remarks(connection: Reader, name: str) -> ServerRemarks:
    """Return what is worth a look, and what is good to know; `name` has no password."""
    left = int(connection.execute(_CONNECTIONS).fetchone()[0])
    size = int(connection.execute(_SIZE).fetchone()[0])
    notes = [*_switched_off(connection), *_long_transactions(connection)]
    if left < _FEW_CONNECTIONS:
        notes.append(f"the server has {left} connections left: raise its max_connections.")
    facts = (
        f"the rows are in {name}, {size / 1e6:.0f} MB: the server's to keep and to back up",
        f"PostgreSQL {_setting(connection, 'server_version')}, {left} connections left",
    )
    return ServerRemarks(tuple(notes), facts)


def _switched_off(connection: Reader) -> Iterator[str]:
    for name, effect in _LOSING.items():
        if _setting(connection, name) == "off":
            yield f"the server has {name} = off: {effect}."


def _long_transactions(connection: Reader) -> Iterator[str]:
    for process, program, user, seconds in connection.execute(_LONG_TRANSACTIONS):
        yield (
            f"a transaction of {program} (user {user}, process {process}) has been open for "
            f"{seconds} seconds: rows that are deleted meanwhile keep their space."
        )


def _version(connection: Reader) -> int:
    return int(_setting(connection, "server_version_num")) // 10_000


def _setting(connection: Reader, name: str) -> str:
    return str(connection.execute("SELECT current_setting(?)", (name,)).fetchone()[0])
