"""The docket: every visit's outcome as rows and, where there is one, its copy in the archive."""

import sqlite3

from tidings.crawl.visits.visit_outcome import is_live
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.model.crawl.visit import ArchivePlace, PastVisit, UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.tables.frontier.rechecks import earn_recheck_credit
from tidings.store.tables.frontier.urls import save_url_state
from tidings.store.tables.frontier.visits import add_visit
from tidings.store.tables.sources.article_flow import note_source_check


class OutcomeWriter:
    """Writes down where URLs stand and what was asked; decides nothing."""

    def __init__(self, archive: Archive, ledger: RequestLogBuffer, settings: CrawlSettings) -> None:
        self._archive = archive
        self._ledger = ledger
        self._settings = settings

    def copy(self, response: Response, reading: Reading, url: str) -> ArchivePlace | None:
        """Append a reading's copy to the archive, if it has one."""
        if reading.record is None:
            return None
        return self._archive.append(
            reading.record,
            url,
            response.at,
            response.status,
            response.content_type,
            reading.digest,
        )

    def answered(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        response: Response,
        standing: UrlState,
        place: ArchivePlace | None = None,
    ) -> None:
        """Write down a visit that was answered."""
        save_url_state(connection, visit.host, visit.id, standing, response.at, place)
        past = PastVisit(
            response.at,
            response.status,
            standing.reason,
            standing.detail,
            len(response.body),
            response.seconds,
        )
        self._close(connection, visit, past)
        self.requested(connection)

    def failed(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        failure: FetchFailure,
        standing: UrlState,
    ) -> None:
        """Write down a visit that brought nothing."""
        save_url_state(connection, visit.host, visit.id, standing, failure.at, None)
        past = PastVisit(
            failure.at, failure.status, failure.reason, failure.detail, 0, failure.seconds
        )
        self._close(connection, visit, past)
        self._ledger.write(connection)

    def requested(self, connection: sqlite3.Connection) -> None:
        """Write down the requests that were made, which earns second looks their share."""
        earn_recheck_credit(connection, self._settings.recheck_share)
        self._ledger.write(connection)

    def _close(self, connection: sqlite3.Connection, visit: Visit, past: PastVisit) -> None:
        add_visit(connection, visit.id, past)
        if is_live(visit):
            note_source_check(connection, visit.site, past.at)
