"""Builds a whole new index from the database, next to the current one, as a job."""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from math import inf

from tidings.engine.followers.change_feed import ChangeFeed
from tidings.engine.followers.index_feeding import feed_changes
from tidings.engine.jobs.job import (
    MapItems,
    Mapped,
    Part,
    Progress,
    Quarantined,
    Record,
    key_of,
)
from tidings.engine.jobs.local_runner import LocalRunner
from tidings.engine.process.home import Home, existing_home
from tidings.model.articles.change import Change
from tidings.search.entries.entry import IndexEntry
from tidings.search.index.generation import Generation
from tidings.search.index.rebuilding import build
from tidings.search.links.link_ranks import LiveRanks
from tidings.settings.tree import EngineSettings, Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import index_is_due, set_index_due
from tidings.store.tables.articles.articles import article_count
from tidings.store.tables.changes.article_changes import newest_change
from tidings.text.bulk.bulk_analyser import BulkAnalyser

_CHUNK = 500  # articles in a part
REMEMBERED_WORDS = 1 << 20  # per language, at most 200 MB; freed when the rebuild ends
_COMMIT_EVERY = 20_000  # articles between two commits of a rebuild, which only limit its memory
_ENOUGH_FOR_PROCESSES = 20_000  # articles: fewer are indexed before other processes have started
_MAX_PROCESSES = 2  # make entries as fast as this one can add them to the index


@dataclass(frozen=True, slots=True)
class IndexRebuild:
    """What a rebuild did."""

    articles: int  # in the new index
    last_seq: int
    seconds: float
    per_second: float
    generation: str
    quarantined: tuple[Quarantined, ...] = ()  # articles that are not in it


@dataclass(slots=True)
class IndexParts:
    """What some changes mean for an index: entries to add, and ids that are gone."""

    entries: list[IndexEntry] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)

    def add(self, entries: Sequence[IndexEntry]) -> None:
        """Collect entries."""
        self.entries += entries

    def remove(self, ids: Iterable[str]) -> None:
        """Collect ids."""
        self.gone.update(ids)


@dataclass(frozen=True, slots=True)
class IndexJob:
    """Makes the entries of all articles that changed after a seq; of all, if that is 0.

    Its output is a generation of the index that nobody sees before it is complete. So a job that
    was killed is not continued: its key is that of the generation.
    """

    home: Home
    store: StoreSettings
    generation: str
    began_at: datetime
    after: int
    chunk: int

    @property
    def name(self) -> str:
        """The name that people see."""
        return "index"

    @property
    def key(self) -> str:
        """Each generation is another job."""
        return key_of(self.generation, self.began_at, self.after)

    def count(self, connection: Reader) -> int:
        """Return the number of changes."""
        return newest_change(connection) - self.after if self.after else article_count(connection)

    def split(self, connection: Reader) -> Iterator[Part[Change]]:
        """Yield the changes until now; the key begins with the cursor behind them."""
        newest, cursor = newest_change(connection), self.after
        feed = ChangeFeed(self.after, self.chunk, scan=self.after == 0)
        while cursor < newest and (batch := feed.next_batch(connection)) is not None:
            cursor = batch.cursor
            if batch.changes:
                span = f"{batch.changes[0].seq}-{batch.changes[-1].seq}"
                yield Part(f"{cursor} {span}", tuple(batch.changes))
            if batch.ends_scan:
                return

    def start(self) -> MapItems[Change, IndexParts]:
        """Open the database and the link ranks."""
        connection = open_database(self.home.database, self.store).read()
        ranks, analyser = LiveRanks(self.home.links).now(), BulkAnalyser(REMEMBERED_WORDS)

        def entries(changes: Sequence[Change]) -> IndexParts:
            parts = IndexParts()
            feed_changes(connection, parts, changes, ranks=ranks, analyser=analyser)
            return parts

        return entries

    def name_of(self, item: Change) -> str:
        """Return the URL of an article."""
        return item.url


class GenerationOutput:
    """Adds entries to a generation of the index, in the order of their changes."""

    def __init__(self, generation: Generation, database: Database) -> None:
        self._generation = generation
        self._database = database
        self._added = 0
        self.newest = 0  # the last change that was added

    def commit(
        self, part: Part[Change], mapped: Sequence[Mapped[Change, IndexParts]], record: Record
    ) -> None:
        """Add the entries of a part; now and then commit them, which only frees memory."""
        for some in mapped:
            self._generation.remove(some.result.gone)
            self._generation.add(some.result.entries)
        self._added += len(part.items)
        self.newest = part.items[-1].seq
        if self._added >= _COMMIT_EVERY:
            self._generation.commit(int(part.key.split()[0]))
            self._added = 0
        self._database.write(record)


def rebuild(settings: Settings, on_progress: Progress) -> IndexRebuild:
    """Build a new index that replaces the old one; searches and crawls continue meanwhile.

    Another process that writes the index switches to the new one at its next commit, and adds
    what it lacks. If this is killed, nothing changes. Raises IndexBusy if another rebuild runs.
    """
    home = existing_home(settings.home)
    database = open_database(home.database, settings.store)
    began = time.perf_counter()
    quarantined: list[Quarantined] = []

    def fill(generation: Generation) -> None:
        quarantined.extend(_fill(generation, home, settings, database, on_progress))

    try:
        view = build(home.index, settings.search, fill)
        if index_is_due(database.read()):
            database.write(partial(set_index_due, is_due=False)).result()
    finally:
        database.close()
    seconds = time.perf_counter() - began
    return IndexRebuild(
        articles=view.count(),
        last_seq=view.last_seq,
        seconds=round(seconds, 3),
        per_second=round(view.count() / max(seconds, 1e-9), 1),
        generation=view.folder.name,
        quarantined=tuple(quarantined),
    )


def _fill(
    generation: Generation,
    home: Home,
    settings: Settings,
    database: Database,
    on_progress: Progress,
) -> Iterator[Quarantined]:
    """Add everything up to the newest change, except a few changes on a busy home.

    There, changes keep coming. The process that writes the index adds the rest, once it is small,
    or hardly shrinks because changes come about as fast as they are added. Yields what cannot be
    indexed.
    """
    now, added = datetime.now(UTC), inf
    name, output = generation.folder.name, GenerationOutput(generation, database)
    while True:
        before, former = generation.view.last_seq, added
        newest = newest_change(database.read())
        if newest == before:
            return
        job = IndexJob(home, settings.store, name, now, before, _CHUNK)
        runner = LocalRunner(database, _process_count(settings.engine, job.count(database.read())))
        yield from runner.run(job, output, on_progress).quarantined
        generation.commit(max(newest, output.newest))
        added = generation.view.last_seq - before
        if added < _CHUNK or 2 * added > former:
            return


def _process_count(settings: EngineSettings, articles: int) -> int:
    """Return how many other processes make entries: none if that would not be faster."""
    if articles < _ENOUGH_FOR_PROCESSES:
        return 0
    cores = settings.workers or os.cpu_count() or 1
    return min(cores - 1, _MAX_PROCESSES)
