"""Twins: URLs that stand for others, because they redirect there or name them as canonical."""

import sqlite3
from collections.abc import Iterator


def canonical_targets(connection: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    """Iterate over the ids of URLs that stand for others, with the URL each stands for."""
    rows = connection.execute(
        "SELECT id, target FROM urls INDEXED BY urls_target WHERE target IS NOT NULL"
    )
    return ((int(row["id"]), str(row["target"])) for row in rows)
