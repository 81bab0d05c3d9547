"""Announced changes as rows, in both databases."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.factories import make_article, make_found

from tidings.model.crawl.announcement import Announcer, EditAnnouncement
from tidings.model.crawl.visit import UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.frontier.announcements import (
    announced_candidates,
    announcement_of,
    announcer_of,
    forget_waiting,
    held_copy,
    keep_announcement,
    note_look,
    prune_announcements,
    waiting_announcers,
)
from tidings.store.tables.frontier.urls import add_urls, save_url_state
from tidings.store.tables.sources.sources import insert_source

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
SAID = NOW + HOUR
FEED, SITEMAP = 11, -12
URLS = [f"https://paper.example/{number}" for number in range(3)]


@pytest.fixture
def site(database: Database) -> int:
    """A site with three articles."""
    site = database.write(
        lambda db: insert_source(db, "https://paper.example/", "paper.example", NOW)
    ).result()
    assert site is not None
    for number, url in enumerate(URLS):
        article = make_article(url, f"Title {number}", f"Text {number}", modified=NOW - HOUR)
        state = UrlState(
            FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE,
            article=article.id,
        )  # fmt: skip
        found = make_found(url, site=site)
        database.write(lambda db, it=found: add_urls(db, [it], NOW)).result()  # type: ignore[misc]
        database.write(lambda db, it=article: keep_article(db, it, NOW)).result()  # type: ignore[misc]
        database.write(
            lambda db, it=found, end=state: save_url_state(db, it.host, it.id, end, NOW, None)  # type: ignore[misc]
        ).result()
    return int(site)


def announce(database: Database, site: int, url: str, announcer: int = FEED) -> int:
    """Keep an announcement and return the id of its page."""
    copy = held_copy(database.read(), site, url)
    assert copy is not None
    database.write(
        lambda db: keep_announcement(db, site, announcer, copy, SAID, NOW + 2 * HOUR)
    ).result()
    return copy.id


def candidates(database: Database, announcer: int, until: datetime = NOW) -> list[int]:
    found = announced_candidates(database.read(), announcer, NOW, until, 9)
    return [candidate.id for candidate in found]


def test_our_copy_is_known_by_its_address_and_site(database: Database, site: int) -> None:
    copy = held_copy(database.read(), site, URLS[0])
    assert copy is not None
    assert (copy.visited_at, copy.modified, copy.said) == (NOW, NOW - HOUR, None)
    assert held_copy(database.read(), site + 1, URLS[0]) is None
    assert held_copy(database.read(), site, "https://paper.example/unknown") is None


def test_an_announcement_waits_until_somebody_looks(database: Database, site: int) -> None:
    page = announce(database, site, URLS[0])
    assert announcement_of(database.read(), page) == EditAnnouncement(SAID, FEED, NOW + 2 * HOUR)
    assert waiting_announcers(database.read()) == {FEED: Announcer()}
    assert candidates(database, FEED) == [page]
    assert candidates(database, FEED, NOW - HOUR) == []
    assert database.write(lambda db: note_look(db, page, True, NOW + 3 * HOUR)).result() == FEED
    assert database.write(lambda db: note_look(db, page, True, NOW + 4 * HOUR)).result() is None
    assert waiting_announcers(database.read()) == {}
    assert announcer_of(database.read(), FEED) == Announcer(1, 1, NOW + 3 * HOUR)
    looked = announcement_of(database.read(), page)
    assert looked is not None
    assert (looked.looked_at, looked.was_true) == (NOW + 3 * HOUR, True)


def test_a_look_that_shows_nothing_counts_for_nobody(database: Database, site: int) -> None:
    page = announce(database, site, URLS[0])
    assert database.write(lambda db: note_look(db, page, None, NOW)).result() == FEED
    assert announcer_of(database.read(), FEED) == Announcer()


def test_what_a_list_announced_can_be_forgotten(database: Database, site: int) -> None:
    for url in URLS[:2]:
        announce(database, site, url)
    other = announce(database, site, URLS[2], SITEMAP)
    database.write(lambda db: forget_waiting(db, FEED)).result()
    assert candidates(database, FEED) == []
    assert candidates(database, SITEMAP) == [other]


def test_old_counts_of_a_list_are_halved(database: Database, site: int) -> None:
    for _ in range(64):
        page = announce(database, site, URLS[0])
        database.write(lambda db, it=page: note_look(db, it, False, NOW)).result()  # type: ignore[misc]
    assert announcer_of(database.read(), FEED) == Announcer(32, 0, NOW)


def test_old_announcements_are_pruned(database: Database, site: int) -> None:
    page = announce(database, site, URLS[0])
    assert database.write(lambda db: prune_announcements(db, NOW, 0)).result() == 0
    assert database.write(lambda db: prune_announcements(db, NOW + 3 * HOUR, 0)).result() == 1
    assert announcement_of(database.read(), page) is None
