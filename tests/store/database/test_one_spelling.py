"""A home of a version that knew one page in several spellings is respelled."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.factories import NOW, make_article, make_found

from tidings.model.articles.change import ChangeKind
from tidings.model.crawl.list_history import ListHistory
from tidings.model.crawl.visit import ArchivePlace, PastVisit, UrlRecord, UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import article_id, url_id
from tidings.store.database.database import Database
from tidings.store.database.upgrades.one_spelling import spell_addresses_in_one_way
from tidings.store.tables.articles.articles import article_by_id, article_ids, keep_article
from tidings.store.tables.articles.other_spellings import kept_id, other_spellings
from tidings.store.tables.changes.article_changes import changes_after
from tidings.store.tables.frontier.counts import counts_by, site_size
from tidings.store.tables.frontier.page_aliases import keep_fingerprint, url_of_fingerprint
from tidings.store.tables.frontier.urls import add_urls, save_url_state, url_record
from tidings.store.tables.frontier.visits import add_visit, past_visits
from tidings.store.tables.sources.list_histories import keep_list_history, list_history_of
from tidings.store.tables.sources.sources import insert_source, source_by_url
from tidings.store.tables.takedowns.takedowns import is_taken_down, note_takedowns
from tidings.store.tables.takedowns.withheld import is_withheld, withhold

HOST = "paper.example"
OLD = "https://paper.example/%e3%81%82/%7Estory"
OTHER = "https://paper.example/%e3%81%82/~story"  # another old spelling
NEW = "https://paper.example/%E3%81%82/~story"
PLACE = ArchivePlace("f.warc.gz", 1, 2)
KEPT = UrlState(
    FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE, article=article_id(OLD)
)
WAITING = UrlState(FrontierState.QUEUED, Reason.WAITING, UrlRole.PAGE, due=NOW)


class OldHome:
    """A database whose rows are written in any spelling."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.read = database.read()

    def url(self, url: str, state: UrlState | None = None, **fields: object) -> None:
        """Add a URL that was visited, or one that waits."""
        self._database.write(lambda db: add_urls(db, [make_found(url, **fields)], NOW)).result()
        if state is not None:
            self._database.write(
                lambda db: save_url_state(db, HOST, url_id(url), state, NOW, PLACE)
            ).result()

    def article(self, url: str, days: int = 0) -> str:
        """Keep an article that was first seen so many days ago."""
        seen = NOW - timedelta(days=days)
        article = make_article(url, "A title", "Some words.", first_seen=seen)
        self._database.write(lambda db: keep_article(db, article, seen)).result()
        return article.id

    def upgrade(self) -> None:
        """Do what the migration does."""
        self._database.write(spell_addresses_in_one_way).result()

    def record(self, url: str) -> UrlRecord:
        record = url_record(self.read, HOST, url_id(url))
        assert record is not None
        return record

    def urls(self) -> list[str]:
        return [row[0] for row in self.read.execute("SELECT url FROM urls ORDER BY url")]

    def check_counts(self) -> None:
        """Assert that what is counted is what is there."""
        rows = self.read.execute("SELECT state, count(*) FROM urls GROUP BY state")
        counted = {name: count for name, count in counts_by(self.read, "state").items() if count}
        assert counted == {row[0]: row[1] for row in rows}
        assert site_size(self.read, 1) == len(self.urls())


@pytest.fixture
def home(database: Database) -> Iterator[OldHome]:
    home = OldHome(database)
    yield home
    home.check_counts()


def test_a_kept_article_keeps_its_id_and_is_found_by_the_new_spelling(home: OldHome) -> None:
    home.url(OLD, KEPT)
    id_ = home.article(OLD)
    home.upgrade()
    assert home.urls() == [NEW]
    record = home.record(NEW)
    assert (record.state.article, record.place, record.state.due) == (id_, PLACE, None)
    kept = article_by_id(home.read, kept_id(home.read, article_id(NEW)))
    assert kept is not None
    assert (kept.id, kept.url) == (id_, NEW)
    assert kept_id(home.read, id_) == id_
    assert list(other_spellings(home.read)) == [(url_id(NEW), url_id(OLD))]
    assert [change.kind for change in changes_after(home.read, 0, 9)] == [ChangeKind.NEW]


def test_everything_known_by_the_id_of_a_url_goes_with_it(
    home: OldHome, database: Database
) -> None:
    feed, sitemap = f"{OLD}/feed", "https://paper.example/%7esitemap.xml"
    visit = PastVisit(NOW, 200, Reason.FEED_READ, "", 7, 0.1)
    history = ListHistory(HOST, url_id(feed), 1, UrlRole.FEED, reads=3, parent=url_id(sitemap))
    home.url(feed, replace(WAITING, role=UrlRole.FEED), role=UrlRole.FEED, parent=OLD)
    database.write(lambda db: add_visit(db, url_id(feed), visit)).result()
    database.write(lambda db: keep_list_history(db, history)).result()
    home.url(sitemap, role=UrlRole.SITEMAP)
    home.upgrade()
    moved = list_history_of(home.read, url_id(f"{NEW}/feed"))
    assert moved == replace(
        history, id=url_id(f"{NEW}/feed"), parent=url_id("https://paper.example/~sitemap.xml")
    )
    assert past_visits(home.read, url_id(f"{NEW}/feed")) == (visit,)
    assert home.record(f"{NEW}/feed").parent == NEW
    # The link graph still has the old ids.
    assert (url_id(feed), url_id(f"{NEW}/feed")) in list(other_spellings(home.read))


