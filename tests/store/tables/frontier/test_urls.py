from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tidings.model.crawl.asking import ASKING_BY_ALL, AskBy, Asking
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.crawl.visit import ArchivePlace, FoundUrl, UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.tables.frontier import due, refresh_rounds, urls
from tidings.store.tables.sources.sources import insert_source

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


def found(
    name: str,
    *,
    priority: int = 3,
    role: UrlRole = UrlRole.PAGE,
    host: str = "a.example",
    continues: bool = False,
) -> FoundUrl:
    return FoundUrl(
        f"http://{host}/{name}", host, hash(name), 1, role, priority, 1, "http://a.example/",
        continues=continues,
    )  # fmt: skip


def add(database: Database, *many: FoundUrl) -> list[FoundUrl]:
    return database.write(lambda db: urls.add_urls(db, many, NOW)).result()


def save_state(
    database: Database, url: FoundUrl, state: UrlState, place: ArchivePlace | None = None
) -> None:
    database.write(lambda db: urls.save_url_state(db, url.host, url.id, state, NOW, place)).result()


def test_how_a_server_is_asked_is_stored_with_its_url(database: Database) -> None:
    url = found("feed")
    add(database, url)
    state = UrlState(FrontierState.DONE, Reason.FEED_READ, UrlRole.FEED)
    for asking in (Asking(AskBy.DATE, NOW, again=True), ASKING_BY_ALL):
        save_state(database, url, replace(state, asking=asking))
        record = urls.url_record(database.read(), url.host, url.id)
        visit = urls.visit_to(database.read(), url.host, url.id)
        assert record is not None
        assert visit is not None
        assert record.state.asking == visit.asking == asking


def test_only_new_urls_are_added(database: Database) -> None:
    first, second = found("first"), found("second")
    assert add(database, first, first) == [first]
    assert add(database, first, second) == [second]


def test_a_page_that_a_feed_lists_later_is_visited_once_more(database: Database) -> None:
    page = found("story")
    add(database, page)
    save_state(
        database, page, UrlState(FrontierState.DONE, Reason.VALUELESS, UrlRole.PAGE, body_hash=b"x")
    )
    listed = page._replace(listed=True, priority=2, categories=("Politics", "Town hall"))
    assert add(database, listed) == [listed]
    (visit,) = due.due_visits(database.read(), "a.example", NOW, 10)
    assert visit.listed
    assert visit.categories == ("Politics", "Town hall")
    assert visit.body_hash is None
    save_state(database, page, UrlState(FrontierState.DONE, Reason.VALUELESS, UrlRole.PAGE))
    assert add(database, listed) == []


def test_an_article_that_a_feed_lists_is_unchanged(database: Database) -> None:
    page = found("story")
    add(database, page)
    save_state(
        database, page, UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, article="abc")
    )
    assert add(database, page._replace(listed=True)) == []


def test_what_a_feed_says_later_about_a_known_page_is_kept(database: Database) -> None:
    page, start = found("story"), found("start")._replace(depth=0)
    add(database, page, start)
    state = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, article="abc")
    save_state(database, page, state)
    for published, categories in ((None, ()), (NOW, ("Politics",)), (LATER, ("Sport",))):
        for each in (page, start):
            said = each._replace(listed=True, published=published, categories=categories)
            assert add(database, said) == []
    rows = database.read().execute("SELECT listed, published, categories FROM urls ORDER BY depth")
    assert [tuple(row) for row in rows] == [
        (0, None, ""),  # a start page is not an article, whoever lists it
        (1, NOW.timestamp(), "Politics"),
    ]


def test_due_visits_are_ordered_by_priority(database: Database) -> None:
    add(database, found("late", priority=4), found("soon", priority=1), found("between"))
    visits = due.due_visits(database.read(), "a.example", NOW, 10)
    assert [visit.url.rpartition("/")[2] for visit in visits] == ["soon", "between", "late"]


def test_a_dropped_url_is_known_but_never_due(database: Database) -> None:
    trap = FoundUrl("http://a.example/t", "a.example", 7, 1, UrlRole.PAGE, 3, 1, None, Reason.TRAP)
    add(database, trap)
    assert due.due_visits(database.read(), "a.example", LATER, 10) == []
    known = urls.url_record(database.read(), "a.example", 7)
    assert known is not None
    assert (known.state.state, known.state.reason) == (FrontierState.DROPPED, Reason.TRAP)


