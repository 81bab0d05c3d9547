"""The crawler: a home that is opened for crawling, with all its parts."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from random import Random

from tidings.crawl.links.admission import RECHECK
from tidings.crawl.traps.visit_gate import VisitGate
from tidings.engine.agent_places.opened_places import HomeOfRuns, opened_places
from tidings.engine.agent_places.ray_place import RayPlace
from tidings.engine.agents.seeds import found_seeds
from tidings.engine.commands.issuing import Commands
from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.followers.story_act import story_follower
from tidings.engine.knowledge.knowledge_files import adopt_earlier_files
from tidings.engine.knowledge.knowledge_keeper import KnowledgeKeeper
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.engine.library.library import Library
from tidings.engine.live.crawl_parts import CrawlParts
from tidings.engine.live.crawl_stores import CrawlStores, opened_stores
from tidings.engine.live.credentials_watch import CredentialsWatch
from tidings.engine.live.fetch_settings import try_again_after_changes
from tidings.engine.live.housekeeping import Housekeeping
from tidings.engine.live.link_refresh_timer import LinkRefreshTimer
from tidings.engine.live.opened_settler import opened_settler
from tidings.engine.live.pipeline import Pipeline
from tidings.engine.live.recheck_planning import RecheckPlanner
from tidings.engine.live.run_hosting import PlaceOf
from tidings.engine.live.source_snapshots import SourceSnapshots
from tidings.engine.live.tally import CrawlSummary, CrawlTally
from tidings.engine.mirroring.index_mirror import mirrored
from tidings.engine.nodes.exchange import opened_exchange
from tidings.engine.previews.preview import Previewer, shared_equipment
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.malloc_tuning import keep_freed_memory
from tidings.engine.reading.pool import Pool
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.engine.runners.ray_connection import RayConnection
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler
from tidings.engine.sources.source_credentials import credentials_file
from tidings.engine.state.site_policies import SitePolicies
from tidings.engine.websub.hub_callbacks import HubCallbacks
from tidings.engine.websub.subscriber import Subscriber
from tidings.events.crawl_events import CrawlBegan, CrawlEnded
from tidings.events.logged_event import emit
from tidings.fetch.client import WebFetcher
from tidings.fetch.credentials.credentials_file import CredentialsFile
from tidings.model.agents.query_run import RunRequest
from tidings.model.crawl.subscription import Delivery
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.settings.openness import hides_subscriptions
from tidings.settings.tree import CrawlSettings, FetchSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.counts import counts_by
from tidings.store.tables.frontier.page_aliases import claimed_url
from tidings.store.tables.frontier.rechecks import forget_planned_rechecks
from tidings.store.tables.frontier.refresh_rounds import make_round_due
from tidings.store.tables.frontier.request_log import limited_hosts, recent_requests
from tidings.store.tables.jobs.host_leases import begin_run, lease_clock
from tidings.store.tables.sources.closed_hosts import closed_hosts
from tidings.store.tables.sources.retries import make_starts_due
from tidings.store.tables.sources.source_settings import readmit_languages, settings_by_source
from tidings.store.tables.sources.sources import followed_sources
from tidings.text.language.language_codes import language_codes

_LEARNED_SECONDS = 3_600.0  # how long the pace that a host's limit has taught is remembered


class Crawler:
    """Crawls a home; at most one at a time."""

    def __init__(
        self, parts: CrawlParts, library: Library, recheck_planner: RecheckPlanner
    ) -> None:
        self._parts = parts
        self._recheck_planner = recheck_planner
        self.library = library
        self._pipeline: Pipeline | None = None
        self._stopped = False

    @property
    def tally(self) -> CrawlTally:
        """The counts of this crawl."""
        return self._parts.tally

    @property
    def under_way(self) -> int:
        """How many visits are in progress."""
        return self._pipeline.under_way if self._pipeline else 0

    @property
    def hosts_waiting(self) -> int:
        """How many hosts have a visit planned."""
        return self._pipeline.frontier.hosts_waiting if self._pipeline else 0

    @property
    def queued(self) -> int:
        """How many URLs wait for their first visit."""
        counts = counts_by(self._parts.database.read(), "state")
        return counts.get(FrontierState.QUEUED, 0)

    def health(self) -> dict[str, object]:
        """Return the live counts of this crawl."""
        counts = asdict(self.tally.summary()) | asdict(self.tally.rechecks())
        return counts | {"under_way": self.under_way, "hosts_waiting": self.hosts_waiting}

    async def follow(self) -> None:
        """Follow the sources until stopped."""
        async with self._subscribing():
            with _on_signals(self.stop):
                await self._run(self._pipeline_of(recheck_planner=self._recheck_planner))

    async def crawl(
        self, rounds: int | None = None, max_pages: int | None = None, *, recheck: bool = False
    ) -> CrawlSummary:
        """Fetch what is due and all it leads to, or run `rounds` refresh rounds regardless of time.

        With `recheck`, young articles are then fetched again, within the recheck budget.
        """
        planner = self._recheck_planner if recheck else None
        if planner is None:
            forgotten = self._parts.database.write(lambda db: forget_planned_rechecks(db, RECHECK))
            await asyncio.wrap_future(forgotten)
        with _on_signals(self.stop):
            await self._crawl_rounds(rounds, max_pages, planner)
        flushed = self._parts.database.write(self._parts.settler.state.flush)
        await asyncio.wrap_future(flushed)  # what was learned is part of what was left
        await self._subscribe_once()
        if self._parts.exchange is not None:
            self._parts.exchange.end()
        return self.tally.summary()

    async def _crawl_rounds(
        self, rounds: int | None, max_pages: int | None, planner: RecheckPlanner | None
    ) -> None:
        for _ in range(rounds or 1):
            left = None if max_pages is None else max(0, max_pages - self.tally.fetched)
            if self._stopped or left == 0:
                return
            if rounds:
                await self._begin_round()
            await self._run(
                self._pipeline_of(until_idle=True, max_pages=left, recheck_planner=planner)
            )

    async def execute_runs(self, cluster: RayConnection | None = None) -> None:
        """Execute the query runs that wait, here or on a cluster, and make no other visits."""
        with _on_signals(self.stop):
            async with self._places_of(cluster) as place_of:
                await self._run(self._pipeline_of(until_idle=True, max_pages=0, place_of=place_of))
        await asyncio.wrap_future(self._parts.database.write(self._parts.settler.state.flush))

    @asynccontextmanager
    async def _places_of(self, cluster: RayConnection | None) -> AsyncIterator[PlaceOf | None]:
        """Open places on a cluster; without one, runs are executed by this process."""
        if cluster is None:
            yield None
            return
        parts = self._parts
        with parts.knowledge.pinned() as version:
            owner = HomeOfRuns(
                parts.settings,
                parts.database,
                version,
                parts.request_log.note,
                self.fail,
                parts.clock,
            )
            async with opened_places(cluster, owner) as actors:
                yield lambda query, assign: RayPlace(actors, assign, query)

    def _pipeline_of(
        self,
        *,
        until_idle: bool = False,
        max_pages: int | None = None,
        recheck_planner: RecheckPlanner | None = None,
        place_of: PlaceOf | None = None,
    ) -> Pipeline:
        return Pipeline(
            self._parts,
            until_idle=until_idle,
            max_pages=max_pages,
            recheck_planner=recheck_planner,
            seeds_of=self._seeds_of,
            place_of=place_of,
        )

    def _seeds_of(self, request: RunRequest) -> tuple[str, ...]:
        """Find where a query run begins; this reads the index, so it is called in a thread."""
        return found_seeds(self.library, request.query, self._parts.settings.agents.search_urls)

    def commands(self) -> Commands:
        """Return what issues commands to this home."""
        return Commands(self._parts.settings, self._parts.database)

    def previewer(self) -> Previewer:
        """Return what makes previews at the pace of this crawl, with its workers."""
        parts = self._parts
        lent = shared_equipment(parts.fetcher, parts.pool)
        return Previewer(parts.settings, lent, parts.database)

    def hub_callbacks(self) -> HubCallbacks | None:
        """Return the handler of hub calls during this crawl; None without a public URL."""
        parts = self._parts
        if not parts.settings.serve.public_url:
            return None
        return HubCallbacks(parts.database, parts.settings.crawl, parts.clock, self._deliver)

    def _deliver(self, delivery: Delivery) -> bool:
        return self._pipeline is not None and self._pipeline.deliver(delivery)

    def _subscriber(self) -> Subscriber:
        parts = self._parts
        return Subscriber(parts.database, parts.fetcher, parts.settings.crawl, parts.clock)

    @asynccontextmanager
    async def _subscribing(self) -> AsyncIterator[None]:
        """Send subscription requests to hubs while the block runs."""
        if not self._parts.settings.serve.public_url:
            yield
            return
        task = asyncio.create_task(self._subscriber().run())
        task.add_done_callback(self._on_subscriber_done)
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _on_subscriber_done(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.fail(error)

    async def _subscribe_once(self) -> None:
        if self._parts.settings.serve.public_url and not self._stopped:
            await self._subscriber().request_due()

    async def _begin_round(self) -> None:
        now = datetime.fromtimestamp(self._parts.clock(), UTC)
        policy = self._parts.settings.crawl.policy
        sources = followed_sources(self._parts.database.read())

        def make_due(connection: Writer) -> set[str]:
            make_round_due(connection, now, policy)
            return make_starts_due(connection, (source.url for source in sources), now)

        for host in await self._parts.database.write_async(make_due):
            self._parts.fetcher.forget_host(host)

    async def _run(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        if not self._stopped:
            await pipeline.run()

    def stop(self) -> None:
        """Stop after the visits in progress."""
        self._stopped = True
        if self._pipeline is not None:
            self._pipeline.stop()

    def fail(self, error: Exception) -> None:
        """Stop because a part failed."""
        if self._pipeline is not None:
            self._pipeline.fail(error)


@contextmanager
def _on_signals(stop: Callable[[], None]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


@asynccontextmanager
async def opened_crawler(
    settings: Settings, clock: Callable[[], float] = time.time, chance: Random | None = None
) -> AsyncIterator[Crawler]:
    """Open a home for crawling: lock it, recover from a crash, start every part."""
    keep_freed_memory()
    crawler: Crawler | None = None

    def on_error(error: Exception) -> None:
        if crawler is not None:
            crawler.fail(error)

    async with AsyncExitStack() as stack:
        stores = stack.enter_context(opened_stores(settings))
        database, ready_entries, request_log = stores.database, ReadyEntries(), RequestLogBuffer()
        on_rest = stack.enter_context(
            mirrored(stores.files, database, stores.index, settings.store.index_seconds, clock)
        )
        searchable = index_follower(
            database, stores.index, settings.search, ready_entries, on_error, clock, on_rest
        )
        stories = story_follower(database, settings.group, on_error, clock)
        stack.enter_context(following(database, searchable, stories))
        await database.write_async(
            lambda db: try_again_after_changes(db, settings, os.environ, clock())
        )
        credentials = credentials_file(settings)
        credentials.logins()  # a file that cannot be used is refused before anything is fetched
        parts = await _opened_parts(
            stack, stores, settings, clock, ready_entries, request_log, credentials
        )
        library = _opened_library(stack, stores, settings)
        crawler = Crawler(parts, library, RecheckPlanner(settings.crawl, chance or Random()))
        keep_finds = timedelta(days=settings.agents.keep_days)
        housekeeping = Housekeeping(database, request_log, settings.store, keep_finds, clock)
        link_timer = LinkRefreshTimer(stores.home, settings)
        watch = CredentialsWatch(credentials, database, clock)
        alongside = (housekeeping.run(on_error), parts.knowledge.run(), link_timer.run())
        for work in (*alongside, watch.run()):
            stack.push_async_callback(_cancelled, asyncio.create_task(work))
        with _logged_crawl(settings, parts.tally):
            yield crawler


def _opened_library(stack: AsyncExitStack, stores: CrawlStores, settings: Settings) -> Library:
    """Open what is served; others than the owner need readers that hide subscriptions."""
    if not hides_subscriptions(settings.serve):
        return Library(settings, stores.home, stores.database, stores.index)
    database = opened_database(stores.home, with_logins=False)
    stack.callback(database.close)
    return Library(settings, stores.home, database, stores.index, with_logins=False)


async def _opened_parts(
    stack: AsyncExitStack,
    stores: CrawlStores,
    settings: Settings,
    clock: Callable[[], float],
    ready_entries: ReadyEntries,
    request_log: RequestLogBuffer,
    credentials: CredentialsFile,
) -> CrawlParts:
    """Open what visits need; the stack closes it."""
    home, database = stores.home, stores.database
    adopt_earlier_files(home)
    stored = None if stores.files is None else StoredKnowledge(stores.files, home.knowledge)
    knowledge = KnowledgeKeeper(database, home.knowledge, clock, stored)
    settler = opened_settler(stores, settings, ready_entries, request_log, knowledge.version)
    stack.callback(_flush_pending, database, settler, request_log)
    languages, now = language_codes(settings.crawl.languages), datetime.fromtimestamp(clock(), UTC)
    database.write(lambda db: readmit_languages(db, languages, now)).result()
    policies = SitePolicies(settings.fetch)
    fetcher = WebFetcher(
        settings.fetch,
        clock=clock,
        on_request=request_log.note,
        policies=policies.of,
        credentials=credentials,
    )
    _restore_delays(fetcher, database, settings.fetch, clock())
    await _wait_for_bulk_crawls(fetcher, database, clock())
    setup = WorkerSetup(settings.crawl, settings.enrich, settings.summary, home.knowledge)
    return CrawlParts(
        settings=settings,
        database=database,
        settler=settler,
        snapshots=SourceSnapshots(database, settler.state),
        gate=_opened_gate(database, settings.crawl),
        ready_entries=ready_entries,
        archive=stores.archive,
        fetcher=await stack.enter_async_context(fetcher),
        pool=await stack.enter_async_context(Pool(settings.engine, setup)),
        knowledge=knowledge,
        tally=CrawlTally(clock),
        clock=clock,
        policies=policies,
        request_log=request_log,
        exchange=opened_exchange(settings.crawl, database, clock),
    )


@contextmanager
def _logged_crawl(settings: Settings, tally: CrawlTally) -> Iterator[None]:
    home, error = str(settings.home), None
    emit(CrawlBegan(home, settings.crawl.node))
    try:
        yield
    except Exception as caught:
        error = str(caught)
        raise
    finally:
        seconds = round(tally.seconds, 3)
        emit(CrawlEnded(home, tally.fetched, tally.articles_new, seconds, error))


async def _cancelled(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _restore_delays(
    fetcher: WebFetcher, database: Database, settings: FetchSettings, now: float
) -> None:
    """Keep the crawl delay to requests that an earlier process made just before.

    Hosts that asked it to wait are left alone until then, whatever is due.
    """
    connection = database.read()
    set_delays = (each.delay or 0.0 for each in settings_by_source(connection).values())
    longest = max(settings.crawl_delay_cap + settings.delay, *set_delays, 0.0)
    since = datetime.fromtimestamp(now - longest, UTC)
    learned_since = datetime.fromtimestamp(now - _LEARNED_SECONDS, UTC)
    for line in (
        *recent_requests(connection, since),
        *limited_hosts(connection, learned_since),
    ):
        fetcher.note_earlier_request(line)
    for host, (until, reason) in closed_hosts(connection, datetime.fromtimestamp(now, UTC)).items():
        fetcher.note_closed_host(host, until.timestamp(), reason)


async def _wait_for_bulk_crawls(fetcher: WebFetcher, database: Database, now: float) -> None:
    """Leave alone what places of a bulk crawl may still ask: this node may know of no end."""
    leased = await database.write_async(lambda db: begin_run(db, "", lease_clock(db)))
    for host, seconds in leased.items():
        fetcher.note_closed_host(host, now + seconds, Reason.WAITING)


def _opened_gate(database: Database, settings: CrawlSettings) -> VisitGate:
    def holder_of(site: int, key: bytes) -> str | None:
        return claimed_url(database.read(), site, key)

    return VisitGate(holder_of, always_open=settings.archive_only)


def _flush_pending(database: Database, settler: Settler, request_log: RequestLogBuffer) -> None:
    """Write what is still in memory; on a full disk, raise no further error."""
    with suppress(StoreError, OSError):
        database.write(settler.state.flush).result()
        database.write(request_log.write).result()
