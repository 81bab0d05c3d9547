"""Stores what places bring, as a crawl does: each part in one transaction with its record."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tidings.engine.backfill.fetched_pages import FetchedPages
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.jobs.job import Mapped, Part, Record
from tidings.engine.places.fetched_page import FetchedPage
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.listed_page import settle_listed
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler, VisitResult
from tidings.store.database.database import Database
from tidings.store.database.session import Writer


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
        outcome, state = page.whole(), self.settler.state
        result = settle_listed(connection, self.settler, page.visit, outcome)
        if isinstance(outcome, ReadPage) and result.article is not None:
            self.ready_entries.offer(result.article, outcome.reading.entry)
        if result.source is not None:
            state.followed = state.followed.with_source(result.source)
        return result


def _keep_left(path: Path, urls: Sequence[str]) -> None:
    """Keep the URLs of a part that were left; an earlier attempt at the part counts no more."""
    if not urls:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(exist_ok=True)
    draft = path.with_suffix(".draft")
    draft.write_text("".join(f"{url}\n" for url in urls), encoding="utf-8")
    draft.replace(path)
