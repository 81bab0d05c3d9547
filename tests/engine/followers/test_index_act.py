import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import tantivy
from tests.factories import make_article

from tidings.engine.followers.change_feed import ChangeFeed
from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import IndexAct, index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.model.articles.article import Article
from tidings.model.articles.change import ChangeKind
from tidings.search.entries.entry import entry_of
from tidings.search.entries.schema import schema
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.article_renaming import rename_article
from tidings.store.tables.articles.articles import article_by_id, keep_article, set_rights
from tidings.store.tables.changes.article_changes import note_change, prune_changes
from tidings.store.tables.changes.cursors import follower_records
from tidings.store.tables.changes.index_commits import index_commits_from

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SETTINGS = SearchSettings(commit_seconds=0.05)


def article(name: str, text: str = "Some text.") -> Article:
    url, title = f"http://a.example/{name}", f"Title {name}"
    return make_article(url, title, text, id=name, first_seen=NOW)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    (tmp_path / "index").mkdir()
    index = Index.open(tmp_path / "index", SETTINGS, writable=True)
    yield index
    index.close()


def keep(database: Database, name: str, text: str = "Some text.") -> None:
    database.write(lambda db: keep_article(db, article(name, text), NOW)).result()


def take_down(database: Database, name: str) -> None:
    def delete(connection: Writer) -> None:
        connection.execute("DELETE FROM articles WHERE id = ?", (name,))
        url = f"http://a.example/{name}"
        note_change(
            connection,
            ChangeKind.DELETED,
            name,
            NOW,
            url=url,
            source="a.example",
            revision=1,
            with_login=False,
        )

    database.write(delete).result()


def fail(error: Exception) -> None:
    raise error


def follow(
    database: Database,
    index: Index,
    work: Callable[[], object] = lambda: None,
    ready: ReadyEntries | None = None,
    settings: SearchSettings = SETTINGS,
) -> None:
    """Do some work while the index follows, until it has taken in everything."""
    with following(
        database, index_follower(database, index, settings, ready or ReadyEntries(), fail)
    ):
        work()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()


def seqs(index: Index) -> dict[str, int | None]:
    return {id_: index.view.forward.seq_of(id_) for id_ in index.ids()}


def test_it_catches_up_with_the_database(database: Database, index: Index) -> None:
    for name in "abc":
        keep(database, name)
    follow(database, index)
    assert seqs(index) == {"a": 1, "b": 2, "c": 3}
    assert index.last_seq() == 3


def test_the_entry_of_a_worker_is_used(database: Database, index: Index) -> None:
    ready = ReadyEntries()
    made = replace(entry_of(article("a")), title="otherwise")

    def keep_with_entry(connection: Writer) -> None:
        kept = keep_article(connection, article("a"), NOW)
        assert kept is not None
        ready.offer(kept, made)

    keep(database, "b")
    follow(database, index, lambda: database.write(keep_with_entry).result(), ready)
    assert seqs(index) == {"a": 2, "b": 1}
    wanted = tantivy.Query.term_query(schema(), "title", "otherwise")
    assert len(index.searcher.search(wanted, limit=5).hits) == 1


def test_the_first_article_after_a_quiet_time_is_indexed_at_once(
    database: Database, index: Index
) -> None:
    patient = replace(SETTINGS, commit_seconds=3_600.0)

    def work() -> None:
        keep(database, "a")
        wait_until(lambda: index.count() == 1)
        keep(database, "b")

    follow(database, index, work, settings=patient)
    assert index.count() == 2


def test_changes_of_another_process_are_noticed(database: Database, index: Index) -> None:
    def work() -> None:
        database.after_commit = lambda: None  # nothing wakes the follower
        keep(database, "a")
        wait_until(lambda: index.count() == 1)

    follow(database, index, work)
    assert seqs(index) == {"a": 1}