def test_a_stored_article_is_never_due_again(database: Database) -> None:
    url = found("story")
    add(database, url)
    done = UrlState(
        FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE, article="abc"
    )
    save_state(database, url, done, ArchivePlace("f.warc.gz", 10, 20))
    assert due.due_hosts(database.read()) == []
    known = urls.url_record(database.read(), url.host, url.id)
    assert known is not None
    assert known.state == done
    assert known.place == ArchivePlace("f.warc.gz", 10, 20)
    assert known.visited_at == NOW


def test_a_later_visit_without_copy_keeps_the_archive_place(database: Database) -> None:
    url = found("front")
    add(database, url)
    index = UrlState(
        FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX, due=LATER
    )
    save_state(database, url, index, ArchivePlace("f.warc.gz", 10, 20))
    save_state(database, url, index, None)
    known = urls.url_record(database.read(), url.host, url.id)
    assert known is not None
    assert known.place == ArchivePlace("f.warc.gz", 10, 20)


def test_hosts_are_listed_with_their_earliest_due_time(database: Database) -> None:
    add(database, found("x"), found("y", host="b.example"))
    assert sorted(due.due_hosts(database.read())) == [("a.example", NOW), ("b.example", NOW)]


def test_pages_visited_since_are_left_out(database: Database) -> None:
    url = found("front")
    add(database, url, found("other"))
    index = UrlState(
        FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX, due=NOW
    )
    save_state(database, url, index)
    visits = due.due_visits(database.read(), "a.example", NOW, 10, NOW)
    assert [visit.url for visit in visits] == ["http://a.example/other"]


def test_a_round_makes_only_live_pages_due(database: Database) -> None:
    front, feed, story = found("front"), found("feed", role=UrlRole.FEED), found("story")
    add(database, front, feed, story)
    index = UrlState(
        FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX, due=LATER
    )
    save_state(database, front, index)
    save_state(
        database, feed, UrlState(FrontierState.DONE, Reason.FEED_READ, UrlRole.FEED, due=LATER)
    )
    save_state(
        database,
        story,
        UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE),
    )
    assert (
        database.write(
            lambda db: refresh_rounds.make_round_due(db, NOW, RefreshPolicy.OPTIMISED)
        ).result()
        == 2
    )
    dues = due.due_visits(database.read(), "a.example", NOW, 10)
    assert {visit.url for visit in dues} == {front.url, feed.url}


def test_a_round_leaves_the_further_pages_of_a_listing_out(database: Database) -> None:
    first, second = found("sport"), found("sport/2", continues=True)
    add(database, first, second)
    index = UrlState(
        FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX, due=LATER
    )
    save_state(database, first, index)
    save_state(database, second, index)
    database.write(
        lambda db: refresh_rounds.make_round_due(db, NOW, RefreshPolicy.OPTIMISED)
    ).result()
    dues = due.due_visits(database.read(), "a.example", NOW, 10)
    assert [visit.url for visit in dues] == [first.url]
    reopened = database.write(
        lambda db: refresh_rounds.reopen_further_pages(db, [first, second], NOW)
    ).result()
    assert reopened == [second]
    assert len(due.due_visits(database.read(), "a.example", NOW, 10)) == 2


def test_a_traditional_round_visits_everything_again(database: Database) -> None:
    story, redirect, waiting = found("story"), found("redirect"), found("waiting")
    add(database, story, redirect, waiting)
    article = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE)
    save_state(database, story, article)
    save_state(database, redirect, replace(article, reason=Reason.REDIRECTED, target=story.url))
    database.write(lambda db: insert_source(db, "http://a.example/", "a.example", NOW)).result()
    round_due = database.write(
        lambda db: refresh_rounds.make_round_due(db, NOW, RefreshPolicy.TRADITIONAL)
    )
    assert round_due.result() == 1
    dues = due.due_visits(database.read(), "a.example", NOW, 10)
    assert {visit.url for visit in dues} == {story.url, waiting.url}
