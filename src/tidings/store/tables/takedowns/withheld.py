"""The table of records that the archive must not hand out any more."""

from collections.abc import Iterable
from datetime import datetime

from tidings.read.url import canonical
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import to_seconds


def withhold(connection: Writer, urls: Iterable[str], now: datetime) -> None:
    """Withhold the records of these URLs that were archived until now."""
    seconds = to_seconds(now)
    connection.executemany(
        "INSERT INTO withheld (url, until) VALUES (?, ?) "
        "ON CONFLICT (url) DO UPDATE SET until = excluded.until",
        [(url, seconds) for url in urls],
    )


def is_withheld(connection: Reader, url: str, at: datetime) -> bool:
    """Return whether the record of a URL that was archived at that time is withheld.

    The URL may be spelled as older versions archived it.
    """
    row = connection.execute(
        "SELECT 1 FROM withheld WHERE url = ? AND until >= ?",
        (canonical(url) or url, to_seconds(at)),
    ).fetchone()
    return row is not None


def any_withheld(connection: Reader) -> bool:
    """Return whether any record is withheld."""
    return connection.execute("SELECT 1 FROM withheld LIMIT 1").fetchone() is not None
