"""Begins a run, or brings back one that was interrupted."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from tidings.crawl.agents.population import Step
from tidings.crawl.agents.query_terms import QueryTerms, query_terms
from tidings.engine.agents.place import VisitPlace
from tidings.engine.agents.query_run import AgentRun, RunCourse
from tidings.engine.agents.run_clerk import OnSettled, RunClerk
from tidings.engine.agents.run_settling import RunSettler, write_events
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.listing.recorded_run import new_population, recorded_calls
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.query_run import AgentPolicy, RunEnd, RunRequest, RunStatus
from tidings.read.url import article_id
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.access.article_marks import existing_articles
from tidings.store.tables.agents.query_runs import (
    RunBasis,
    begin_run,
    continue_run,
    end_run,
    run_basis,
    run_status,
    worked_seconds,
)
from tidings.store.tables.agents.query_steps import steps_of_run
from tidings.store.tables.agents.topic_models import topic_model
from tidings.text.language.distinctive_words import DISTINCTIVE_WORDS

_NO_SEEDS = (
    "Nothing in this home is about the query: give addresses to begin with ('tidings mine QUERY "
    "--seed URL'), or follow sources first ('tidings add URL')."
)
_PAGE_BYTES = 2 * 1024 * 1024  # reserved for each step; real articles stay below it


@dataclass(frozen=True, slots=True)
class RunParts:
    """What runs need of the process that owns the home."""

    settings: Settings
    database: Database
    settler: RunSettler
    ready_entries: ReadyEntries
    clock: Callable[[], float]
    place_of: Callable[[QueryTerms], VisitPlace]
    seeds_of: Callable[[RunRequest], Sequence[str]]  # reads the index: called in a thread
    on_settled: OnSettled


@dataclass(frozen=True, slots=True)
class BegunRun:
    """A run, and the steps that were under way when it was interrupted."""

    run: AgentRun
    left: list[Step]


async def begun_run(number: int, parts: RunParts) -> BegunRun | None:
    """Begin a run, or go on with it; None if it is over before it began."""
    status = run_status(parts.database.read(), number)
    if status is None or status.end is not None:
        return None
    basis = run_basis(parts.database.read(), number)
    if basis is None:
        basis = await _new_basis(status, parts)
        status = run_status(parts.database.read(), number)
        if basis is None or status is None:
            return None
    else:
        await parts.database.write_async(partial(continue_run, run=number))
    course, left = await asyncio.to_thread(_course, status, basis, parts)
    clerk = RunClerk(number, parts.database, parts.settler, parts.ready_entries, parts.on_settled)
    run = AgentRun(
        course,
        status.request.budget,
        parts.place_of(_terms_of(status.request, basis)),
        clerk,
        parts.settings.agents,
        parts.clock,
        known_of=partial(_known_of, parts.database),
        topic=basis.topic,
        per_host=parts.settings.fetch.per_host,
        worked=worked_seconds(parts.database.read(), number),
    )
    return BegunRun(run, left)


def _terms_of(request: RunRequest, basis: RunBasis) -> QueryTerms:
    terms = query_terms(request.query, basis.language)
    return replace(terms, by_paper=request.policy is AgentPolicy.LACRAWLER)


async def _new_basis(status: RunStatus, parts: RunParts) -> RunBasis | None:
    """Find out what a run begins with, and store it; None if there is nothing to begin with."""
    request, now = status.request, datetime.fromtimestamp(parts.clock(), UTC)
    seeds: Sequence[str] = request.seeds
    if not seeds:
        seeds = await asyncio.to_thread(parts.seeds_of, request)
    language = _language(request.query, parts.settings)
    topic = " ".join(sorted(query_terms(request.query, language).weights))
    learned = topic_model(parts.database.read(), topic)
    basis = RunBasis(tuple(seeds), language, topic, learned)

    def begin(connection: Writer) -> None:
        begin_run(connection, status.id, basis, now)
        if not seeds:
            ended = AgentEvent(AgentEventKind.ENDED, words=RunEnd.NO_SEEDS)
            write_events(connection, status.id, [ended], now)
            end_run(connection, status.id, RunEnd.NO_SEEDS, _NO_SEEDS, now)

    await parts.database.write_async(begin)
    return basis if seeds else None


def _known_of(database: Database, urls: Sequence[str]) -> set[str]:
    """Return those of the URLs whose articles the home has."""
    ids = {article_id(url): url for url in urls}
    return {ids[each] for each in existing_articles(database.read(), [*ids])}


def _language(query: str, settings: Settings) -> str:
    """Return the language of a query by its small words; no model: it takes a second to load."""
    wanted = settings.crawl.languages
    words = (DISTINCTIVE_WORDS.get(word) for word in query.lower().split())
    votes = Counter(each for each in words if each and (not wanted or each in wanted))
    return votes.most_common(1)[0][0] if votes else wanted[0] if wanted else "en"


def _course(status: RunStatus, basis: RunBasis, parts: RunParts) -> tuple[RunCourse, list[Step]]:
    """Return where a run stands, and which steps were under way; takes a second for many pages."""
    most = min(parts.settings.fetch.max_body_bytes, _PAGE_BYTES)
    course = RunCourse(new_population(status.request, basis, status.began_at, most))
    calls, last = recorded_calls(steps_of_run(parts.database.read(), status.id))
    return course, course.repeat(calls, last)
