"""Lessons: what a settled page teaches about its site, for the reading of the next ones."""

import sqlite3
from datetime import datetime

from tidings.crawl.visits.visit_outcome import sets_home
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.focus_learning import FocusLearner, FocusOutcome
from tidings.engine.settling.site_memory import SiteMemories
from tidings.engine.sources.completeness import note_article
from tidings.model.articles.article import Article
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import PageKind
from tidings.settings.tree import CrawlSettings
from tidings.store.tables.sources.sources import name_source, set_source_domain, source_by_id


class SourceLearner:
    """Learns in the writer's transaction, from each page once."""

    def __init__(self, settings: CrawlSettings) -> None:
        self.memories = SiteMemories()
        self.focuses = FocusLearner(settings)

    def packed_for(self, connection: sqlite3.Connection, site: Source) -> tuple[bytes, bytes]:
        """Return what a worker has to know of a site: its ways, and what it is followed for."""
        return self.memories.packed_for(connection, site.id), self.focuses.packed_for(
            connection, site
        )

    def flush(self, connection: sqlite3.Connection) -> None:
        """Write down what was learned but not yet written."""
        self.memories.flush(connection)
        self.focuses.flush(connection)

    def learn(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        reading: Reading,
        kept: Article | None,
        site: Source | None = None,
    ) -> None:
        """Learn from a page seen for the first time; twins and revisions repeat what is known."""
        is_new = kept is not None and kept.revision == 1
        if kept is not None and is_new:
            site = site or source_by_id(connection, visit.site)
            if site is not None:
                note_article(connection, site, kept)
        lesson = reading.memory_update
        if lesson is None or not visit.is_first:
            return
        refused = reading.judgement is not None and not reading.judgement.wanted
        if is_new or refused or lesson.kind is not PageKind.ARTICLE:
            self.memories.learn(connection, visit.site, lesson)

    def learn_topic(
        self, connection: sqlite3.Connection, visit: Visit, reading: Reading, now: datetime
    ) -> set[str]:
        """Learn about what the site is followed for; return the hosts whose order that changes."""
        hosts = {found.host for found in reading.found if found.prospect is not None}
        if reading.page is not None and reading.topic:
            outcome = FocusOutcome(reading.topic, reading.judgement, reading.worth)
            hosts |= self.focuses.learn(connection, visit, outcome, now)
        return hosts


def learn_name_and_domain(
    connection: sqlite3.Connection,
    visit: Visit,
    response: Response,
    reading: Reading,
    site: Source | None = None,
) -> Source | None:
    """Learn a site's name, and where it lives when its start page led elsewhere.

    `site` is what is known of it already: once it has a name, it keeps it.
    """
    named = moved = False
    publisher = reading.article.publisher if reading.article else ""
    name = reading.site_name if visit.depth <= 1 else publisher
    if name and not (site and site.name):
        named = name_source(connection, visit.site, name)
    if sets_home(visit, response):
        moved = set_source_domain(connection, visit.site, reading.domain)
    return source_by_id(connection, visit.site) if named or moved else None
