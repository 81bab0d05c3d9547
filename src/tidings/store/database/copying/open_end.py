"""Opens an end of a copy, whichever database it is."""

from pathlib import Path

from tidings.settings.tree import DatabaseSettings
from tidings.store.database.copying.copy_end import CopyEnd
from tidings.store.database.errors import StoreUnusable


def open_end(location: Path | str, settings: DatabaseSettings | None = None) -> CopyEnd:
    """Connect to a database that exists and has the current tables.

    Raises StoreError, StoreUnusable, or CopyRefused if another process copies.
    """
    if isinstance(location, Path):
        from tidings.store.database.copying.sqlite_end import SqliteEnd

        return SqliteEnd(location)
    try:
        from tidings.store.database.copying.postgres_end import PostgresEnd
    except ImportError as error:
        raise StoreUnusable(
            f"{error}: install tidings with the extra `postgres` to use PostgreSQL."
        ) from error
    return PostgresEnd(location, settings or DatabaseSettings())
