from concurrent.futures import wait
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.model.articles.article import Article
from tidings.model.articles.change import Change, ChangeKind
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.article_renaming import rename_article
from tidings.store.tables.articles.articles import (
    article_by_id,
    hide_expired,
    keep_article,
    set_rights,
)
from tidings.store.tables.articles.revisions import add_tombstone, lift_tombstone
from tidings.store.tables.changes.article_changes import (
    changes_after,
    first_logged,
    newest_change,
    note_change,
    prune_changes,
)

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


def article(name: str = "a", text: str = "Some text.") -> Article:
    return make_article(f"http://a.example/{name}", "A title", text, id=name, first_seen=NOW)


def kinds(database: Database) -> list[tuple[int, str, str]]:
    return [(one.seq, one.kind, one.article) for one in changes_after(database.read(), 0, 99)]


def seq_of(database: Database, name: str) -> int:
    found = article_by_id(database.read(), name)
    assert found is not None
    return found.seq


def test_the_log_tells_what_became_of_an_article(database: Database) -> None:
    def hide(connection: Writer, at: datetime | None, now: datetime) -> None:
        one = article()
        set_rights(connection, one.id, one.robots, one.rights, at, now)

    pieces = (
        lambda db: keep_article(db, article(), NOW),
        lambda db: keep_article(db, article(), NOW),  # nothing has changed
        lambda db: keep_article(db, article(text="Other words."), LATER),
        lambda db: add_tombstone(db, "a", LATER, 410, "status 410"),
        lambda db: lift_tombstone(db, "a", LATER),
        lambda db: lift_tombstone(db, "a", LATER),  # it was not deleted
        lambda db: hide(db, NOW, LATER),
        lambda db: hide(db, None, LATER),
        lambda db: hide(db, LATER + timedelta(days=1), LATER),  # it is still shown
    )
    for piece in pieces:
        database.write(piece).result()
    expected = ["new", "revised", "deleted", "restored", "hidden", "shown"]
    assert kinds(database) == [(n + 1, kind, "a") for n, kind in enumerate(expected)]
    assert seq_of(database, "a") == newest_change(database.read()) == 6
    second = changes_after(database.read(), 1, 1)[0]
    url = "http://a.example/a"
    assert second == Change(2, ChangeKind.REVISED, "a", url, "a.example", 2, LATER, None, False)


def test_an_expired_article_is_noted_once(database: Database) -> None:
    expiring = replace(article(), hidden_from=LATER)
    database.write(lambda db: keep_article(db, expiring, NOW)).result()
    for now in (NOW, LATER, LATER + timedelta(hours=1)):
        database.write(lambda db, now=now: hide_expired(db, now)).result()  # type: ignore[misc]
    assert kinds(database) == [(1, "new", "a"), (2, "hidden", "a")]


def test_a_renamed_article_is_noted_with_its_old_id(database: Database) -> None:
    database.write(lambda db: keep_article(db, article(), NOW)).result()
    page = "http://a.example/other"
    new = database.write(lambda db: rename_article(db, "a", page, LATER)).result()
    change = changes_after(database.read(), 1, 9)[0]
    assert (change.kind, change.article, change.old_id, change.url) == (
        ChangeKind.RENAMED, new, "a", page,
    )  # fmt: skip
    assert seq_of(database, new) == 2


def test_numbers_are_given_in_the_order_of_notes_whatever_else_the_batch_does(
    database: Database,
) -> None:
    def fail(connection: Writer) -> None:
        keep_article(connection, article("lost"), NOW)
        raise ValueError("no")

    pieces = [
        lambda db: [keep_article(db, article(name), NOW) for name in "ab"],
        fail,
        lambda db: keep_article(db, article("a", "Edited."), NOW),
        lambda db: keep_article(db, article("c"), NOW),
    ]
    wait([database.write(piece) for piece in pieces])
    assert kinds(database) == [
        (1, "new", "a"),
        (2, "new", "b"),
        (3, "revised", "a"),
        (4, "new", "c"),
    ]
    assert [seq_of(database, name) for name in "abc"] == [3, 2, 4]


def test_a_change_of_an_article_that_has_no_row_any_more_is_logged(database: Database) -> None:
    def take_down(connection: Writer) -> None:
        keep_article(connection, article(), NOW)
        connection.execute("DELETE FROM articles WHERE id = 'a'")
        note_change(connection, ChangeKind.DELETED, "a", NOW, url="http://a", source="a",
                    revision=1, with_login=True)  # fmt: skip

    database.write(take_down).result()
    assert [one.with_login for one in changes_after(database.read(), 0, 9)] == [False, True]
    assert kinds(database) == [(1, "new", "a"), (2, "deleted", "a")]


def test_a_batch_that_is_rolled_back_leaves_no_gap(database: Database) -> None:
    def no_space() -> None:
        raise OSError(28, "No space left on device")

    database.before_commit = no_space
    failed = database.write(lambda db: keep_article(db, article("lost"), NOW))
    assert isinstance(failed.exception(), OSError)
    database.before_commit = lambda: None
    database.write(lambda db: keep_article(db, article(), NOW)).result()
    assert kinds(database) == [(1, "new", "a")]


def test_the_oldest_changes_are_pruned(database: Database) -> None:
    assert first_logged(database.read()) == 1
    for name, at in (("a", NOW), ("b", LATER), ("c", LATER)):
        database.write(lambda db, it=(name, at): keep_article(db, article(it[0]), it[1])).result()  # type: ignore[misc]
    assert database.write(lambda db: prune_changes(db, LATER, 10)).result() == 1
    assert first_logged(database.read()) == 2
    assert database.write(lambda db: prune_changes(db, NOW, 1)).result() == 1
    assert kinds(database) == [(3, "new", "c")]
    database.write(lambda db: prune_changes(db, LATER + timedelta(days=1), 10)).result()
    assert first_logged(database.read()) == 4
    assert newest_change(database.read()) == 3
