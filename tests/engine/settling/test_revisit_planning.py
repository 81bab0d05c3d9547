from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.factories import make_response

from tidings.crawl.links.admission import FRESH
from tidings.crawl.timing.schedule import IntervalBasis
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.changes import ForgetRhythm, KeepRhythm
from tidings.engine.settling.known import StoredKnown
from tidings.engine.settling.revisit_planning import decide_revisit
from tidings.engine.state.fetch_budget import FetchBudget
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.crawl.visit import FeedHints, FoundUrl, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import PageKind, UrlRole
from tidings.settings.tree import CrawlSettings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.sources.rhythms import (
    forget_rhythm,
    keep_rhythm,
    rhythm_row_of,
    stored_budget_state,
)

SETTINGS = CrawlSettings()
NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)  # a Monday
URL = "http://a.example/feed"
FEED = Visit(
    url=URL,
    host="a.example",
    id=1,
    site=1,
    role=UrlRole.FEED,
    kind=None,
    listed=False,
    published=None,
    depth=1,
    parent=None,
    attempts=0,
    interval=None,
    visited_at=None,
    etag=None,
    last_modified=None,
    body_hash=None,
)
PAGE = replace(FEED, id=2, role=UrlRole.PAGE)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = open_database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.0))
    yield database
    database.close()


@dataclass
class Planner:
    """Decides about visits and writes what was decided, as a settler does."""

    settings: CrawlSettings
    budget: FetchBudget

    def seconds_until_next(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        reading: Reading | None,
        new: tuple[FoundUrl, ...],
    ) -> float | None:
        known = StoredKnown(connection, self.budget)
        wait, changes = decide_revisit(visit, response, known, self.settings, reading, new)
        for change in changes:
            if isinstance(change, KeepRhythm):
                keep_rhythm(connection, change.url_id, change.row)
                self.budget.note(connection, change.interval, change.now)
            else:
                assert isinstance(change, ForgetRhythm)
                forget_rhythm(connection, change.url_id)
        return wait


def planner_with(settings: CrawlSettings) -> Planner:
    return Planner(settings, FetchBudget(settings))


def answer(at: datetime, **headers: str) -> Response:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return make_response(URL, headers=named, at=at)


def items(count: int, every: timedelta, until: datetime = NOW) -> tuple[FoundUrl, ...]:
    return tuple(
        FoundUrl(
            f"http://a.example/{until:%d%H}/{place}", "a.example", place, 1, UrlRole.PAGE, FRESH, 2,
            URL, listed=True, published=until - place * every,
        )
        for place in range(count)
    )  # fmt: skip


def planned_wait(
    database: Database,
    planner: Planner,
    visit: Visit,
    response: Response,
    reading: Reading | None = None,
    new: tuple[FoundUrl, ...] = (),
) -> float | None:
    work = database.write(lambda db: planner.seconds_until_next(db, visit, response, reading, new))
    return work.result()


def test_a_busy_feed_is_visited_sooner_than_a_quiet_one(database: Database) -> None:
    planner = planner_with(SETTINGS)
    waits = []
    for number, every in enumerate((timedelta(minutes=10), timedelta(hours=6), timedelta(days=2))):
        listed = items(30, every)
        visit = replace(FEED, id=number)
        reading = Reading(UrlRole.FEED, "a.example", listed)
        waits.append(planned_wait(database, planner, visit, answer(NOW), reading, listed))
    busy, usual, quiet = waits
    assert busy is not None
    assert usual is not None
    assert quiet is not None
    assert SETTINGS.min_interval <= busy < usual < quiet <= SETTINGS.max_interval


def test_silence_makes_the_wait_longer_and_news_makes_it_shorter(database: Database) -> None:
    planner = planner_with(SETTINGS)
    listed = items(30, timedelta(hours=2))
    first = planned_wait(
        database, planner, FEED, answer(NOW), Reading(UrlRole.FEED, "", listed), listed
    )
    known = replace(FEED, visited_at=NOW)
    later = NOW + timedelta(days=3)
    silent = planned_wait(database, planner, known, answer(later))
    assert first is not None
    assert silent is not None
    assert silent > first
    fresh = items(12, timedelta(minutes=5), later + timedelta(hours=1))
    reading = Reading(UrlRole.FEED, "", (*fresh, *listed))
    again = answer(later + timedelta(hours=1))
    lively = planned_wait(database, planner, known, again, reading, fresh)
    assert lively is not None
    assert lively < silent


def test_a_feeds_hints_also_apply_to_visits_that_find_nothing_new(database: Database) -> None:
    planner = planner_with(SETTINGS)
    listed = items(30, timedelta(minutes=10))
    reading = Reading(UrlRole.FEED, "", listed, hints=FeedHints(ttl=7200.0))
    assert planned_wait(database, planner, FEED, answer(NOW), reading, listed) == 7200
    later = answer(NOW + timedelta(hours=2))
    assert planned_wait(database, planner, replace(FEED, visited_at=NOW), later) == 7200
    row = rhythm_row_of(database.read(), FEED.id)
    assert row is not None
    assert (row.basis, row.hints.ttl, row.listed) == (IntervalBasis.TTL, 7200.0, 30)


def test_cache_control_delays_the_next_visit(database: Database) -> None:
    response = answer(NOW, cache_control="max-age=10800")
    listed = items(30, timedelta(minutes=10))
    reading = Reading(UrlRole.FEED, "", listed)
    assert planned_wait(database, planner_with(SETTINGS), FEED, response, reading, listed) == 10800


def test_an_article_is_never_visited_again_and_leaves_no_rhythm(database: Database) -> None:
    planner = planner_with(SETTINGS)
    index = replace(PAGE, kind=PageKind.INDEX)
    assert (
        planned_wait(database, planner, index, answer(NOW), Reading(UrlRole.PAGE, "")) is not None
    )
    assert rhythm_row_of(database.read(), PAGE.id) is not None
    article = replace(PAGE, kind=PageKind.ARTICLE, visited_at=NOW)
    assert planned_wait(database, planner, article, answer(NOW), Reading(UrlRole.PAGE, "")) is None
    assert rhythm_row_of(database.read(), PAGE.id) is None


def test_under_the_traditional_policy_an_article_is_visited_again(database: Database) -> None:
    planner = planner_with(CrawlSettings(policy=RefreshPolicy.TRADITIONAL))
    article = replace(PAGE, kind=PageKind.ARTICLE)
    assert planned_wait(database, planner, article, answer(NOW)) == SETTINGS.max_interval


def test_a_further_page_of_a_listing_is_visited_rarely(database: Database) -> None:
    further = replace(PAGE, kind=PageKind.INDEX, continues=True)
    days = SETTINGS.further_pages_days
    assert planned_wait(database, planner_with(SETTINGS), further, answer(NOW)) == days * 86_400


def test_the_budget_survives_a_restart(database: Database) -> None:
    for hour in range(3):
        planner = planner_with(SETTINGS)
        planned_wait(database, planner, FEED, answer(NOW + timedelta(hours=hour)))
    state = stored_budget_state(database.read(), 1)
    assert state is not None
    assert state.visits > 2
    assert state.at == (NOW + timedelta(hours=2)).timestamp()
