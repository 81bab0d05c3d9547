"""Stores what places bring, as a crawl does: each part in one transaction with its record."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from tidings.engine.backfill.fetched_page import FetchedPage, FetchedPages
from tidings.engine.backfill.listed_visits import found_of, site_of
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.jobs.job import Mapped, Part, Record
from tidings.engine.reading.visit_outcome import ReadPage, VisitOutcome
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler, VisitResult
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import FetchFailure
from tidings.read.url import canonical, host_of, url_id
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.urls import add_urls, visit_to
from tidings.store.tables.sources.imported_sites import let_url_rest


@dataclass(slots=True)
class PageCounts:
    """What was settled."""

    pages: int = 0
    articles: int = 0
    revisions: int = 0
    deletions: int = 0
    left: int = 0  # URLs for later
    reasons: Counter[str] = field(default_factory=Counter)

    def count(self, result: VisitResult) -> None:
        """Count what came of one URL."""
        self.pages += 1
        self.reasons[result.state.reason] += 1
        self.deletions += result.is_deleted
        if result.article is not None:
            is_new = result.article.revision == 1
            self.articles += is_new
            self.revisions += not is_new


@dataclass(frozen=True, slots=True)
class PageOutput:
    """Settles the pages of a part. What was left goes into a file for the next round, before."""

    database: Database
    settler: Settler
    ready_entries: ReadyEntries
    request_log: RequestLogBuffer
    left: Path  # the folder of those files
    counts: PageCounts = field(default_factory=PageCounts)

    def commit(
        self, part: Part[str], mapped: Sequence[Mapped[str, FetchedPages]], record: Record
    ) -> None:
        """Store the pages and the record; wait until both are stored."""
        results = [each.result for each in mapped]
        left = [url for each in results for url in each.left]
        _keep_left(self.left / f"{part.key}.txt", left)
        for each in results:
            for line in each.requests:
                self.request_log.note(line)

        def work(connection: Writer) -> list[VisitResult]:
            settled = [self._settle(connection, page) for each in results for page in each.pages]
            self.request_log.write(connection)
            record(connection)
            return settled

        for settled in self.database.write(work).result():
            self.counts.count(settled)
        self.counts.left += len(left)

    def _settle(self, connection: Writer, page: FetchedPage) -> VisitResult:
        # As the row is now: another page of the list may have led to its URL meanwhile.
        visit = visit_to(connection, page.visit.host, page.visit.id)
        followed, outcome = self.settler.state.followed, page.whole()
        if visit is None:
            visit = replace(page.visit, site=site_of(connection, followed, page.visit.url))
        source = followed.get(visit.site)
        if source is None:
            outcome = _without_site_links(outcome)
        add_urls(connection, [found_of(visit)], _sent_at(outcome))
        result = self.settler.settle(connection, visit, outcome)
        assert result is not None  # a page that is listed now is settled as it was read
        if source is None:
            _let_rest(connection, visit, outcome)
        if isinstance(outcome, ReadPage) and result.article is not None:
            self.ready_entries.offer(result.article, outcome.reading.entry)
        if result.source is not None:
            self.settler.state.followed = followed.with_source(result.source)
        return result


def _sent_at(outcome: VisitOutcome) -> datetime:
    return outcome.at if isinstance(outcome, FetchFailure) else outcome.response.at


def _without_site_links(outcome: VisitOutcome) -> VisitOutcome:
    """Leave out the links within a site that nobody follows; others may lead to a followed one."""
    if not isinstance(outcome, ReadPage):
        return outcome
    return replace(outcome, reading=replace(outcome.reading, found=(), drops={}))


def _let_rest(connection: Writer, visit: Visit, outcome: VisitOutcome) -> None:
    """Let neither the URL nor where it leads be due: nobody follows its site."""
    let_url_rest(connection, visit.host, visit.id)
    if isinstance(outcome, ReadPage):
        final = canonical(outcome.response.url) or outcome.response.url
        if final != visit.url:
            let_url_rest(connection, host_of(final), url_id(final))


def _keep_left(path: Path, urls: Sequence[str]) -> None:
    """Keep the URLs of a part that were left; an earlier attempt at the part counts no more."""
    if not urls:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(exist_ok=True)
    draft = path.with_suffix(".draft")
    draft.write_text("".join(f"{url}\n" for url in urls), encoding="utf-8")
    draft.replace(path)