@pytest.mark.parametrize("first", [OLD, NEW])
def test_a_page_that_waits_in_another_spelling_is_not_fetched_again(
    home: OldHome, first: str
) -> None:
    home.article(OLD)
    for url in (first, NEW if first == OLD else OLD, OTHER):
        if url == OLD:
            home.url(OLD, KEPT, depth=3)
        else:
            home.url(url, listed=url == OTHER)
    home.upgrade()
    assert home.urls() == [NEW]
    record = home.record(NEW)
    assert (record.state.state, record.state.article) == (FrontierState.DONE, article_id(OLD))
    assert (record.depth, record.state.due) == (1, None)


def test_of_two_waiting_rows_one_waits(home: OldHome) -> None:
    for url in (OTHER, OLD, NEW):
        home.url(url)
    home.upgrade()
    assert home.urls() == [NEW]
    assert home.record(NEW).state.state is FrontierState.QUEUED


@pytest.mark.parametrize("older", [OLD, NEW])
def test_of_two_articles_of_one_page_the_older_stays_and_the_other_leads_there(
    home: OldHome, database: Database, older: str
) -> None:
    for url in (OLD, NEW):
        home.article(url, days=9 if url == older else 0)
        home.url(url, replace(KEPT, article=article_id(url)))
    home.upgrade()
    ids = list(article_ids(home.read))
    assert ids == [article_id(older)]
    for url in (OLD, NEW):
        assert kept_id(home.read, article_id(url)) == ids[0]
    assert home.record(NEW).state.article == ids[0]
    change = changes_after(home.read, 0, 9)[-1]
    newer = NEW if older == OLD else OLD
    assert (change.kind, change.article) == (ChangeKind.RENAMED, ids[0])
    assert change.old_id == article_id(newer)
    database.write(lambda db: keep_article(db, make_article(NEW + "2"), NOW)).result()
    assert changes_after(home.read, change.seq, 9)[0].seq == change.seq + 1


def test_of_three_spellings_the_oldest_article_stays(home: OldHome) -> None:
    for days, url in enumerate((OLD, NEW, OTHER)):
        home.article(url, days)
    home.upgrade()
    assert list(article_ids(home.read)) == [article_id(OTHER)]
    for url in (OLD, NEW, OTHER):
        assert kept_id(home.read, article_id(url)) == article_id(OTHER)


def test_a_redirect_to_the_other_spelling_is_the_page_itself(home: OldHome) -> None:
    home.url(OLD, UrlState(FrontierState.DONE, Reason.REDIRECTED, UrlRole.PAGE, target=NEW))
    home.url(f"{OLD}/2", UrlState(FrontierState.DONE, Reason.REDIRECTED, UrlRole.PAGE, target=OLD))
    home.upgrade()
    assert home.record(NEW).state.target is None
    assert home.record(f"{NEW}/2").state.target == NEW


def test_what_was_taken_down_stays_away_in_any_spelling(home: OldHome, database: Database) -> None:
    database.write(lambda db: note_takedowns(db, [(article_id(OLD), OLD)], NOW)).result()
    database.write(lambda db: withhold(db, [OLD], NOW)).result()
    home.upgrade()
    assert is_taken_down(home.read, [article_id(OLD)])
    assert is_taken_down(home.read, [article_id(NEW)])
    assert is_withheld(home.read, NEW, NOW)


def test_sources_and_fingerprints_are_respelled(home: OldHome, database: Database) -> None:
    database.write(lambda db: insert_source(db, OLD, HOST, NOW)).result()
    database.write(lambda db: keep_fingerprint(db, 1, b"look", OLD, True)).result()
    home.upgrade()
    assert source_by_url(home.read, NEW) is not None
    assert url_of_fingerprint(home.read, 1, b"look") == NEW


def test_other_addresses_stay_as_they_are(home: OldHome) -> None:
    for url in (NEW, "https://paper.example/a?b=%2F", "https://paper.example/100%/x"):
        home.url(url, replace(KEPT, article=home.article(url)))
    before = home.urls(), list(article_ids(home.read))
    home.upgrade()
    assert (home.urls(), list(article_ids(home.read))) == before
    assert list(other_spellings(home.read)) == []


def test_respelling_twice_changes_nothing_more(home: OldHome) -> None:
    home.article(OLD)
    for url in (OLD, OTHER):
        home.url(url, KEPT)
    home.upgrade()
    once = home.urls(), list(other_spellings(home.read)), list(article_ids(home.read))
    home.upgrade()
    assert (home.urls(), list(other_spellings(home.read)), list(article_ids(home.read))) == once
