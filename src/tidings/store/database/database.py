"""A database: any number of readers, and one writer that groups what it is given into commits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol, TypeVar

from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.errors import StoreUnusable
from tidings.store.database.session import Reader, Writer
from tidings.store.database.sharing.owner import Ownership
from tidings.store.database.sharing.remarks import ServerRemarks
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

    def ownership(self) -> Ownership | None:
        """Return the right to own the home; None if the lock of its folder is enough."""

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back soon after each commit of any process, in another thread.

        Returns what ends that. SQLite never calls: look at `version` from time to time.
        """

    def integrity_errors(self) -> list[str]:
        """Return what is wrong with the database's own files, or with its server's tables."""

    def remarks(self) -> ServerRemarks:
        """Return what else its server says about itself."""

    def copy_to(self, path: Path, on_progress: Callable[[int, int], None]) -> bool:
        """Copy all rows as they are now into a new file, while others write.

        Returns False, and copies nothing, if a server has them. Reports pages done, and all pages.
        """

    def close(self) -> None:
        """Finish all queued writes and close every connection."""


def open_database(
    location: Path | str,
    settings: StoreSettings,
    *,
    database: DatabaseSettings | None = None,
    with_logins: bool = True,
    alongside: bool = False,
) -> Database:
    """Open a home's database, and create or migrate it if needed; raises StoreUnusable.

    A location is the path of a file, or the URL of a PostgreSQL database. Without `with_logins`,
    its readers do not see articles that were fetched with credentials. Who writes `alongside`
    others does not wait for their transactions (on PostgreSQL): its rows must be nobody else's.
    """
    database = database or DatabaseSettings()
    if not str(location).startswith(_POSTGRES):
        return SqliteDatabase(Path(location), settings, database, with_logins)
    try:
        from tidings.store.database.postgres import PostgresDatabase
    except ImportError as error:
        raise StoreUnusable(
            f"{error}: install tidings with the extra `postgres` to use PostgreSQL."
        ) from error
    return PostgresDatabase(str(location), settings, database, with_logins, alongside=alongside)
