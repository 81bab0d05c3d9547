"""Connecting to PostgreSQL: the parameters of a connection, our types, and our exceptions.

No error, name or log line of ours has the password.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.adapt import Loader
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown

from tidings.settings.tree import DatabaseSettings
from tidings.store.database.errors import (
    StoreAway,
    StoreConflict,
    StoreDamaged,
    StoreError,
    StoreLost,
    StoreUnusable,
)

# A cut link is noticed by both sides within some ten seconds: what was sent is not acknowledged
# (tcp_user_timeout, in milliseconds), or nothing was sent and nobody answers (keepalives). A
# parameter in the URL has precedence.
_PARAMETERS: Final = {
    "application_name": "tidings",
    "connect_timeout": "10",
    "keepalives": "1",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "8000",
}
# The server's side lets the locks of a cut-off process go. On a socket of the file system, where
# links are not cut, it ignores this.
_ON_THE_SERVER: Final = (
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3; "
    "SET tcp_user_timeout = 8000; SET client_encoding = 'UTF8'"
)
# By their number: what is wrong with the server itself, and does not pass by waiting.
_LASTING = {
    "53100",  # its disk is full
    "53400",  # a limit of its configuration
    "57014",  # somebody canceled the statement
    "57P04",  # the database was dropped
    "58030",  # its disk failed
    "58P01",
    "58P02",
}
_IDLE_IN_TRANSACTION = "25P03"  # the server ended our session

Connection: TypeAlias = psycopg.Connection["PostgresRow"]


def translated(error: psycopg.Error) -> StoreError:
    """Return our exception for one of psycopg's."""
    text = "; ".join(line.strip() for line in str(error).splitlines())
    if error.sqlstate in _LASTING:
        return StoreLost(text)
    if isinstance(error, psycopg.OperationalError) or error.sqlstate == _IDLE_IN_TRANSACTION:
        return StoreAway(text)  # no connection, no room for one, a deadlock
    if isinstance(error, psycopg.IntegrityError):
        return StoreConflict(text)
    if isinstance(error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted):
        return StoreDamaged(text)
    return StoreError(text)


class PostgresRow:
    """One row; a value is found by its place or by its column's name."""

    __slots__ = ("_places", "_values")

    def __init__(self, values: Sequence[Any], places: dict[str, int]) -> None:
        self._values = tuple(values)
        self._places = places

    def __getitem__(self, key: int | str | slice, /) -> Any:
        return self._values[self._places[key] if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class _BooleanDumper(Int8Dumper):
    """Stores a boolean as 0 or 1, because SQLite has no other."""

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _TextDumper(StrDumperUnknown):
    """Stores a text without NUL, which PostgreSQL refuses; what replaces it is as visible."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)


class _NumberLoader(Loader):
    """Reads the sum of whole numbers as a whole number."""

    def load(self, data: Any) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text else int(text)


def _row_maker(cursor: psycopg.Cursor[Any]) -> Any:
    # Not from `description`: that makes an object of each column, for each result, which took
    # longer than all the rest of reading a row of `urls`.
    result = cursor.pgresult
    names = tuple(map(result.fname, range(result.nfields))) if result else ()
    places = _places_of(names)
    return lambda values: PostgresRow(values, places)


@lru_cache(maxsize=2048)  # far more than there are statements
def _places_of(names: tuple[bytes | None, ...]) -> dict[str, int]:
    return {name.decode(): place for place, name in enumerate(names) if name}  # COPY has no names


class PostgresServer:
    """One database of a server, and how to connect to it."""

    def __init__(self, url: str, settings: DatabaseSettings) -> None:
        self._parameters = _PARAMETERS | _parameters_of(url)
        self._password_file = settings.password_file
        self.name = _name_of(self._parameters)

    def connected(self, preparation: str = "") -> Connection:
        """Return a connection with our types and rows; raises StoreAway.

        `preparation` is SQL that the session begins with.
        """
        try:
            connection = psycopg.connect(
                **self._parameters, **self._password(), autocommit=True, row_factory=_row_maker
            )
            connection.execute(f"{_ON_THE_SERVER}; {preparation}", prepare=False)
        except psycopg.Error as error:
            raise translated(error) from error
        # One type for all whole numbers: one prepared statement for each of ours.
        connection.adapters.register_dumper(int, Int8Dumper)
        connection.adapters.register_dumper(bool, _BooleanDumper)
        connection.adapters.register_dumper(str, _TextDumper)
        connection.adapters.register_loader("numeric", _NumberLoader)
        return connection

    def _password(self) -> dict[str, str]:
        """Read the file each time: a password may be replaced while we run."""
        if not self._password_file or "password" in self._parameters:
            return {}
        try:
            return {"password": Path(self._password_file).read_text("utf-8").strip("\r\n")}
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not text"
            raise StoreLost(f"{self._password_file} cannot be read: {reason}") from None


def _parameters_of(url: str) -> dict[str, Any]:
    """Return the parameters in a URL, or raise StoreUnusable.

    A password with characters that have a meaning in URLs would be taken for a port, a host or a
    name, which messages cite.
    """
    address = url.partition("?")[0].partition("://")[2]
    authority, _, path = address.partition("/")
    parameters: dict[str, Any] = {}
    with suppress(psycopg.Error):  # its message may cite a part of the password
        parameters = conninfo_to_dict(url)
    port = str(parameters.get("port", "")).replace(",", "")
    if not parameters or "@" in path or authority.count("@") > 1 or not (port or "0").isdecimal():
        raise StoreUnusable(
            "The URL of the database is not valid: write postgresql://USER@HOST:PORT/NAME, with "
            "%XX for characters that have a meaning in URLs."
        )
    return parameters


def _name_of(parameters: dict[str, Any]) -> str:
    """Return a URL for people, from the parts that are no secrets."""
    user, host = parameters.get("user", ""), parameters.get("host", "")
    port, name = parameters.get("port", ""), parameters.get("dbname", "")
    place = f"{user}@{host}" if user else host
    return f"postgresql://{place}{':' * bool(port)}{port}/{name}"


def connected(url: str) -> Connection:
    """Return a connection of its own, with the password from the URL or the environment."""
    return PostgresServer(url, DatabaseSettings()).connected()
