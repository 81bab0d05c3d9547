from pathlib import Path

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.near_duplicates import (
    NearDuplicateRow,
    keep_near_duplicates,
    near_duplicate_pairs,
    near_duplicates_of,
)


def row(article: str, other: str) -> NearDuplicateRow:
    return NearDuplicateRow(article, other, 0.9, 0.8, 1.0, "contains 80% of the other")


def test_pairs_among_articles_exclude_their_copies_elsewhere(tmp_path: Path) -> None:
    def keep(writer: Writer) -> None:
        keep_near_duplicates(writer, "b", [row("b", "a")])
        keep_near_duplicates(writer, "d", [row("d", "c"), row("d", "a")])
        keep_near_duplicates(writer, "d", [row("d", "c")])  # replaces

    database = open_database(tmp_path / "tidings.db", StoreSettings())
    database.write(keep).result()
    reader = database.read()
    assert near_duplicate_pairs(reader, ["a", "b", "c"]) == [("b", "a")]
    assert near_duplicate_pairs(reader, ["d", "c", "x", "a"]) == [("d", "c")]
    assert near_duplicate_pairs(reader, ["a", "d"]) == []
    assert near_duplicate_pairs(reader, []) == []
    assert near_duplicates_of(reader, ["c"]) == [row("d", "c")]
    database.close()
