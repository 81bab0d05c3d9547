"""A home that is opened for a bulk crawl: owned, with what settles pages and what follows them."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import uuid4

from tidings.engine.commands.issuing import execute_waiting
from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.followers.story_act import story_follower
from tidings.engine.knowledge.knowledge_files import adopt_earlier_files
from tidings.engine.knowledge.knowledge_keeper import KnowledgeKeeper
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.engine.live.crawl_stores import CrawlStores, opened_stores
from tidings.engine.live.opened_settler import opened_settler
from tidings.engine.mirroring.index_mirror import mirrored
from tidings.engine.places.leasing import begin_leasing, end_leasing
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler
from tidings.engine.state.followed_sources import followed_from
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError
from tidings.store.database.session import Writer
from tidings.store.tables.commands.command_rows import next_command
from tidings.store.tables.sources.sources import followed_sources


@dataclass(slots=True)
class BulkHome:
    """What a bulk crawl needs of its home."""

    settings: Settings
    stores: CrawlStores
    settler: Settler
    knowledge: KnowledgeKeeper
    request_log: RequestLogBuffer
    ready_entries: ReadyEntries
    run: str = field(default_factory=lambda: uuid4().hex)  # for which places lease hosts
    lost: list[Exception] = field(default_factory=list)  # why the index or the stories stopped

    @property
    def database(self) -> Database:
        """The database of the home."""
        return self.stores.database

    def execute_commands(self) -> None:
        """Let nobody wait who wants something from this home."""
        if next_command(self.database.read()) is None:
            return
        state = self.settler.state
        self.database.write(state.flush).result()
        execute_waiting(self.database, lambda: datetime.now(UTC))
        followed = followed_from(followed_sources(self.database.read()))

        def begin_anew(connection: Writer) -> None:
            state.forget()
            state.followed = followed

        self.database.write(begin_anew).result()


@contextmanager
def opened_bulk_home(settings: Settings) -> Iterator[BulkHome]:
    """Own a home, and let its index and stories follow; raises HomeTaken."""
    with ExitStack() as stack:
        stores = stack.enter_context(opened_stores(settings))
        home = _bulk_home(settings, stores)
        _follow(stack, home)
        stack.callback(_flush, home)
        home.settler.state.followed = followed_from(followed_sources(home.database.read()))
        home.database.write(lambda db: begin_leasing(db, home.run, settings)).result()
        try:
            yield home
        finally:
            with suppress(StoreError):
                home.database.write(end_leasing).result()


def _bulk_home(settings: Settings, stores: CrawlStores) -> BulkHome:
    adopt_earlier_files(stores.home)
    folder, files = stores.home.knowledge, stores.files
    stored = None if files is None else StoredKnowledge(files, folder)
    knowledge = KnowledgeKeeper(stores.database, folder, stored=stored)
    request_log, ready = RequestLogBuffer(), ReadyEntries()
    settler = opened_settler(stores, settings, ready, request_log, knowledge.version)
    return BulkHome(settings, stores, settler, knowledge, request_log, ready)


def _follow(stack: ExitStack, home: BulkHome) -> None:
    settings, stores, database = home.settings, home.stores, home.database
    seconds = settings.store.index_seconds
    on_rest = stack.enter_context(mirrored(stores.files, database, stores.index, seconds))
    on_error = home.lost.append
    searchable = index_follower(
        database,
        stores.index,
        settings.search,
        home.ready_entries,
        on_error,
        time.time,
        on_rest,
    )
    stories = story_follower(database, settings.group, on_error, time.time)
    stack.enter_context(following(database, searchable, stories))


def _flush(home: BulkHome) -> None:
    """Write what is still in memory, and learn what the pages taught."""
    with suppress(StoreError, OSError):
        home.database.write(home.settler.state.flush).result()
        home.database.write(home.request_log.write).result()
        asyncio.run(home.knowledge.catch_up())
