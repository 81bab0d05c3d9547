"""Names and folders of sources, in both databases."""

from datetime import UTC, datetime

from tidings.store.database.database import Database
from tidings.store.tables.sources.folders import (
    folder_counts,
    move_folder,
    set_source_folder,
    set_source_name,
)
from tidings.store.tables.sources.sources import followed_sources, insert_source, unfollow_source

NOW = datetime(2026, 11, 18, tzinfo=UTC)


def _followed(database: Database) -> list[tuple[str, str]]:
    return [(source.name, source.folder) for source in followed_sources(database.read())]


def test_sources_have_names_and_folders(database: Database) -> None:
    urls = ("https://a.example/", "https://b.example/", "https://c.example/")
    database.write(lambda db: [insert_source(db, url, "x.example", NOW) for url in urls]).result()
    assert _followed(database) == [("", "")] * 3
    assert database.write(lambda db: set_source_folder(db, 1, "News")).result()
    assert not database.write(lambda db: set_source_folder(db, 1, "News")).result()
    assert database.write(lambda db: set_source_folder(db, 2, "News/World")).result()
    assert database.write(lambda db: set_source_name(db, 2, "B")).result()
    assert folder_counts(database.read()) == {"": 1, "News": 1, "News/World": 1}
    assert database.write(lambda db: move_folder(db, "News/World", "World")).result() == 1
    assert _followed(database) == [("", "News"), ("B", "World"), ("", "")]
    gone = followed_sources(database.read())[0]
    database.write(lambda db: unfollow_source(db, gone, NOW)).result()
    assert folder_counts(database.read()) == {"": 1, "World": 1}
