"""Source learning: what a settled page teaches about its source, for reading the next pages."""

from datetime import datetime

from tidings.crawl.visits.visit_outcome import sets_home
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.changes import (
    Change,
    LearnFocus,
    LearnSite,
    MoveSource,
    NameSource,
    NoteArticleFlow,
)
from tidings.engine.state.focus_learning import FocusOutcome
from tidings.model.articles.article import Article
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import PageKind


def what_page_teaches(visit: Visit, reading: Reading, kept: Article | None) -> list[Change]:
    """Learn from a page seen for the first time; twins and revisions teach nothing new."""
    changes: list[Change] = []
    if kept is not None:
        changes.append(NoteArticleFlow(visit.site, kept))
    update = reading.memory_update
    if update is None or not visit.is_first:
        return changes
    is_refused = reading.judgement is not None and not reading.judgement.wanted
    if kept is not None or is_refused or update.kind is not PageKind.ARTICLE:
        changes.append(LearnSite(visit.site, update))
    return changes


def what_topic_teaches(visit: Visit, reading: Reading, now: datetime) -> list[Change]:
    """Learn about the source's topic, if it has one."""
    if reading.page is None or not reading.topic:
        return []
    outcome = FocusOutcome(reading.topic, reading.judgement, reading.worth)
    return [LearnFocus(visit, outcome, now)]


def name_and_domain(
    visit: Visit, response: Response, reading: Reading, source: Source | None
) -> list[Change]:
    """Learn a source's name, and its domain if its start page redirected elsewhere.

    `source` is what is known already: once it has a name, it keeps it.
    """
    changes: list[Change] = []
    publisher = reading.article.publisher if reading.article else ""
    name = reading.site_name if visit.depth <= 1 else publisher
    if name and not (source and source.name):
        changes.append(NameSource(visit.site, name))
    if sets_home(visit, response):
        changes.append(MoveSource(visit.site, reading.domain))
    return changes
