"""What the store knows about each source; `source_condition.py` judges it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tidings.crawl.feeds.discovery import is_guess
from tidings.engine.sources.completeness import silences
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import UrlRecord
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import newest_of_source
from tidings.store.tables.frontier.site_findings import (
    UrlFinding,
    guesses_with_same_page,
    pages_of_site,
    unread_lists_of_site,
    ways_of_site,
)
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.sources.pauses import paused_sources
from tidings.store.tables.sources.sources import sources_of_other_nodes


@dataclass(frozen=True, slots=True)
class SourceEvidence:
    """What is known about one source."""

    start: UrlFinding | None = None  # its start page, or where that leads
    ways: tuple[UrlFinding, ...] = ()  # its feeds, sitemaps and index pages
    pages: tuple[UrlFinding, ...] = ()  # only of a source without articles
    same_guesses: int = 0  # guessed addresses that were answered with the same page
    articles: int = 0
    newest_article: datetime | None = None
    overdue: float | None = None  # articles that a silent source was expected to bring
    silent_since: datetime | None = None
    paused_at: datetime | None = None
    node: int | None = None  # another node that crawls it


def evidence_of_sources(
    connection: Reader, sources: Sequence[Source], articles: Mapping[str, int], now: datetime
) -> dict[int, SourceEvidence]:
    """Return what is known about each source, by its id; `articles` counts them by domain."""
    paused, elsewhere = paused_sources(connection), sources_of_other_nodes(connection)
    silent = {each.site.id: each.silence for each in silences(connection, now) if each.silence}
    found: dict[int, SourceEvidence] = {}
    for source in sources:
        known = SourceEvidence(
            articles=articles.get(source.domain, 0),
            paused_at=paused.get(source.id),
            node=elsewhere.get(source.id),
        )
        if (silence := silent.get(source.id)) is not None:
            known = replace(known, overdue=silence.expected, silent_since=silence.since)
        found[source.id] = _with_frontier(connection, source, known)
    return found


def _with_frontier(connection: Reader, source: Source, known: SourceEvidence) -> SourceEvidence:
    """Add what became of a source's URLs; nobody asks for those of a source that is not crawled."""
    if known.paused_at is not None or known.node is not None:
        return known
    ways = ways_of_site(connection, source.id)
    # Nobody has said that there is anything at the usual addresses: they cannot fail.
    unread = unread_lists_of_site(connection, source.id)
    ways += [finding for url, finding in unread if not is_guess(url)]
    known = replace(known, start=_start_of(connection, source), ways=tuple(ways))
    if known.articles:
        return replace(known, newest_article=newest_of_source(connection, source.domain))
    return replace(
        known,
        pages=(*pages_of_site(connection, source.id),),
        same_guesses=guesses_with_same_page(connection, source.id),
    )


def _start_of(connection: Reader, source: Source) -> UrlFinding | None:
    start = url_record(connection, host_of(source.url), url_id(source.url))
    if start is None or start.state.target is None or start.state.reason is not Reason.REDIRECTED:
        return None if start is None else _finding(start)
    target = start.state.target
    final = url_record(connection, host_of(target), url_id(target))
    return _finding(start if final is None or final.visited_at is None else final)


def _finding(record: UrlRecord) -> UrlFinding:
    state = record.state
    return UrlFinding(
        role=state.role,
        state=state.state,
        reason=state.reason,
        number=1,
        status=state.status,
        detail=state.detail,
        due=state.due,
        visited_at=record.visited_at,
        example=record.id,
    )