def test_a_revision_replaces_the_indexed_article(database: Database, index: Index) -> None:
    keep(database, "a")
    keep(database, "a", "Other words.")
    follow(database, index)
    assert seqs(index) == {"a": 2}


def test_what_is_hidden_renamed_or_taken_down_leaves_the_index(
    database: Database, index: Index
) -> None:
    for name in "abcd":
        keep(database, name)
    follow(database, index)
    one = article("a")
    database.write(lambda db: set_rights(db, "a", one.robots, one.rights, NOW, NOW)).result()
    page = "http://a.example/other"
    new = database.write(lambda db: rename_article(db, "b", page, NOW)).result()
    take_down(database, "c")
    follow(database, index)
    assert seqs(index) == {"d": 4, new: 6}
    assert index.last_seq() == 7  # the last change left no entry
    keep(database, "c")
    follow(database, index)
    assert seqs(index) == {"c": 8, "d": 4, new: 6}


def test_an_id_that_was_taken_from_one_article_may_belong_to_another(
    database: Database, index: Index
) -> None:
    def replace_article(connection: Writer) -> None:
        rename_article(connection, "a", "http://a.example/other", NOW)
        keep_article(connection, article("a", "Another article."), NOW)

    keep(database, "a")
    database.write(replace_article).result()
    follow(database, index)
    assert sorted(filter(None, seqs(index).values())) == [2, 3]
    assert seqs(index)["a"] == 3


def test_after_a_long_rest_the_index_is_compared_with_the_database(
    database: Database, index: Index
) -> None:
    for name in "abc":
        keep(database, name)
    follow(database, index)
    take_down(database, "b")
    keep(database, "c", "Other words.")
    database.write(lambda db: prune_changes(db, datetime.now(UTC), 100)).result()
    follow(database, index)
    assert seqs(index) == {"a": 1, "c": 5}
    assert index.last_seq() == 5


def test_an_index_that_fails_is_opened_again(
    database: Database, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([ValueError("An index writer was killed"), None])
    real = Index.commit

    def commit(self: Index, cursor: int | None = None) -> None:
        if (error := next(failures, None)) is not None:
            raise error
        real(self, cursor)

    monkeypatch.setattr(Index, "commit", commit)

    def records() -> list[tuple[str, int, str]]:
        found = follower_records(database.read())
        return [(one.name, one.attempts, one.error) for one in found if one.name == "index"]

    def work() -> None:
        keep(database, "a")
        wait_until(lambda: records() == [("index", 1, "ValueError: An index writer was killed")])
        keep(database, "b")
        wait_until(lambda: index.count() == 2 and records() == [("index", 0, "")])

    follow(database, index, work)
    assert seqs(index) == {"a": 1, "b": 2}


def test_entries_are_dropped_with_what_they_were_made_for() -> None:
    ready = ReadyEntries()
    one = article("a")
    ready.offer(one, replace(entry_of(one), id="other"))
    ready.offer(replace(one, revision=2), entry_of(one))
    ready.offer(one, None)
    assert ready._held == {}
    ready.offer(one, entry_of(one))
    ready.clear()
    assert ready._held == {}


def test_an_act_without_changes_commits_nothing(database: Database, index: Index) -> None:
    act = IndexAct(database, index, SETTINGS, ReadyEntries())
    assert act.begin() == 0
    assert act.rest(caught_up=True, closing=True).restart is None
    assert index.last_seq() == 0
    assert article_by_id(database.read(), "a") is None


def test_each_commit_is_noted_with_its_time(database: Database, index: Index) -> None:
    act = IndexAct(database, index, SETTINGS, ReadyEntries(), clock=lambda: 1_000.0)
    feed = ChangeFeed(act.begin(), act.limit)
    for name in "ab":
        keep(database, name)
    batch = feed.next_batch(database.read())
    assert batch is not None
    act.take(batch)
    act.rest(caught_up=True, closing=True)
    database.write(lambda _: None).result()  # the row is written before this
    assert index_commits_from(database.read(), 0) == [(2, 1_000.0)]
