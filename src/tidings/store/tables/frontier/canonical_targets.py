"""Queries for URLs that redirect to another URL or name it as canonical."""

from collections.abc import Iterator

from tidings.store.database.session import Reader


def canonical_targets(connection: Reader) -> Iterator[tuple[int, str]]:
    """Iterate over the ids of such URLs, with the target of each."""
    index = connection.dialect.with_index("urls_target")
    statement = f"SELECT id, target FROM urls {index} WHERE target IS NOT NULL"  # noqa: S608
    rows = connection.execute_in_pieces(statement)
    return ((int(row["id"]), str(row["target"])) for row in rows)
