"""`tidings rebuild`: makes again what is derived, step by step; may be killed at any time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from tidings.engine.commands.issuing import execute_waiting
from tidings.engine.jobs.job import Quarantined, key_of
from tidings.engine.jobs.local_runner import LocalRunner, process_count
from tidings.engine.maintenance.link_refresh import refresh_links
from tidings.engine.maintenance.reannotate import annotate_again, regroup_stories
from tidings.engine.maintenance.reindex import rebuild as rebuild_index
from tidings.engine.process.home import HomeLock, existing_home
from tidings.engine.rebuilding.extract_job import CorrectedArticles, extract_again
from tidings.model.crawl.job_status import PartStatus
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.annotations import index_is_due
from tidings.store.tables.articles.articles import article_count
from tidings.store.tables.articles.stories import story_count
from tidings.store.tables.frontier.lists import read_lists_anew
from tidings.store.tables.jobs.job_rows import JobStart, add_part, begin_job, end_job, job_status

OnStep = Callable[[RebuildStep, int, int], None]  # the step, items done, items in total


@dataclass(frozen=True, slots=True)
class RebuildResult:
    """What a rebuild did."""

    articles: int = 0  # annotated again
    left: int = 0  # already annotated by today's models
    stories: int = 0
    seconds: float = 0.0
    is_indexed: bool = True  # whether the index had everything, and was not built again
    pages: int = 0  # read again
    corrected: int = 0
    added: int = 0
    hidden: int = 0
    ranked: int = 0  # pages
    quarantined: tuple[Quarantined, ...] = ()
    job: int = 0  # its number in `tidings jobs`


@dataclass(slots=True)
class _Rebuild:
    """A rebuild under way; what it did is for the report only."""

    settings: Settings
    database: Database
    runner: LocalRunner
    everything: bool
    on_step: OnStep
    result: RebuildResult = field(default_factory=RebuildResult)

    def do(self, step: RebuildStep) -> None:
        on_progress = partial(self._on_progress, step)
        match step:
            case RebuildStep.EXTRACT:
                self._extract(on_progress)
            case RebuildStep.ANNOTATE:
                self._annotate(on_progress)
            case RebuildStep.STORIES:
                regroup_stories(self.database, self.settings.group, on_progress)
            case RebuildStep.LINKS:
                home = existing_home(self.settings.home)
                ranked = refresh_links(home, self.settings, on_progress=on_progress).pages
                self.result = replace(self.result, ranked=ranked)
            case RebuildStep.INDEX if not self.result.is_indexed:
                rebuild_index(self.settings, on_progress)
        if step is not RebuildStep.INDEX:
            self.check_index()

    def _on_progress(self, step: RebuildStep, done: int, total: int) -> None:
        """Show how far a step is, and let nobody wait who wants something from this home."""
        execute_waiting(self.database, lambda: datetime.now(UTC))
        self.on_step(step, done, total)

    def _extract(self, on_progress: Callable[[int, int], None]) -> None:
        done: CorrectedArticles = extract_again(
            self.runner, self.database, self.settings, on_progress, everything=self.everything
        )
        self.result = replace(
            self.result,
            pages=done.pages,
            corrected=done.corrected,
            added=done.added,
            hidden=done.hidden,
            quarantined=(*self.result.quarantined, *done.quarantined),
        )
        # Lists are not archived: the next visit reads them with today's code.
        self.database.write(partial(read_lists_anew, now=datetime.now(UTC))).result()

    def _annotate(self, on_progress: Callable[[int, int], None]) -> None:
        articles, quarantined = annotate_again(
            self.runner, self.database, self.settings, on_progress, everything=self.everything
        )
        left = article_count(self.database.read()) - articles
        self.result = replace(
            self.result,
            articles=articles,
            left=left,
            quarantined=(*self.result.quarantined, *quarantined),
        )

    def check_index(self) -> None:
        """Note whether the index has everything."""
        self.result = replace(self.result, is_indexed=not index_is_due(self.database.read()))


def rebuild_home(
    settings: Settings, steps: frozenset[RebuildStep], on_step: OnStep, *, everything: bool
) -> RebuildResult:
    """Make again what is derived. If this is killed, the next call continues.

    No other process may hold the home's lock. `everything` also annotates again what today's
    models annotated, and applies what was learned about sites to all their pages.
    """
    home = existing_home(settings.home)
    began = time.perf_counter()
    with HomeLock(home, "rebuilding"), _opened(settings) as database:
        job, since = _begin(database, steps, everything)
        runner = LocalRunner(
            database, process_count(settings.engine), settings.engine.stage_seconds, since
        )
        rebuild = _Rebuild(settings, database, runner, everything, on_step)
        rebuild.check_index()
        for step in (each for each in RebuildStep if each in steps):
            step_began = time.perf_counter()
            rebuild.do(step)
            _note_step(database, job, step, time.perf_counter() - step_began)
        database.write(partial(end_job, job=job, now=datetime.now(UTC))).result()
        stories = story_count(database.read())
    seconds = round(time.perf_counter() - began, 3)
    return replace(rebuild.result, job=job, stories=stories, seconds=seconds)


@contextmanager
def _opened(settings: Settings) -> Iterator[Database]:
    database = open_database(existing_home(settings.home).database, settings.store)
    try:
        yield database
    finally:
        database.close()


def _begin(
    database: Database, steps: frozenset[RebuildStep], everything: bool
) -> tuple[int, datetime]:
    """Note a rebuild, or find the one that was interrupted; return its number and beginning."""
    key = key_of(sorted(steps), everything)
    start = JobStart("rebuild", key, len(steps), datetime.now(UTC))
    number = database.write(partial(begin_job, start=start)).result()
    status = job_status(database.read(), number)
    assert status is not None
    return number, status.began_at


def _note_step(database: Database, job: int, step: RebuildStep, seconds: float) -> None:
    part = PartStatus(step, 1, 0, "", round(seconds, 3), datetime.now(UTC))
    database.write(partial(add_part, job=job, part=part)).result()
