"""What became of a site's URLs, in groups."""

from datetime import UTC, datetime, timedelta

from tidings.model.crawl.visit import FoundUrl, PastVisit, UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import url_id
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.site_findings import (
    guesses_with_same_page,
    pages_of_site,
    same_since,
    unread_lists_of_site,
    ways_of_site,
)
from tidings.store.tables.frontier.urls import add_urls, save_url_state
from tidings.store.tables.frontier.visits import add_visit

NOW = datetime(2026, 11, 16, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
HOST = "a.example"


def add(database: Database, path: str, state: UrlState, site: int = 1) -> None:
    url = f"http://{HOST}/{path}"
    found = FoundUrl(url, HOST, url_id(url), site, state.role, 1, 1, None)

    def write(connection: Writer) -> None:
        add_urls(connection, [found], NOW)
        save_url_state(connection, HOST, found.id, state, NOW, None)

    database.write(write).result()


def failed(role: UrlRole, reason: Reason, **more: object) -> UrlState:
    return UrlState(FrontierState.QUEUED, reason, role, due=LATER, **more)  # type: ignore[arg-type]


def test_lists_are_grouped_by_what_became_of_them(database: Database) -> None:
    for number in range(3):
        refused = failed(UrlRole.FEED, Reason.CLIENT_ERROR, status=403, body_hash=b"once read")
        add(database, f"feed-{number}", refused)
    read = UrlState(FrontierState.DONE, Reason.SITEMAP_READ, UrlRole.SITEMAP, due=LATER)
    add(database, "sitemap", read)
    index = UrlState(FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX,
                     due=LATER)  # fmt: skip
    add(database, "list", index)
    add(database, "elsewhere", index, site=2)
    found = {(way.role, way.reason): way for way in ways_of_site(database.read(), 1)}
    assert {key: way.number for key, way in found.items()} == {
        (UrlRole.FEED, Reason.CLIENT_ERROR): 3,
        (UrlRole.SITEMAP, Reason.SITEMAP_READ): 1,
        (UrlRole.PAGE, Reason.INDEX_PAGE): 1,
    }
    feed = found[UrlRole.FEED, Reason.CLIENT_ERROR]
    assert (feed.status, feed.due, feed.visited_at) == (403, LATER, NOW)


def test_lists_that_were_never_read_have_their_addresses(database: Database) -> None:
    add(database, "feed", failed(UrlRole.FEED, Reason.TLS))
    gone = UrlState(FrontierState.FAILED, Reason.CATCH_ALL, UrlRole.SITEMAP)
    add(database, "sitemap.xml", gone)
    assert ways_of_site(database.read(), 1) == []
    ((url, finding),) = unread_lists_of_site(database.read(), 1)
    assert (url, finding.reason, finding.number) == (f"http://{HOST}/feed", Reason.TLS, 1)
    assert guesses_with_same_page(database.read(), 1) == 1


def test_pages_are_counted_most_common_first(database: Database) -> None:
    for number in range(2):
        noindex = UrlState(FrontierState.REFUSED, Reason.META_NOINDEX, UrlRole.PAGE, status=200)
        add(database, f"story-{number}", noindex)
    add(database, "story-2", UrlState(FrontierState.DONE, Reason.VALUELESS, UrlRole.PAGE))
    found = [(page.reason, page.number) for page in pages_of_site(database.read(), 1)]
    assert found == [(Reason.META_NOINDEX, 2), (Reason.VALUELESS, 1)]
    assert pages_of_site(database.read(), 2) == []


def test_a_failure_began_with_the_first_of_the_visits_that_ended_alike(
    database: Database,
) -> None:
    reasons = (Reason.TLS, Reason.FEED_READ, Reason.TLS, Reason.TLS)

    def write(connection: Writer) -> None:
        for number, reason in enumerate(reasons):
            at = NOW + timedelta(hours=number)
            add_visit(connection, 7, PastVisit(at, None, reason, "", 0, 0.1))

    database.write(write).result()
    assert same_since(database.read(), 7, Reason.TLS) == NOW + timedelta(hours=2)
    assert same_since(database.read(), 7, Reason.DNS) is None
    assert same_since(database.read(), 8, Reason.TLS) is None
