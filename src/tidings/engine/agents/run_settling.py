"""Settling a step in the writer's transaction: its page, its row, its events, and what it found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tidings.engine.agents.place import Visited
from tidings.engine.reading.visit_outcome import NO_SOURCE, ReadPage, visit_of_query_run
from tidings.engine.settling.listed_page import settle_listed
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler, VisitResult
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.page_sight import SeenPage, Sight
from tidings.model.agents.run_find import RunFind
from tidings.model.articles.article import Article
from tidings.model.crawl.visit import UrlRecord, Visit
from tidings.model.web.exchange import FetchFailure
from tidings.model.web.reason import Reason
from tidings.read.url import canonical, domain_of, host_of, root_of, url_id
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.agents.query_events import add_events, last_event
from tidings.store.tables.agents.query_finds import find_count, keep_find
from tidings.store.tables.agents.query_runs import RunCounts, note_counts
from tidings.store.tables.agents.query_steps import RunCall, end_step
from tidings.store.tables.agents.topic_models import keep_topic_model
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.frontier.urls import url_record, visit_to
from tidings.store.tables.sources.imported_sites import import_site
from tidings.store.tables.takedowns.takedowns import is_taken_down

IsStopped = Callable[[int, int], bool]  # whether a visit to a source, by its ticket, counts no more


@dataclass(frozen=True, slots=True)
class StepEnd:
    """What is to be stored when a step ends."""

    run: int
    number: int
    call: RunCall
    sight: Sight  # as the population saw it
    visited: Visited
    events: Sequence[AgentEvent]
    counts: RunCounts
    topic: str
    learned: bytes = b""  # to be kept; empty: not now


@dataclass(frozen=True, slots=True)
class SettledStep:
    """What became of a step."""

    result: VisitResult | None = None  # of a page that was settled
    visit: Visit | None = None
    find: RunFind | None = None


class RunSettler:
    """Writes what steps bring. Runs in the writer's thread."""

    def __init__(
        self, settler: Settler, is_stopped: IsStopped, request_log: RequestLogBuffer
    ) -> None:
        self._request_log = request_log
        self._settler = settler
        self._is_stopped = is_stopped

    def end_step(self, connection: Writer, end: StepEnd) -> SettledStep:
        """Store everything that follows from a step."""
        settled = self._settle(connection, end)
        self._request_log.write(connection)
        end_step(connection, end.run, end.number, end.sight, end.call)
        if settled.find is not None:
            keep_find(connection, end.run, settled.find)
        # Only the rows decide what is a find: its page may forbid that it is kept.
        events = [each for each in end.events if settled.find or not _tells_find(each)]
        write_events(connection, end.run, events, end.call.at)
        counts = replace(end.counts, finds=find_count(connection, end.run))
        note_counts(connection, end.run, counts, end.call.second)
        if end.learned:
            keep_topic_model(connection, end.topic, end.learned, end.call.at)
        return settled

    def _settle(self, connection: Writer, end: StepEnd) -> SettledStep:
        assignment, outcome = end.visited.assignment, end.visited.outcome
        if assignment is None or outcome is None:
            return SettledStep()
        source = assignment.owner.source
        if source != NO_SOURCE:
            if self._is_stopped(source, assignment.ticket):
                return SettledStep()
            if isinstance(outcome, FetchFailure) and not _tells(connection, outcome):
                return SettledStep()
            result = settle_listed(connection, self._settler, assignment.visit, outcome)
            find = self._find(connection, end, result, is_followed=True)
            return SettledStep(result, assignment.visit, find)
        if not isinstance(outcome, ReadPage) or not _is_find(end, outcome):
            return SettledStep()
        return self._settle_find(connection, end, outcome)

    def _settle_find(self, connection: Writer, end: StepEnd, page: ReadPage) -> SettledStep:
        """Keep a find at a site that nobody follows, or was not known to be followed."""
        url = canonical(page.response.url) or page.response.url
        known = visit_to(connection, host_of(url), url_id(url))
        if known is not None and known.article is not None:
            return SettledStep(find=self._find(connection, end, None, is_followed=True))
        article = page.reading.article
        if article is not None and is_taken_down(connection, [article.id]):
            return SettledStep()
        followed = self._settler.state.followed
        is_followed = domain_of(url) in followed.by_domain
        if not is_followed:
            import_site(connection, root_of(url), domain_of(url), end.call.at)
        # As if it had been asked for where it was found: redirects belong to the run.
        response = replace(page.response, requested=url, hops=())
        outcome, visit = replace(page, response=response), visit_of_query_run(url)
        result = settle_listed(connection, self._settler, visit, outcome)
        find = self._find(connection, end, result, is_followed=is_followed)
        return SettledStep(result, visit, find)

    def _find(
        self, connection: Reader, end: StepEnd, result: VisitResult | None, *, is_followed: bool
    ) -> RunFind | None:
        sight, outcome = end.sight, end.visited.outcome
        if not isinstance(sight, SeenPage) or not isinstance(outcome, ReadPage):
            return None
        if not _is_find(end, outcome):
            return None
        article = result.article if result is not None else None
        is_new = article is not None and article.revision == 1
        record = url_record(connection, host_of(sight.url), url_id(sight.url))
        kept = article or _known_article(connection, record, outcome)
        if kept is None:
            return None
        return RunFind(
            url=kept.url,
            article=kept.id,
            title=kept.title,
            source=kept.publisher or outcome.reading.site_name or kept.source,
            site=record.site if record else NO_SOURCE,
            published=kept.published,
            relevance=next(each.relevance for each in end.events if _tells_find(each)),
            found_at=end.call.at,
            was_known=not is_new,
            is_owned=is_new and not is_followed,
        )


def _is_find(end: StepEnd, page: ReadPage) -> bool:
    """Return whether the population takes a page for a find, and it was read as one."""
    if not isinstance(end.sight, SeenPage) or page.reading.article is None:
        return False
    return any(map(_tells_find, end.events))


def write_events(connection: Writer, run: int, events: Sequence[AgentEvent], now: datetime) -> None:
    """Number events and store them. The rows say which number is next: a transaction may be
    repeated."""
    if events:
        add_events(connection, run, last_event(connection, run) + 1, events, now)


def _tells_find(event: AgentEvent) -> bool:
    return event.kind is AgentEventKind.FOUND


def _known_article(connection: Reader, record: UrlRecord | None, page: ReadPage) -> Article | None:
    """Return the article that the home has of a page."""
    ids = [record.state.article if record else None]
    if page.reading.article is not None:
        ids.append(page.reading.article.id)
    found = (article_by_id(connection, each) for each in ids if each)
    return next((each for each in found if each is not None), None)


def _tells(connection: Reader, failure: FetchFailure) -> bool:
    """Return whether a failure says anything about a known URL of a source.

    A redirect that the run's budget forbids does not.
    """
    if failure.reason is Reason.REDIRECTED:
        return False
    url = canonical(failure.requested) or failure.requested
    return url_record(connection, host_of(url), url_id(url)) is not None
