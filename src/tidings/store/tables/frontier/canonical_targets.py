"""Queries for URLs that redirect to another URL or name it as canonical."""

from collections.abc import Iterator

from tidings.store.database.session import Reader


def canonical_targets(connection: Reader) -> Iterator[tuple[int, str]]:
    """Iterate over the ids of such URLs, with the target of each."""
    rows = connection.execute(
        "SELECT id, target FROM urls INDEXED BY urls_target WHERE target IS NOT NULL"
    )
    return ((int(row["id"]), str(row["target"])) for row in rows)
