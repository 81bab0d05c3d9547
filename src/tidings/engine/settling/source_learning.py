"""Source learning: what a settled page teaches about its source, for reading the next pages."""

from datetime import datetime

from tidings.crawl.visits.visit_outcome import sets_home
from tidings.engine.reading.reading_task import Reading
from tidings.engine.sources.completeness import note_article
from tidings.engine.state.focus_learning import FocusOutcome
from tidings.engine.state.source_state import SourceState
from tidings.model.articles.article import Article
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import PageKind
from tidings.store.database.session import Writer
from tidings.store.tables.sources.sources import name_source, set_source_domain, source_by_id


class SourceLearner:
    """Learns from each page once, in the writer's transaction."""

    def __init__(self, state: SourceState) -> None:
        self._state = state

    def learn(
        self,
        connection: Writer,
        visit: Visit,
        reading: Reading,
        kept: Article | None,
        source: Source | None = None,
    ) -> bool:
        """Learn from a page seen for the first time; twins and revisions teach nothing new.

        Returns whether the source's keen tags should now be learned again.
        """
        is_new = kept is not None and kept.revision == 1
        if kept is not None and is_new:
            source = source or source_by_id(connection, visit.site)
            if source is not None:
                note_article(connection, source, kept)
        update = reading.memory_update
        if update is None or not visit.is_first:
            return False
        is_refused = reading.judgement is not None and not reading.judgement.wanted
        if not (is_new or is_refused or update.kind is not PageKind.ARTICLE):
            return False
        return self._state.memories.learn(connection, visit.site, update)

    def learn_topic(
        self, connection: Writer, visit: Visit, reading: Reading, now: datetime
    ) -> set[str]:
        """Learn about the source's topic; return the hosts whose link order changes."""
        hosts = {found.host for found in reading.found if found.prospect is not None}
        if reading.page is not None and reading.topic:
            outcome = FocusOutcome(reading.topic, reading.judgement, reading.worth)
            hosts |= self._state.focuses.learn(connection, visit, outcome, now)
        return hosts


def learn_name_and_domain(
    connection: Writer,
    visit: Visit,
    response: Response,
    reading: Reading,
    source: Source | None = None,
) -> Source | None:
    """Learn a source's name, and its domain if its start page redirected elsewhere.

    `source` is what is known already: once it has a name, it keeps it.
    """
    has_new_name = has_moved = False
    publisher = reading.article.publisher if reading.article else ""
    name = reading.site_name if visit.depth <= 1 else publisher
    if name and not (source and source.name):
        has_new_name = name_source(connection, visit.site, name)
    if sets_home(visit, response):
        has_moved = set_source_domain(connection, visit.site, reading.domain)
    return source_by_id(connection, visit.site) if has_new_name or has_moved else None
