"""The steps of one visit: what is fetched, read and settled, in which order, and what is freed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from tests.engine.settled_paper import (
    EMPTY,
    HOME,
    HTML,
    SettledPaper,
    feed,
    front,
    redirected,
    story,
)
from tests.factories import NOW, make_failure, make_found, make_response

from tidings.crawl.traps.visit_gate import VisitGate
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.knowledge.knowledge_keeper import KnowledgeKeeper
from tidings.engine.live.command_execution import SourceFence, VisitSuperseded
from tidings.engine.live.crawl_parts import CrawlParts
from tidings.engine.live.source_snapshots import SourceSnapshots
from tidings.engine.live.tally import CrawlTally
from tidings.engine.live.visiting import VisitRunner
from tidings.engine.reading.reading_task import Crash, Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import VisitResult
from tidings.engine.state.site_policies import SitePolicies
from tidings.model.crawl.subscription import Delivery, Subscription, SubscriptionState
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import FetchOutcome, Request
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import RequestPurpose
from tidings.model.web.rights import NOTHING_RESERVED, Rights
from tidings.settings.tree import Settings
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.frontier.page_aliases import claimed_url
from tidings.store.tables.frontier.urls import add_urls

STORY = f"{HOME}news/bridge"
LATER = NOW + timedelta(hours=6)
SITEMAPS = (f"{HOME}map-1.xml", f"{HOME}map-2.xml")
GUESSES = {f"{HOME}sitemap.xml", f"{HOME}feed", f"{HOME}rss.xml"}


@dataclass
class Web:
    """What a fetcher would find: the next answers, robots.txt and tdmrep.json."""

    answers: list[FetchOutcome | Exception] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    named_sitemaps: tuple[str, ...] = ()
    reserved: Rights = NOTHING_RESERVED
    on_fetch: Callable[[], Awaitable[None]] | None = None

    async def fetch(self, request: Request) -> FetchOutcome:
        self.requests.append(request)
        if self.on_fetch:
            await self.on_fetch()
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def sitemaps(self, url: str, site: int) -> tuple[str, ...]:
        return self.named_sitemaps

    async def reservation(self, url: str, site: int) -> Rights:
        return self.reserved


class Reader:
    """A pool without processes. Tests may act while it reads."""

    def __init__(self) -> None:
        self.tasks: list[ReadingTask] = []
        self.crash: Crash | None = None
        self.on_read: Callable[[], None] = lambda: None

    async def read(self, task: ReadingTask) -> Reading | Crash:
        self.tasks.append(task)
        reading = self.crash or read_response(task, Settings().crawl)
        self.on_read()
        return reading


class Trip:
    """A runner with its parts, and what it reported."""

    def __init__(self, paper: SettledPaper, folder: Path) -> None:
        self.paper = paper
        self.web = Web()
        self.reader = Reader()
        self.gate = VisitGate(lambda site, key: claimed_url(paper.database.read(), site, key))
        self.answered: list[Visit] = []
        self.settled: list[tuple[VisitResult, Reading | None]] = []
        parts = CrawlParts(
            settings=Settings(),
            database=paper.database,
            settler=paper.settler,
            snapshots=SourceSnapshots(paper.database, paper.settler.state),
            gate=self.gate,
            ready_entries=ReadyEntries(),
            fetcher=cast(Any, self.web),
            pool=cast(Any, self.reader),
            archive=paper.archive,
            knowledge=KnowledgeKeeper(paper.database, folder),
            tally=CrawlTally(NOW.timestamp),
            clock=NOW.timestamp,
            policies=SitePolicies(Settings().fetch),
            request_log=RequestLogBuffer(),
        )
        self.fence = SourceFence()
        self.runner = VisitRunner(
            parts, self.fence, self.answered.append, lambda *settled: self.settled.append(settled)
        )

    async def make(self, visit: Visit, answer: FetchOutcome | str) -> VisitResult:
        """Make a visit that is not held back and return how it was settled."""
        if isinstance(answer, str):
            answer = make_response(visit.url, answer, headers=HTML)
        self.web.answers.append(answer)
        assert await self.runner.make(visit, self.paper.source)
        assert self.runner.held_bytes == 0
        return self.settled[-1][0]


@pytest.fixture
def trip(paper: SettledPaper, tmp_path: Path) -> Trip:
    return Trip(paper, tmp_path / "knowledge")


async def test_a_page_is_fetched_read_and_settled(trip: Trip, paper: SettledPaper) -> None:
    visit = paper.visit()
    result = await trip.make(visit, story())
    assert trip.web.requests == [Request(STORY, site=visit.site)]
    assert trip.answered == [visit]
    assert result.article is not None
    assert result.article.url == STORY
    (settled,) = trip.settled
    assert settled[1] is not None
    assert paper.record(STORY).state == result.state


async def test_a_known_url_is_requested_with_its_validators_and_purpose(
    trip: Trip, paper: SettledPaper
) -> None:
    visit = paper.visit("feed.xml", role=UrlRole.FEED)
    known = replace(visit, etag='"1"', last_modified="Fri, 02 Jan 2026 08:00:00 GMT")
    await trip.make(known, feed("/news/1"))
    assert trip.web.requests == [
        Request(visit.url, '"1"', known.last_modified, RequestPurpose.FEED, visit.site)
    ]


async def test_a_failure_is_settled_without_reading(trip: Trip, paper: SettledPaper) -> None:
    visit = paper.visit()
    result = await trip.make(visit, make_failure(Reason.SERVER_ERROR, STORY, status=503))
    assert (result.state.state, result.state.reason) == (
        FrontierState.QUEUED,
        Reason.SERVER_ERROR,
    )
    assert (trip.answered, trip.reader.tasks) == ([visit], [])
    assert trip.settled == [(result, None)]


# No change


async def known_front(trip: Trip) -> Visit:
    """The second visit to a front page."""
    await trip.make(trip.paper.next_visit(HOME), front())
    trip.reader.tasks.clear()
    return trip.paper.next_visit(HOME)


async def test_a_304_is_not_read(trip: Trip) -> None:
    visit = await known_front(trip)
    result = await trip.make(visit, make_response(HOME, status=304, at=LATER))
    assert (result.state.reason, result.state.kind) == (Reason.NOT_MODIFIED, PageKind.INDEX)
    assert trip.reader.tasks == []
    assert trip.settled[-1][1] is None


async def test_the_same_bytes_are_not_read_again(trip: Trip) -> None:
    visit = await known_front(trip)
    result = await trip.make(visit, make_response(HOME, front(), headers=HTML, at=LATER))
    assert result.state.reason is Reason.NOT_MODIFIED
    assert trip.reader.tasks == []


async def test_other_bytes_are_read_again(trip: Trip) -> None:
    visit = await known_front(trip)
    result = await trip.make(visit, make_response(HOME, front("/news/77"), headers=HTML, at=LATER))
    assert f"{HOME}news/77" in {found.url for found in result.new}
    assert len(trip.reader.tasks) == 1


# Reading


async def test_a_crash_of_the_worker_quarantines_the_page(trip: Trip, paper: SettledPaper) -> None:
    trip.reader.crash = Crash(Reason.STAGE_TIMEOUT, "no result after 30 s")
    result = await trip.make(paper.visit(), story())
    assert (result.state.state, result.state.reason) == (
        FrontierState.QUARANTINED,
        Reason.STAGE_TIMEOUT,
    )
    assert trip.settled == [(result, None)]


async def test_a_page_that_a_feed_listed_meanwhile_is_read_again_as_listed(
    trip: Trip, paper: SettledPaper
) -> None:
    visit = paper.visit()
    listed = make_found(STORY, site=visit.site, listed=True)

    def list_it() -> None:
        paper.database.write(lambda db: add_urls(db, [listed], NOW)).result()

    trip.reader.on_read = list_it
    result = await trip.make(visit, EMPTY)
    assert [task.visit.listed for task in trip.reader.tasks] == [False, True]
    assert len(trip.settled) == 1
    assert paper.record(STORY).state == result.state


async def test_a_moved_start_page_is_read_with_its_new_domain(
    trip: Trip, paper: SettledPaper
) -> None:
    target = "https://www.gazette.example/"
    result = await trip.make(paper.next_visit(HOME), redirected(HOME, target, front(), 301))
    assert trip.reader.tasks[0].domain == "gazette.example"
    assert result.source is not None
    assert result.source.domain == "gazette.example"


async def test_other_pages_are_read_with_the_domain_of_their_source(
    trip: Trip, paper: SettledPaper
) -> None:
    visit, target = paper.visit("go/1"), "https://gazette.example/a"
    result = await trip.make(visit, redirected(visit.url, target, story()))
    assert trip.reader.tasks[0].domain == "paper.example"
    assert result.state.reason is Reason.OFF_SITE


async def test_what_a_host_reserves_applies_to_its_pages_but_not_to_its_feeds(
    trip: Trip, paper: SettledPaper
) -> None:
    trip.web.reserved = Rights(ai_train=False)
    article = (await trip.make(paper.visit(), story())).article
    assert article is not None
    assert article.rights.ai_train is False
    await trip.make(paper.visit("feed.xml", role=UrlRole.FEED), feed("/news/1"))
    assert [task.response.rights.ai_train for task in trip.reader.tasks] == [False, None]


# Rechecks


async def test_a_recheck_compares_with_the_former_copy_as_it_reads_today(
    trip: Trip, paper: SettledPaper
) -> None:
    await trip.make(paper.visit(), story())
    recheck = paper.next_visit(STORY)
    trip.reader.tasks.clear()
    edited = story().replace("on Monday", "on Tuesday evening")
    result = await trip.make(recheck, make_response(STORY, edited, headers=HTML, at=LATER))
    new, former = trip.reader.tasks
    assert (new.response.body, former.response.body) == (edited.encode(), story().encode())
    assert former.response.at == NOW
    assert result.is_recheck
    assert result.article is not None
    assert result.article.revision == 2


async def test_what_reads_otherwise_today_is_no_edit(trip: Trip, paper: SettledPaper) -> None:
    await trip.make(paper.visit(), story())
    recheck = paper.next_visit(STORY)
    kept = article_by_id(paper.database.read(), recheck.article or "")
    assert kept is not None
    # As if an older version of the code had kept another text of the same copy.
    paper.database.write(
        lambda db: db.execute("UPDATE articles SET title = 'An old reading of it'")
    ).result()
    answer = make_response(STORY, story() + "<!-- noon -->", headers=HTML, at=LATER)
    result = await trip.make(recheck, answer)
    assert (result.article, result.state.reason) == (None, Reason.NOT_MODIFIED)


async def test_a_recheck_without_a_copy_compares_with_what_was_kept(
    trip: Trip, paper: SettledPaper
) -> None:
    await trip.make(paper.visit(), story())
    paper.database.write(lambda db: db.execute("UPDATE urls SET file = NULL")).result()
    trip.reader.tasks.clear()
    edited = story().replace("on Monday", "on Tuesday evening")
    result = await trip.make(paper.next_visit(STORY), edited)
    assert len(trip.reader.tasks) == 1
    assert result.state.reason is Reason.REVISED


# Sitemaps


def found_by(result: VisitResult, role: UrlRole) -> set[str]:
    return {found.url for found in result.new if found.role is role}


async def test_the_sitemaps_of_robots_txt_are_used_once_until_they_change(
    trip: Trip, paper: SettledPaper
) -> None:
    trip.web.named_sitemaps = SITEMAPS[:1]
    first = await trip.make(paper.next_visit(HOME), front())
    assert found_by(first, UrlRole.SITEMAP) == {SITEMAPS[0]}
    readings = []
    for number in range(3):
        await trip.make(paper.visit(f"news/{number}"), story(f"bridge {number}"))
        readings.append(trip.settled[-1][1])
    roles = [{found.role for found in reading.found} for reading in readings if reading]
    assert roles == [{UrlRole.SITEMAP}, set(), set()]  # the second visit to the host was the last
    trip.web.named_sitemaps = SITEMAPS
    changed = await trip.make(paper.visit("news/9"), story("bridge 9"))
    assert found_by(changed, UrlRole.SITEMAP) == {SITEMAPS[1]}


async def test_the_usual_lists_are_tried_if_nothing_is_announced(
    trip: Trip, paper: SettledPaper
) -> None:
    result = await trip.make(paper.next_visit(HOME), front())
    assert {found.url for found in result.new} >= GUESSES
    again = await trip.make(paper.next_visit(HOME), front("/news/77"))
    assert again.new
    assert all(found.role is UrlRole.PAGE for found in again.new)


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ('<link rel="alternate" type="application/rss+xml" href="/news.rss">', ()),
        ("", SITEMAPS),
    ],
    ids=["a feed", "sitemaps"],
)
async def test_nothing_is_guessed_if_something_is_announced(
    trip: Trip, paper: SettledPaper, head: str, named: tuple[str, ...]
) -> None:
    trip.web.named_sitemaps = named
    result = await trip.make(paper.next_visit(HOME), front(head=head))
    assert not {found.url for found in result.new} & GUESSES


async def test_nothing_is_guessed_for_a_source_that_is_a_feed(
    trip: Trip, paper: SettledPaper
) -> None:
    result = await trip.make(paper.next_visit(HOME), feed("/news/1"))
    assert {found.url for found in result.new} == {f"{HOME}news/1"}


async def test_the_robots_txt_of_another_site_announces_nothing(
    trip: Trip, paper: SettledPaper
) -> None:
    trip.web.named_sitemaps = SITEMAPS
    visit = paper.visit("go/1")
    await trip.make(visit, redirected(visit.url, "https://elsewhere.example/a", story()))
    assert not paper.knows(SITEMAPS[0])


# Trap control


def visit_in_trap(paper: SettledPaper) -> Visit:
    """Settle enough barren pages of one shape, and return the visit to one more."""
    for number in range(60):
        visit = paper.visit(f"calendar/2031/{number}")
        paper.fail(visit, make_failure(Reason.NOT_FOUND, visit.url))
    return paper.visit("calendar/2031/101")


async def test_a_page_of_a_trap_is_held_back_twice_without_a_request(
    trip: Trip, paper: SettledPaper
) -> None:
    visit = visit_in_trap(paper)
    assert not await trip.runner.make(visit, paper.source)
    assert paper.record(visit.url).state.state is FrontierState.QUEUED
    assert not await trip.runner.make(visit, paper.source)
    state = paper.record(visit.url).state
    assert (state.state, state.reason) == (FrontierState.DROPPED, Reason.TRAP_SHAPE)
    assert trip.answered == [visit, visit]
    assert trip.web.requests == []


async def test_a_page_waits_while_similar_ones_under_way_may_close_the_shape(
    trip: Trip, paper: SettledPaper
) -> None:
    gate = asyncio.Event()

    async def wait() -> None:
        await gate.wait()

    trip.web.on_fetch = wait
    visits = [paper.visit(f"calendar/2031/{number}", depth=2) for number in range(40)]
    trip.web.answers += [make_failure(Reason.NOT_FOUND, visit.url) for visit in visits]

    async def make(visit: Visit) -> bool:
        made = await trip.runner.make(visit, paper.source)
        trip.runner.on_visit_done()
        return made

    tasks = [asyncio.create_task(make(visit)) for visit in visits]
    while not trip.web.requests:  # the source is opened first
        await asyncio.sleep(0)
    begun = len(trip.web.requests)
    assert 0 < begun < len(visits)
    tasks.pop().cancel()  # a waiting visit that is cancelled disturbs nobody
    gate.set()
    made = await asyncio.gather(*tasks)
    assert sum(made) == len(trip.web.requests) == begun


# What is freed


@pytest.mark.parametrize("stage", ["fetch", "read", "settle"])
async def test_an_error_frees_the_bytes_and_the_place_of_the_visit(
    trip: Trip, paper: SettledPaper, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    visit = paper.visit()
    trip.web.answers.append(make_response(STORY, story(), headers=HTML))
    if stage == "fetch":
        trip.web.answers[0] = ZeroDivisionError()
    elif stage == "read":
        trip.reader.on_read = fail
    else:
        monkeypatch.setattr(paper.settler.state.memories, "learn", fail)
    ended: list[Visit] = []
    monkeypatch.setattr(trip.gate, "end", ended.append)
    with pytest.raises(ZeroDivisionError):
        await trip.runner.make(visit, paper.source)
    assert trip.runner.held_bytes == 0
    assert ended == [visit]
    assert trip.settled == []
    assert paper.record(STORY).visited_at is None


async def test_a_body_counts_as_held_while_it_is_read(trip: Trip, paper: SettledPaper) -> None:
    held: list[int] = []
    trip.reader.on_read = lambda: held.append(trip.runner.held_bytes)
    await trip.make(paper.visit(), story())
    assert held == [len(story())]


# Deliveries


def delivery_of(paper: SettledPaper, body: str) -> Delivery:
    visit = paper.visit("feed.xml", role=UrlRole.FEED)
    subscription = Subscription(
        id="s",
        url=visit.url,
        host=visit.host,
        url_id=visit.id,
        site=visit.site,
        hub="https://hub.example/",
        topic=visit.url,
        secret="x",
        callback="https://me.example/websub/s",
        state=SubscriptionState.ACTIVE,
        due=NOW,
    )
    return Delivery(subscription, "application/rss+xml", body.encode(), NOW, NOW, None)


async def test_a_delivery_is_read_like_the_feed_and_then_freed(
    trip: Trip, paper: SettledPaper
) -> None:
    held: list[int] = []
    trip.reader.on_read = lambda: held.append(trip.runner.held_bytes)
    delivery = delivery_of(paper, feed("/news/1"))
    new = await trip.runner.deliver(delivery, paper.source)
    assert [found.url for found in new] == [f"{HOME}news/1"]
    assert (held, trip.runner.held_bytes) == ([len(delivery.body)], 0)
    assert trip.web.requests == []


async def test_a_delivery_that_fails_is_freed_too(trip: Trip, paper: SettledPaper) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    trip.reader.on_read = fail
    with pytest.raises(ZeroDivisionError):
        await trip.runner.deliver(delivery_of(paper, feed("/news/1")), paper.source)
    assert trip.runner.held_bytes == 0


# Commands


async def test_a_visit_is_not_settled_if_a_command_touched_its_source_while_it_was_read(
    trip: Trip, paper: SettledPaper
) -> None:
    visit, before = paper.visit(), paper.record(STORY)
    trip.reader.on_read = lambda: trip.fence.touch([visit.site])
    with pytest.raises(VisitSuperseded):
        await trip.make(visit, story())
    assert (trip.settled, paper.record(STORY)) == ([], before)
    trip.reader.on_read = lambda: None
    trip.fence.catch_up()
    assert (await trip.make(visit, story())).article is not None


async def test_a_request_stops_when_a_command_touches_its_source(
    trip: Trip, paper: SettledPaper
) -> None:
    visit, begun = paper.visit(), asyncio.Event()

    async def hang() -> None:
        begun.set()
        await asyncio.Event().wait()

    trip.web.on_fetch = hang
    making = asyncio.create_task(trip.runner.make(visit, paper.source))
    await begun.wait()
    trip.runner.stop_fetching({visit.site + 1})
    assert not making.done()
    trip.runner.stop_fetching({visit.site})
    with pytest.raises(VisitSuperseded):
        await making
    assert trip.settled == []
