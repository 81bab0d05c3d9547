"""Detects that the machine's clock was set back, and moves what is due accordingly.

Otherwise a machine that starts a year ahead and is corrected later would visit no site for a year.
A clock set forward only makes everything due at once.
"""

from tidings.store.database.session import Writer

_SLACK_SECONDS = 600  # smaller corrections are common and delay nothing by more than this


def check_clock(connection: Writer, now: float) -> bool:
    """Store the time; return True if the clock was set back and due times were moved."""
    row = connection.execute("SELECT value FROM counters WHERE name = 'clock'").fetchone()
    connection.execute("INSERT OR REPLACE INTO counters VALUES ('clock', ?)", (int(now),))
    back = row[0] - now if row else 0.0
    if back <= _SLACK_SECONDS:
        return False
    connection.execute(
        "UPDATE urls SET visited_at = min(visited_at, :now - 1), "
        "due = CASE WHEN due > :now THEN max(:now, due - :back) ELSE due END "
        "WHERE due > :now OR visited_at > :now",
        {"now": now, "back": back},
    )
    return True
