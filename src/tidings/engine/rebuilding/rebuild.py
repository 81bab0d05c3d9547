"""`tidings rebuild`: makes again what is derived, step by step; may be killed at any time."""

import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from tidings.engine.commands.issuing import execute_waiting
from tidings.engine.jobs.job import Progress, Quarantined, Runner, key_of
from tidings.engine.jobs.job_command import JobCommand
from tidings.engine.maintenance.link_refresh import Places, refresh_links
from tidings.engine.maintenance.reannotate import DuplicatePlaces, annotate_again, regroup_stories
from tidings.engine.maintenance.reindex import rebuild_index
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_ownership import owned_database
from tidings.engine.rebuilding.extract_job import (
    CorrectedArticles,
    extract_again,
    read_links,
)
from tidings.engine.rebuilding.out_links import LinkFiles
from tidings.engine.rebuilding.update_job import update_frontier
from tidings.engine.runners.runner_choice import opened_runner
from tidings.model.crawl.job_status import PartStatus
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
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
    found: int = 0  # URLs that archived pages lead to, and that were not known
    ranked: int = 0  # pages
    quarantined: tuple[Quarantined, ...] = ()
    job: int = 0  # its number in `tidings jobs`


@dataclass(slots=True)
class _Rebuild:
    """A rebuild under way; what it did is for the report only."""

    settings: Settings
    database: Database
    runner: Runner
    job: int  # its number
    since: datetime  # when it began
    steps: frozenset[RebuildStep]
    everything: bool
    on_step: OnStep
    result: RebuildResult = field(default_factory=RebuildResult)

    def do(self, step: RebuildStep) -> None:
        on_progress = partial(self._on_progress, step)
        match step:
            case RebuildStep.EXTRACT:
                self._extract(on_progress)
            case RebuildStep.UPDATE:
                self._update(on_progress)
            case RebuildStep.ANNOTATE:
                self._annotate(on_progress)
            case RebuildStep.STORIES:
                places = DuplicatePlaces(
                    lambda: nullcontext(self.runner), existing_home(self.settings)
                )
                regroup_stories(self.database, self.settings.group, on_progress, places)
            case RebuildStep.LINKS:
                linking = Places(self.database, self.runner)
                home = existing_home(self.settings)
                done = refresh_links(home, self.settings, None, on_progress, linking)
                self.result = replace(self.result, ranked=done.pages)
            case RebuildStep.INDEX if not self.result.is_indexed:
                home = existing_home(self.settings)
                rebuild_index(self.runner, home, self.database, self.settings, on_progress)
        if step is not RebuildStep.INDEX:
            self.check_index()

    def _on_progress(self, step: RebuildStep, done: int, total: int) -> None:
        """Show how far a step is, and let nobody wait who wants something from this home."""
        execute_waiting(self.database, lambda: datetime.now(UTC))
        self.on_step(step, done, total)

    def _extract(self, on_progress: Callable[[int, int], None]) -> None:
        done: CorrectedArticles = extract_again(
            self.runner,
            self.database,
            self.settings,
            on_progress,
            everything=self.everything,
            links=self._links() if RebuildStep.UPDATE in self.steps else None,
            since=self.since,
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

    def _links(self) -> LinkFiles:
        """Return where the links of archived pages wait until they are rows."""
        return LinkFiles.of(existing_home(self.settings), self.job)

    def _update(self, on_progress: Callable[[int, int], None]) -> None:
        links = self._links()
        parts = (self.runner, self.database, self.settings)
        quarantined: tuple[Quarantined, ...] = ()
        if RebuildStep.EXTRACT not in self.steps:
            quarantined = read_links(*parts, on_progress, links, self.since)
        added = update_frontier(*parts, links, self.job, on_progress)
        quarantined = (*self.result.quarantined, *quarantined)
        self.result = replace(self.result, found=added, quarantined=quarantined)

    def _annotate(self, on_progress: Callable[[int, int], None]) -> None:
        articles, quarantined = annotate_again(
            self.runner,
            self.database,
            self.settings,
            on_progress,
            everything=self.everything,
            since=self.since,
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
    home = existing_home(settings)
    began = time.perf_counter()
    with owned_database(home, "rebuilding") as database:
        job, since = _begin(database, steps, everything)
        command = _command(steps, everything)
        with opened_runner(settings, database, since, command) as runner:
            rebuild = _Rebuild(settings, database, runner, job, since, steps, everything, on_step)
            rebuild.check_index()
            for step in (each for each in RebuildStep if each in steps):
                step_began = time.perf_counter()
                rebuild.do(step)
                _note_step(database, job, step, time.perf_counter() - step_began)
        database.write(partial(end_job, job=job, now=datetime.now(UTC))).result()
        stories = story_count(database.read())
    seconds = round(time.perf_counter() - began, 3)
    return replace(rebuild.result, job=job, stories=stories, seconds=seconds)


def resumed_rebuild(
    settings: Settings, number: int, arguments: Mapping[str, Any], on_progress: Progress
) -> RebuildResult:
    """Go on with a rebuild that was interrupted: the same steps have the same job."""
    steps = frozenset(RebuildStep(each) for each in arguments["steps"])
    return rebuild_home(
        settings,
        steps,
        lambda step, done, total: on_progress(done, total),
        everything=bool(arguments["everything"]),
    )


def _command(steps: frozenset[RebuildStep], everything: bool) -> str:
    arguments = {"steps": [each for each in RebuildStep if each in steps], "everything": everything}
    return JobCommand("rebuild", arguments).to_json()


def _begin(
    database: Database, steps: frozenset[RebuildStep], everything: bool
) -> tuple[int, datetime]:
    """Note a rebuild, or find the one that was interrupted; return its number and beginning."""
    key = key_of(sorted(steps), everything)
    command = _command(steps, everything)
    start = JobStart("rebuild", key, len(steps), datetime.now(UTC), command=command)
    number = database.write(partial(begin_job, start=start)).result()
    status = job_status(database.read(), number)
    assert status is not None
    return number, status.began_at


def _note_step(database: Database, job: int, step: RebuildStep, seconds: float) -> None:
    part = PartStatus(step, 1, 0, "", round(seconds, 3), datetime.now(UTC))
    database.write(partial(add_part, job=job, part=part)).result()
