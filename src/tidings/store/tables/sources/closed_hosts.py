"""The table of hosts that asked us to wait, for whoever crawls next."""

from datetime import datetime

from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.timestamps import from_seconds, to_seconds

_CLOSE = upsert("closed_hosts", "host", "until, reason")


def close_host(connection: Writer, host: str, until: datetime, reason: Reason) -> None:
    """Note that host[:port] is not to be asked before a moment, by its own request."""
    connection.execute(_CLOSE, (host, to_seconds(until), reason))


def closed_hosts(connection: Reader, now: datetime) -> dict[str, tuple[datetime, Reason]]:
    """Return the hosts that are still closed: until when, and for which of their answers."""
    rows = connection.execute(
        "SELECT host, until, reason FROM closed_hosts WHERE until > ?", (to_seconds(now),)
    )
    return {row["host"]: (from_seconds(row["until"]), Reason(row["reason"])) for row in rows}


def forget_open_hosts(connection: Writer, now: datetime) -> None:
    """Delete the hosts whose time is over."""
    connection.execute("DELETE FROM closed_hosts WHERE until <= ?", (to_seconds(now),))
