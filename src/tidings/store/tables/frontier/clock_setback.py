"""Detects that the machine's clock was set back, and moves what is due accordingly.

Otherwise a machine that starts a year ahead and is corrected later would visit no site for a year.
A clock set forward only makes everything due at once.
"""

from tidings.store.database.session import Writer
from tidings.store.database.statements import upsert

_SET = upsert("node_counts", "node, name", "value")
_SLACK_SECONDS = 600  # smaller corrections are common and delay nothing by more than this


def check_clock(connection: Writer, node: int, now: float) -> bool:
    """Store a node's time; return True if its clock was set back and due times were moved."""
    row = connection.execute(
        "SELECT value FROM node_counts WHERE node = ? AND name = 'clock'", (node,)
    ).fetchone()
    connection.execute(_SET, (node, "clock", int(now)))
    back = row[0] - now if row else 0.0
    if back <= _SLACK_SECONDS:
        return False
    connection.execute(
        "UPDATE urls SET "
        "visited_at = CASE WHEN visited_at > :before THEN :before ELSE visited_at END, "
        "due = CASE WHEN due > :now + :back THEN due - :back WHEN due > :now THEN :now "
        "ELSE due END WHERE due > :now OR visited_at > :now",
        {"before": now - 1, "now": now, "back": back},
    )
    return True
