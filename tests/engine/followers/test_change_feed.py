from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.engine.followers.change_feed import ChangeFeed
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.changes.article_changes import prune_changes

NOW = datetime(2026, 1, 2, tzinfo=UTC)
LATER = NOW + timedelta(days=1)


def keep(database: Database, names: str, text: str = "Some text.", now: datetime = NOW) -> None:
    for name in names:
        url = f"http://a.example/{name}"
        article = make_article(url, "A title", text, id=name, first_seen=NOW)
        database.write(lambda db, it=article: keep_article(db, it, now)).result()  # type: ignore[misc]


def prune(database: Database, before: datetime) -> None:
    database.write(lambda db: prune_changes(db, before, 1_000)).result()


def batches(database: Database, feed: ChangeFeed) -> list[tuple[str, int, bool]]:
    """What a feed gives: the articles, the cursor, and whether a scan ended."""
    found = []
    while (batch := feed.next_batch(database.read())) is not None:
        names = "".join(change.article for change in batch.changes)
        found.append((names, batch.cursor, batch.ends_scan))
    return found


def test_changes_come_in_their_order_and_once(database: Database) -> None:
    feed = ChangeFeed(0, 2)
    assert batches(database, feed) == []
    keep(database, "abc")
    keep(database, "a", "Edited.")
    assert batches(database, feed) == [("ab", 2, False), ("ca", 4, False)]
    keep(database, "d")
    assert batches(database, feed) == [("d", 5, False)]
    assert batches(database, ChangeFeed(3, 9)) == [("ad", 5, False)]


def test_what_was_pruned_is_found_by_a_scan(database: Database) -> None:
    keep(database, "abc")
    keep(database, "de", now=LATER)
    prune(database, LATER)  # the log has the changes 4 and 5
    assert batches(database, ChangeFeed(5, 9)) == []
    assert batches(database, ChangeFeed(3, 9)) == [("de", 5, False)]
    assert batches(database, ChangeFeed(2, 9)) == [("cde", 5, True)]
    prune(database, LATER + timedelta(days=1))
    assert batches(database, ChangeFeed(4, 9)) == [("e", 5, True)]
    assert batches(database, ChangeFeed(5, 9)) == []


def test_a_scan_that_is_not_finished_begins_again(database: Database) -> None:
    """Whoever is killed during a scan has not looked for deletions yet."""
    keep(database, "abcd")
    prune(database, LATER)
    keep(database, "e")
    feed = ChangeFeed(0, 2)
    assert batches(database, feed) == [("ab", 2, False), ("cd", 3, False), ("e", 5, True)]
    for cursor in (2, 3):
        assert batches(database, ChangeFeed(cursor, 9))[-1][2]


def test_what_changes_during_a_scan_comes_from_the_log(database: Database) -> None:
    keep(database, "abc")
    prune(database, LATER)
    feed = ChangeFeed(0, 2)
    first = feed.next_batch(database.read())
    assert first is not None
    keep(database, "a", "Edited.")
    keep(database, "d")
    assert batches(database, feed) == [("c", 3, True), ("ad", 5, False)]


def test_a_scan_can_be_demanded(database: Database) -> None:
    keep(database, "ab")
    keep(database, "a", "Edited.")
    assert batches(database, ChangeFeed(0, 9, scan=True)) == [("ba", 3, True)]


def test_a_cursor_of_another_database_begins_anew(database: Database) -> None:
    keep(database, "ab")
    assert batches(database, ChangeFeed(7, 9)) == [("ab", 2, True)]
