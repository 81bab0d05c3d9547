from datetime import UTC, datetime, timedelta
from itertools import pairwise

from tidings.model.crawl.visit import FoundUrl, UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.tables.frontier import due, urls
from tidings.store.tables.sources import sources

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
URL = "http://a.example/"


def add(database: Database) -> bool:
    return database.write(lambda db: sources.insert_source(db, URL, "a.example", NOW)).result()


def remove(database: Database) -> None:
    site = sources.source_by_url(database.read(), URL)
    assert site is not None
    database.write(lambda db: sources.unfollow_source(db, site, NOW)).result()


def test_a_site_is_added_once(database: Database) -> None:
    assert add(database)
    assert not add(database)
    assert [site.url for site in sources.followed_sources(database.read())] == [URL]


def test_a_removed_site_has_nothing_due_until_it_is_added_again(database: Database) -> None:
    add(database)
    names = ("front", "waiting", "story")
    found = [
        FoundUrl(URL + n, "a.example", i, 1, UrlRole.PAGE, 3, 1, URL) for i, n in enumerate(names)
    ]
    database.write(lambda db: urls.add_urls(db, found, NOW)).result()
    index = UrlState(FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX,
                     due=NOW + timedelta(hours=1))  # fmt: skip
    story = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE)
    database.write(lambda db: urls.save_url_state(db, "a.example", 0, index, NOW, None)).result()
    database.write(lambda db: urls.save_url_state(db, "a.example", 2, story, NOW, None)).result()
    remove(database)
    assert sources.followed_sources(database.read()) == []
    assert due.due_hosts(database.read()) == []
    assert add(database)
    dues = due.due_visits(database.read(), "a.example", NOW, 10)
    assert {visit.url for visit in dues} == {URL + "front", URL + "waiting"}


def test_the_version_changes_when_a_site_is_added_or_removed(database: Database) -> None:
    versions = [sources.sources_version(database.read())]
    for change in (add, remove, add):
        change(database)
        versions.append(sources.sources_version(database.read()))
    assert all(before != after for before, after in pairwise(versions))


def test_a_name_is_stored_once(database: Database) -> None:
    add(database)
    database.write(lambda db: sources.name_source(db, 1, "The Paper")).result()
    database.write(lambda db: sources.name_source(db, 1, "Sport")).result()
    assert sources.followed_sources(database.read())[0].name == "The Paper"
