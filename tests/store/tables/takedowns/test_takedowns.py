from datetime import timedelta

from tests.factories import NOW, make_article, make_found

from tidings.model.articles.change import ChangeKind
from tidings.model.crawl.visit import ArchivePlace, UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import article_id, host_of, url_id
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import (
    article_ids,
    articles_by_id,
    keep_article,
    kept_articles,
)
from tidings.store.tables.changes.article_changes import changes_after
from tidings.store.tables.frontier.urls import add_urls, save_url_state, url_record
from tidings.store.tables.takedowns import compactions, removal, takedowns, withheld

URL = "https://paper.example/1"
ID = article_id(URL)
PLACE = ArchivePlace("tidings-20260101000000-00001.warc.gz", 200, 90)


def keep(database: Database, url: str = URL) -> bool:
    article = make_article(url=url)
    return database.write(lambda db: keep_article(db, article, NOW)).result() is not None


def visit(database: Database) -> None:
    state = UrlState(
        FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE, article=ID
    )
    database.write(lambda db: add_urls(db, [make_found(URL, site=1)], NOW)).result()
    database.write(
        lambda db: save_url_state(db, host_of(URL), url_id(URL), state, NOW, PLACE)
    ).result()


def test_an_article_that_was_taken_down_is_hidden_and_never_kept_again(
    database: Database,
) -> None:
    assert keep(database)
    database.write(lambda db: takedowns.note_takedowns(db, [(ID, URL)], NOW)).result()
    reader = database.read()
    assert articles_by_id(reader, [ID]) == {}
    assert list(kept_articles(reader)) == []
    assert takedowns.unpurged_takedowns(reader, 5) == [ID]
    assert takedowns.unpurged_article_count(reader) == 1
    removed, stories = database.write(lambda db: removal.remove_articles(db, [ID], NOW)).result()
    assert (removed, stories) == (1, set())
    database.write(lambda db: takedowns.note_purged(db, [ID])).result()
    assert list(article_ids(reader)) == []
    assert takedowns.unpurged_takedowns(reader, 5) == []
    assert not keep(database)
    assert keep(database, "https://paper.example/2")
    assert takedowns.taken_down_at(reader, ID) == NOW
    assert changes_after(reader, 0, 9)[1].kind is ChangeKind.DELETED
    assert takedowns.is_takedown_logged_after(reader, 0)
    assert not takedowns.is_takedown_logged_after(reader, 2)


def test_the_urls_of_a_removed_article_stay_dropped_without_their_copies(
    database: Database,
) -> None:
    keep(database)
    visit(database)
    assert removal.pages_of_article(database.read(), ID) == [(URL, 1)]
    assert removal.pages_of_source(database.read(), 1) == [(URL, ID)]
    database.write(lambda db: removal.remove_articles(db, [ID], NOW)).result()
    record = url_record(database.read(), host_of(URL), url_id(URL))
    assert record is not None
    assert (record.state.state, record.state.reason) == (FrontierState.DROPPED, Reason.TAKEN_DOWN)
    assert (record.state.article, record.place) == (None, None)


def test_records_are_withheld_until_the_time_of_the_deletion(database: Database) -> None:
    assert not withheld.any_withheld(database.read())
    database.write(lambda db: withheld.withhold(db, [URL], NOW)).result()
    reader, second = database.read(), timedelta(seconds=1)
    assert withheld.is_withheld(reader, URL, NOW - second)
    assert not withheld.is_withheld(reader, URL, NOW + second)
    assert not withheld.is_withheld(reader, "https://paper.example/2", NOW)


def test_a_deleted_source_is_remembered_until_it_is_wanted_again(database: Database) -> None:
    database.write(lambda db: takedowns.note_deleted_source(db, URL, NOW)).result()
    assert takedowns.is_deleted_source(database.read(), URL)
    database.write(lambda db: takedowns.forget_deleted_source(db, URL)).result()
    assert not takedowns.is_deleted_source(database.read(), URL)


def test_places_move_to_the_file_that_replaces_theirs(database: Database) -> None:
    visit(database)
    (url,) = compactions.placed_urls(database.read(), [PLACE.file])
    moved = ArchivePlace("tidings-20260102000000-00001.warc.gz", 10, 90)
    database.write(lambda db: compactions.move_places(db, [(url, moved)])).result()
    database.write(lambda db: compactions.move_places(db, [(url, None)])).result()
    record = url_record(database.read(), host_of(URL), url_id(URL))
    assert record is not None
    assert record.place == moved  # the second move was of a place that no longer was its own
    database.write(lambda db: compactions.note_compaction(db, PLACE.file, moved.file, NOW)).result()
    assert compactions.compacted_files(database.read()) == {PLACE.file}
    database.write(compactions.forget_compactions).result()
    assert compactions.compacted_files(database.read()) == set()
