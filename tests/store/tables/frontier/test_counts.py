from collections import Counter
from datetime import UTC, datetime
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.factories import make_found

from tidings.model.crawl.visit import FoundUrl, UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier import counts
from tidings.store.tables.frontier.seen_urls import SeenUrls
from tidings.store.tables.frontier.urls import add_urls, save_url_state

NOW = datetime(2026, 1, 2, tzinfo=UTC)
STATES = (
    UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE),
    UrlState(FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX, due=NOW),
    UrlState(FrontierState.QUEUED, Reason.WAITING, UrlRole.PAGE, due=NOW),
    UrlState(FrontierState.FAILED, Reason.NOT_FOUND, UrlRole.PAGE),
)
ADDED = st.tuples(st.just("add"), st.integers(1, 40), st.sampled_from([None, Reason.TRAP]))
VISITED = st.tuples(st.just("visit"), st.integers(1, 40), st.sampled_from(STATES))


def found(number: int, dropped: Reason | None = None) -> FoundUrl:
    url = f"http://{'abc'[number % 3]}.example/{number}"
    return make_found(url, id=number, site=number % 2, dropped=dropped)


@settings(max_examples=40)
@given(st.lists(st.one_of(ADDED, VISITED), max_size=60))
def test_the_counts_match_the_rows(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, object]]
) -> None:
    database = open_database(
        tmp_path_factory.mktemp("home") / "db", StoreSettings(commit_seconds=0)
    )
    seen = SeenUrls(4)
    for _, number, change in steps:
        database.write(partial(_apply, number=number, change=change, seen=seen)).result()
    connection = database.read()
    rows = connection.execute("SELECT state, coalesce(kind, ''), reason, site FROM urls").fetchall()
    for position, column in enumerate(("state", "kind", "reason")):
        assert counts.counts_by(connection, column) == Counter(row[position] for row in rows)
    for site in (0, 1):
        assert counts.site_size(connection, site) == sum(row[3] == site for row in rows)
    database.close()


def _apply(connection: Writer, number: int, change: object, seen: SeenUrls) -> None:
    if isinstance(change, UrlState):
        url = found(number)
        save_url_state(connection, url.host, url.id, change, NOW, None)
    else:
        add_urls(
            connection, [found(number, change if isinstance(change, Reason) else None)], NOW, seen
        )


def test_drops_are_counted_by_reason(database: Database) -> None:
    for _ in range(2):
        database.write(lambda db: counts.count_drops(db, 1, {Reason.OFF_SITE: 3})).result()
    assert counts.drop_counts(database.read()) == {Reason.OFF_SITE: 6}
