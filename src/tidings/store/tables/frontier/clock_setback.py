"""The machine's clock as this home knows it: when it was set back, what waits must wait no longer.

A machine that starts a year ahead and is corrected later would else leave all sites alone for a
year. Set forward, it only makes everything due at once.
"""

import sqlite3

_SLACK_SECONDS = 600  # clocks are put right by less all the time, and cost no more than that


def check_clock(connection: sqlite3.Connection, now: float) -> bool:
    """Write down what the clock says; True if it was set back, and what was due later moved."""
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
