"""A database: any number of readers, and one writer that groups what it is given into commits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol, TypeVar

from tidings.settings.tree import StoreSettings
from tidings.store.database.errors import StoreUnusable
from tidings.store.database.session import Reader, Writer
from tidings.store.database.sqlite import SqliteDatabase

T = TypeVar("T")
Work = Callable[[Writer], T]
_POSTGRES = ("postgresql://", "postgres://")


class Database(Protocol):
    """What the rest of the program sees of a database.

    `write` passes a function to the writer. Many of them share one transaction. The future is
    resolved only after the commit, so a caller that waited knows that its work is stored.
    """

    before_commit: Callable[[], None]
    after_commit: Callable[[], None]
    after_rollback: Callable[[], None]  # of a transaction, or of one piece of work in it
    after_batch: Callable[[bool], None]  # of a transaction: whether it is committed

    def read(self) -> Reader:
        """Return this thread's own reader."""

    def version(self) -> int:
        """Return a number that changes with every commit of any process."""

    def write(self, work: Work[T]) -> "Future[T]":
        """Queue `work` for the next transaction; blocks while the queue is full."""

    def write_async(self, work: Work[T]) -> "asyncio.Future[T]":
        """Do the same for a caller in the running event loop."""

    def integrity_errors(self) -> list[str]:
        """Return the errors that the database finds in its own files."""

    def close(self) -> None:
        """Finish all queued writes and close every connection."""


def open_database(
    location: Path | str, settings: StoreSettings, *, with_logins: bool = True
) -> Database:
    """Open a home's database, and create or migrate it if needed; raises StoreUnusable.

    A location is the path of a file, or the URL of a PostgreSQL database. Without `with_logins`,
    its readers do not see articles that were fetched with credentials.
    """
    if not str(location).startswith(_POSTGRES):
        return SqliteDatabase(Path(location), settings, with_logins)
    try:
        from tidings.store.database.postgres import PostgresDatabase
    except ImportError as error:
        raise StoreUnusable(
            f"{error}: install tidings with the extra `postgres` to use PostgreSQL."
        ) from error
    return PostgresDatabase(str(location), settings, with_logins)
