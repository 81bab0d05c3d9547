"""Writes the outcome of a visit as rows and its copy to the archive; decides nothing."""

from tidings.crawl.visits.node_share import node_number
from tidings.crawl.visits.visit_outcome import is_live
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.model.crawl.visit import ArchivePlace, PastVisit, UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.rechecks import earn_recheck_credit
from tidings.store.tables.frontier.urls import save_url_state
from tidings.store.tables.frontier.visits import add_visit
from tidings.store.tables.sources.article_flow import note_source_check


class OutcomeWriter:
    """Stores URL states, past visits and logged requests."""

    def __init__(
        self, archive: Archive, request_log: RequestLogBuffer, settings: CrawlSettings
    ) -> None:
        self._archive = archive
        self._request_log = request_log
        self._settings = settings
        self._node = node_number(settings.node)

    def archive_copy(self, response: Response, reading: Reading, url: str) -> ArchivePlace | None:
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

    def write_response(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        state: UrlState,
        place: ArchivePlace | None = None,
    ) -> None:
        """Store a visit that got a response."""
        save_url_state(connection, visit.host, visit.id, state, response.at, place)
        past = PastVisit(
            response.at,
            response.status,
            state.reason,
            state.detail,
            len(response.body),
            response.seconds,
        )
        self._write_visit(connection, visit, past)
        self.write_requests(connection)

    def write_failure(
        self,
        connection: Writer,
        visit: Visit,
        failure: FetchFailure,
        state: UrlState,
    ) -> None:
        """Store a visit that failed."""
        save_url_state(connection, visit.host, visit.id, state, failure.at, None)
        past = PastVisit(
            failure.at, failure.status, failure.reason, failure.detail, 0, failure.seconds
        )
        self._write_visit(connection, visit, past)
        self._request_log.write(connection)

    def write_requests(self, connection: Writer) -> None:
        """Store the requests that were made, which also earns credit for rechecks."""
        earn_recheck_credit(connection, self._node, self._settings.recheck_share)
        self._request_log.write(connection)

    def _write_visit(self, connection: Writer, visit: Visit, past: PastVisit) -> None:
        add_visit(connection, visit.id, past)
        if is_live(visit):
            note_source_check(connection, visit.site, past.at)
