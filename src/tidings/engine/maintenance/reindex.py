"""Builds a whole new index from the database, next to the current one, and swaps it in."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from math import inf
from pathlib import Path
from typing import Final

from tidings.engine.followers.change_feed import ChangeFeed
from tidings.engine.followers.index_feeding import feed_changes, remove_missing
from tidings.engine.jobs.job import Progress, Quarantined, Runner
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.reindexing.build_plan import BuildPlan, begun_plan, forget_plan, parts_of
from tidings.engine.reindexing.index_job import PART_ARTICLES, IndexJob, PartsOutput
from tidings.engine.runners.local_runner import LocalRunner
from tidings.engine.runners.runner_choice import opened_runner
from tidings.search.index.errors import IndexUnusable
from tidings.search.index.generation import Generation
from tidings.search.index.part_assembly import assemble
from tidings.search.index.rebuilding import build
from tidings.search.links.link_ranks import LinkRanks, LiveRanks
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.articles.annotations import index_is_due, set_index_due
from tidings.store.tables.articles.articles import article_count
from tidings.store.tables.changes.article_changes import newest_change
from tidings.store.tables.jobs.job_rows import finished_parts
from tidings.text.bulk.bulk_analyser import BulkAnalyser

REMEMBERED_WORDS: Final = 1 << 20  # per language, at most 200 MB; freed when the rebuild ends
_CHUNK = 500  # changes that are added at once
_COMMIT_EVERY = 5_000  # changes between two commits, which only limit memory
_ENOUGH_FOR_PROCESSES = 5_000  # articles: fewer are indexed before other processes have started


@dataclass(frozen=True, slots=True)
class IndexRebuild:
    """What a rebuild did."""

    articles: int  # in the new index
    last_seq: int
    seconds: float
    per_second: float
    generation: str
    quarantined: tuple[Quarantined, ...] = ()  # articles that are not in it


def rebuild(settings: Settings, on_progress: Progress) -> IndexRebuild:
    """Build a new index of a home on its own runner; see `rebuild_index`."""
    home = existing_home(settings)
    database = opened_database(home)
    try:
        if article_count(database.read()) < _ENOUGH_FOR_PROCESSES:
            alone = LocalRunner(database, 0)
            return rebuild_index(alone, home, database, settings, on_progress)
        with opened_runner(settings, database) as runner:
            return rebuild_index(runner, home, database, settings, on_progress)
    finally:
        database.close()


def rebuild_index(
    runner: Runner, home: Home, database: Database, settings: Settings, on_progress: Progress
) -> IndexRebuild:
    """Build a new index that replaces the old one; searches and crawls continue meanwhile.

    Another process that writes the index switches to the new one at its next commit, and adds
    what it lacks. If this is killed, the old index stays, and the next call goes on with the parts
    that are finished. Raises IndexBusy if another rebuild runs.
    """
    began = time.perf_counter()
    rebuilding = _IndexBuild(runner, home, database, settings, on_progress)
    view = build(home.index, settings.search, rebuilding.fill, rebuilding.begin)
    forget_plan(home.index)
    if index_is_due(database.read()):
        database.write(partial(set_index_due, is_due=False)).result()
    seconds = time.perf_counter() - began
    return IndexRebuild(
        articles=view.count(),
        last_seq=view.last_seq,
        seconds=round(seconds, 3),
        per_second=round(view.count() / max(seconds, 1e-9), 1),
        generation=view.folder.name,
        quarantined=rebuilding.quarantined,
    )


@dataclass(slots=True)
class _IndexBuild:
    """One build: first the parts, then what changed while they were made."""

    runner: Runner
    home: Home
    database: Database
    settings: Settings
    on_progress: Progress
    quarantined: tuple[Quarantined, ...] = ()

    def begin(self, made: Path) -> None:
        """Make all parts, and a generation of them."""
        plan = self._made_parts()
        try:
            assemble(parts_of(plan, self.home.index), made, plan.until)
        except IndexUnusable:
            forget_plan(self.home.index)  # the next build must not go on with damaged parts
            raise

    def _made_parts(self) -> BuildPlan:
        """Return the plan whose parts are all there; if files were lost, that is another one."""
        while True:
            plan = begun_plan(
                self.database.read(), self.home.index, PART_ARTICLES, datetime.now(UTC)
            )
            parts = parts_of(plan, self.home.index)
            job = IndexJob(self.home, plan, self.settings.search.heap_bytes)
            output = PartsOutput(parts, self.database)
            report = self.runner.run(job, output, self.on_progress)
            self.quarantined = report.quarantined
            if all(map(parts.has, finished_parts(self.database.read(), report.job))):
                return plan
            forget_plan(self.home.index)

    def fill(self, generation: Generation) -> None:
        """Add everything up to the newest change, except a few changes on a busy home.

        There, changes keep coming. The process that writes the index adds the rest, once it is
        small, or hardly shrinks because changes come about as fast as they are added.
        """
        ranks, added = LiveRanks(self.home.links).now(), inf
        while True:
            before, former = generation.view.last_seq, added
            if newest_change(self.database.read()) == before:
                return
            self._follow(generation, ranks)
            added = generation.view.last_seq - before
            if added < _CHUNK or 2 * added > former:
                return

    def _follow(self, generation: Generation, ranks: LinkRanks) -> None:
        """Add what has changed until now, and commit it."""
        connection, analyser = self.database.read(), BulkAnalyser()
        began, newest = generation.view.last_seq, newest_change(connection)
        feed, cursor, waiting = ChangeFeed(began, _CHUNK), began, 0
        while cursor < newest and (batch := feed.next_batch(connection)) is not None:
            feed_changes(connection, generation, batch.changes, ranks=ranks, analyser=analyser)
            if batch.ends_scan:
                remove_missing(connection, generation, generation.view.ids())
            cursor, waiting = batch.cursor, waiting + len(batch.changes)
            if waiting >= _COMMIT_EVERY:
                generation.commit(cursor)
                waiting = 0
            self.on_progress(cursor - began, max(newest, cursor) - began)
        generation.commit(cursor)
