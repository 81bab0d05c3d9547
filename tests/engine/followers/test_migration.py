"""A home of the version without a log of changes keeps its place, its index and its stories."""

import json
import sqlite3

import pytest
from tests.engine.sample_home import NOW, database_with, group_stories, sample_articles

from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import ensure_home
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.database.schema import MIGRATIONS
from tidings.store.database.sqlite import APPLICATION_ID
from tidings.store.tables.articles.annotations import keep_annotations, packed_annotations_of
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.stories import grouped_seq
from tidings.store.tables.changes.article_changes import changes_after, first_logged

_OLD = 16  # migrations
_COPIED = ("articles", "annotations", "revisions", "memberships", "stories", "likenesses")


def fail(error: Exception) -> None:
    raise error


def index_home(settings: Settings, indexed: int) -> None:
    """Index the first articles of a home as the old version did: the manifest has no cursor."""
    home = ensure_home(settings)
    database = open_database(home.database, settings.store)
    index = Index.open(home.index, settings.search, writable=True)
    with following(
        database, index_follower(database, index, settings.search, ReadyEntries(), fail)
    ):
        pass
    assert index.last_seq() == indexed
    index.close()
    database.close()
    for manifest in home.index.rglob("manifest"):
        known = json.loads(manifest.read_text())
        names = ("segments", "last_seq", "next_number")
        manifest.write_text(json.dumps({name: known[name] for name in names}))


def make_old(settings: Settings, grouped: int) -> None:
    """Replace a home's database by one of the old version with the same articles and stories."""
    file = ensure_home(settings).database
    new = file.with_name("new.db")
    file.rename(new)
    for rest in file.parent.glob("tidings.db-*"):
        rest.rename(rest.with_name(rest.name.replace("tidings", "new")))
    old = sqlite3.connect(file)
    for script in MIGRATIONS[:_OLD]:
        for statement in script.split(";\n"):
            old.execute(statement)
    old.execute("ATTACH ? AS new", (str(new),))
    for table in _COPIED:
        columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
        old.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM new.{table}")
    (newest,) = old.execute("SELECT max(seq) FROM articles").fetchone()
    old.execute("UPDATE counters SET value = ? WHERE name = 'seq'", (newest,))
    old.execute("UPDATE counters SET value = ? WHERE name = 'grouped'", (grouped,))
    old.execute(f"PRAGMA user_version = {_OLD}")
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.commit()
    old.close()


@pytest.mark.parametrize("left", [0, 2])
def test_a_home_of_the_last_version_continues(settings: Settings, left: int) -> None:
    """`left` articles were kept, but neither indexed nor grouped, when the old version ended."""
    samples = sample_articles()
    known = len(samples) - left
    database = database_with(settings, samples[:known])
    assert group_stories(database, settings) == []
    stories = {tuple(row) for row in database.read().execute("SELECT * FROM memberships")}
    database.close()
    index_home(settings, known)
    database_with(settings, samples[known:]).close()
    make_old(settings, known)

    database = open_database(ensure_home(settings).database, settings.store)
    assert grouped_seq(database.read()) == known
    assert changes_after(database.read(), 0, 99) == []
    assert first_logged(database.read()) == len(samples) + 1
    index = Index.open(settings.home / "index", settings.search, writable=True)
    assert (index.last_seq(), index.count()) == (known, known)
    revised = samples[0]
    with following(
        database, index_follower(database, index, settings.search, ReadyEntries(), fail)
    ):
        if left:  # what the old version left is scanned; new changes are logged
            packed = packed_annotations_of(database.read(), [revised.id])[revised.id]
            database.write(lambda db: db.execute("DELETE FROM articles WHERE id = ?",
                                                 (revised.id,)).rowcount).result()  # fmt: skip
            database.write(lambda db: keep_article(db, revised, NOW)).result()
            database.write(lambda db: keep_annotations(db, revised.id, 1, packed)).result()
    assert group_stories(database, settings) == []
    assert index.last_seq() == grouped_seq(database.read()) == len(samples) + bool(left)
    assert sorted(index.ids()) == sorted(each.id for each in samples)
    after = {tuple(row) for row in database.read().execute("SELECT * FROM memberships")}
    assert after == stories if not left else {row[0] for row in after} > {row[0] for row in stories}
    index.close()
    database.close()
    for result in examine(settings):
        assert result.healthy, result
