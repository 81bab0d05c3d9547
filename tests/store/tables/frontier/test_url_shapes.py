from datetime import UTC, datetime
from functools import partial

from tests.factories import make_found, make_visit

from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.tables.frontier.url_shapes import (
    LAST_PRIORITY,
    ShapeRow,
    drop_url,
    forget_shapes,
    keep_shapes,
    limit_depth,
    postpone_url,
    requeue_dropped,
    shapes_of_site,
)
from tidings.store.tables.frontier.urls import add_urls, url_record

NOW = datetime(2026, 1, 2, tzinfo=UTC)
URLS = tuple(f"https://a.example/{name}" for name in "abc")


def shape(name: str, visits: int) -> ShapeRow:
    return ShapeRow(name, 1.5, 3.0, visits, 0, 0, 0, 0.0)


def add(database: Database) -> None:
    found = [make_found(url, depth=5) for url in URLS]
    database.write(lambda db: add_urls(db, found, NOW)).result()


def test_balances_are_replaced_and_the_most_visited_comes_first(database: Database) -> None:
    for rows in ([shape("/a/*", 1), shape("/b/*", 2)], [shape("/a/*", 3)]):
        database.write(partial(keep_shapes, site=1, rows=rows)).result()
    assert [row.shape for row in shapes_of_site(database.read(), 1)] == ["/a/*", "/b/*"]
    database.write(lambda db: forget_shapes(db, 1, ["/a/*"])).result()
    assert shapes_of_site(database.read(), 1) == [shape("/b/*", 2)]


def test_a_url_is_postponed_once(database: Database) -> None:
    add(database)
    visit = make_visit(URLS[0])
    assert database.write(lambda db: postpone_url(db, visit)).result()
    assert not database.write(lambda db: postpone_url(db, visit)).result()
    known = url_record(database.read(), visit.host, visit.id)
    assert known is not None
    assert known.priority == LAST_PRIORITY


def test_urls_dropped_for_one_detail_are_requeued(database: Database) -> None:
    add(database)
    for url, detail in zip(URLS, ("/a/*: empty", "/a/*: twins", "/b/*: empty"), strict=True):
        drop = partial(drop_url, visit=make_visit(url), reason=Reason.TRAP, detail=detail)
        database.write(drop).result()
    requeued = database.write(lambda db: requeue_dropped(db, 1, Reason.TRAP, "/a/*: ", NOW))
    assert requeued.result() == 2
    visits = [make_visit(url) for url in URLS]
    records = [url_record(database.read(), visit.host, visit.id) for visit in visits]
    assert [each.state.state for each in records if each] == [
        FrontierState.QUEUED,
        FrontierState.QUEUED,
        FrontierState.DROPPED,
    ]


def test_the_depth_is_only_lowered(database: Database) -> None:
    add(database)
    found = make_found(URLS[0])
    for depth in (3, 4):
        database.write(partial(limit_depth, found=[found], depth=depth)).result()
    known = url_record(database.read(), found.host, found.id)
    assert known is not None
    assert known.depth == 3
