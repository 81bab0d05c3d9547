"""Extracting again: every archived page is read with today's code.

Its article is corrected, and its links are kept for whoever updates the frontier.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tidings.engine.estimating.cutting import cut
from tidings.engine.estimating.planning import planned
from tidings.engine.estimating.record_estimates import RecordEstimates, estimates_by_number
from tidings.engine.jobs.code_version import code_version
from tidings.engine.jobs.job import (
    Attributes,
    EachItem,
    Mapped,
    Part,
    Progress,
    Quarantined,
    Record,
    Runner,
    key_of,
)
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.maintenance.reannotate import SecondReading
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.rebuilding.correction import Correction, settle_again
from tidings.engine.rebuilding.out_links import LinkFiles, OutLink, new_links
from tidings.engine.rebuilding.page_copies import (
    PageCopy,
    ReadAgain,
    SiteKnowledge,
    Wanted,
    displaced_copies,
    page_copies,
    site_knowledge,
)
from tidings.engine.rebuilding.page_rereading import PageReader
from tidings.engine.state.followed_sources import NO_SOURCES, followed_from
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.annotations import set_index_due
from tidings.store.tables.frontier.archived_copies import copy_count, shared_copy_count
from tidings.store.tables.sources.sources import followed_sources

_CHUNK = 50  # pages in a part if nothing is known about their times: a second or two of work
_COPIES = 200  # rows that are read at a time


@dataclass(frozen=True, slots=True)
class CorrectedArticles:
    """What extracting again has changed."""

    pages: int  # read again
    corrected: int
    added: int
    hidden: int
    quarantined: tuple[Quarantined, ...] = ()


@dataclass(frozen=True, slots=True)
class PageYield:
    """What reading a copy yields."""

    again: ReadAgain | None = None  # if that differs from the stored article
    links: tuple[OutLink, ...] = ()  # to URLs that the frontier lacks


@dataclass(frozen=True, slots=True)
class ExtractJob:
    """Reads archived pages again. Yields only what is not stored yet."""

    home: Home
    setup: SecondReading
    sites: dict[int, SiteKnowledge]
    everything: bool
    plan: RecordEstimates
    wanted: Wanted = field(default_factory=Wanted)

    @property
    def name(self) -> str:
        """The name that people see."""
        return "extract" if self.wanted.articles else "outlinks"

    @property
    def key(self) -> str:
        """Other code, settings or knowledge make another job."""
        code = code_version("read", "extract", "text", "engine/reading")
        sites = sorted(self.sites.items())
        return key_of(code, self.setup.worker.crawl, sites, self.everything, self.wanted)

    def count(self, connection: Reader) -> int:
        """Return the number of archived pages."""
        return copy_count(connection)

    def split(self, connection: Reader) -> Iterator[Part[PageCopy]]:
        """Yield parts of some pages; another copy of any of them makes another part."""
        copies = _CountedCopies(connection, self.wanted)
        for some in cut(copies.pages(), self.attributes, self.plan):
            passed = copies.passed()
            yield Part(_key_of(some.items), some.items, passed, estimated=some.estimated)
        yield Part("rest", (), copies.passed())

    def attributes(self, item: PageCopy) -> Attributes:
        """Return what may tell how long reading a page takes."""
        return {
            "host": item.visit.host,
            "size": float(item.place.length),
            "type": str(item.visit.kind or item.visit.role),
            "language": item.known.language if item.known else "",
        }

    def start(self, opened: ExitStack) -> EachItem[PageCopy, PageYield]:
        """Load the models, and find out which sources are followed."""
        # Withheld records cannot be read.
        database = opened.enter_context(closing(opened_database(self.home)))
        connection = database.read()
        annotator = self.setup.annotator() if self.wanted.articles else None
        reader = PageReader(
            archive_of(self.home, database),
            self.setup.worker.crawl,
            self.sites,
            annotator,
            everything=self.everything,
        )
        followed = followed_from(followed_sources(connection)) if self.wanted.links else NO_SOURCES

        def read(page: PageCopy) -> PageYield:
            found = reader.read(page, is_needed=self.wanted.links)
            if found is None:
                return PageYield()
            links = new_links(connection, page, found.reading, followed)
            return PageYield(reader.correction(page, found), tuple(links))

        return EachItem(read)

    def name_of(self, item: PageCopy) -> str:
        """Return the URL of a page."""
        return item.visit.url


@dataclass(frozen=True, slots=True)
class ReturnJob(ExtractJob):
    """Reads the pages whose text was kept from another page, to give them back what is theirs.

    It follows the job above, which shows which articles are none.
    """

    @property
    def name(self) -> str:
        """The name that people see."""
        return "return"

    def count(self, connection: Reader) -> int:
        """Return the number of pages whose article was kept from another page."""
        return shared_copy_count(connection)

    def split(self, connection: Reader) -> Iterator[Part[PageCopy]]:
        """Yield parts of some pages; another copy of any of them makes another part."""
        for pages in displaced_copies(connection, _CHUNK):
            yield Part(_key_of(pages), tuple(pages))


class _CountedCopies:
    """The pages that are to be read, and how many others were passed on the way."""

    def __init__(self, connection: Reader, wanted: Wanted) -> None:
        self._connection = connection
        self._wanted = wanted
        self._copies = 0  # passed since the last part

    def pages(self) -> Iterator[PageCopy]:
        """Yield the pages; a part has all that was yielded when it is cut."""
        for copies, pages in page_copies(self._connection, _COPIES, self._wanted):
            self._copies += len(copies) - len(pages)
            yield from pages

    def passed(self) -> int:
        """Return how many copies were passed since this was asked last."""
        passed, self._copies = self._copies, 0
        return passed


def _key_of(pages: Sequence[PageCopy]) -> str:
    first = pages[0].visit
    return f"{first.host} {first.id} {key_of([page.place for page in pages])}"


def extract_again(
    runner: Runner,
    database: Database,
    settings: Settings,
    on_progress: Progress,
    *,
    everything: bool = False,
    links: LinkFiles | None = None,
    since: datetime | None = None,
) -> CorrectedArticles:
    """Read all archived pages again and correct their articles; collect their links if wanted.

    `everything` also applies what was learned about a site since a page was read. Jobs that began
    after `since` are continued even if they were complete.
    """
    sites = site_knowledge(database.read())
    home, setup = existing_home(settings), SecondReading.of(settings)
    output = ExtractOutput(database, LessonLog(setup.knowledge), links)
    by_number = estimates_by_number(settings.jobs.part_seconds, _CHUNK)
    parts = (home, setup, sites, everything, by_number)
    job = ExtractJob(*parts, Wanted(links=links is not None))
    job = planned(job, database.read(), settings.jobs, _CHUNK, since)
    report = runner.run(job, output, on_progress)
    quarantined = report.quarantined
    returning = ReturnJob(*parts)
    if any(returning.split(database.read())):  # rarely
        quarantined += runner.run(returning, output).quarantined
    counts = output.counts
    return CorrectedArticles(
        report.items,
        counts[Correction.CORRECTED],
        counts[Correction.ADDED],
        counts[Correction.HIDDEN],
        quarantined,
    )


def read_links(
    runner: Runner,
    database: Database,
    settings: Settings,
    on_progress: Progress,
    links: LinkFiles,
    since: datetime | None = None,
) -> tuple[Quarantined, ...]:
    """Read all archived pages for their links alone; return those that could not be read."""
    sites, setup = site_knowledge(database.read()), SecondReading.of(settings)
    by_number = estimates_by_number(settings.jobs.part_seconds, _CHUNK)
    parts = (existing_home(settings), setup, sites, False, by_number)
    job = ExtractJob(*parts, Wanted(articles=False, links=True))
    job = planned(job, database.read(), settings.jobs, _CHUNK, since)
    output = ExtractOutput(database, LessonLog(setup.knowledge), links)
    return runner.run(job, output, on_progress).quarantined


_Yields = Sequence[Mapped[PageCopy, list[PageYield]]]


class ExtractOutput:
    """Writes corrections, counts them, and keeps links in files."""

    def __init__(self, database: Database, lessons: LessonLog, links: LinkFiles | None) -> None:
        self._rows = TableOutput(database, self._write)
        self._lessons = lessons
        self._links = links
        self.counts: Counter[Correction] = Counter()

    def commit(self, part: Part[PageCopy], mapped: _Yields, record: Record) -> None:
        """Store what a part yielded: the file of its links before the rows and the record."""
        if self._links is not None:
            found = [link for some in mapped for each in some.result for link in each.links]
            self._links.put(part.key, found)
        self._rows.commit(part, mapped, record)

    def _write(self, connection: Writer, mapped: _Yields) -> None:
        now = datetime.now(UTC)
        made = [
            settle_again(connection, page, each.again, now, self._lessons)
            for some in mapped
            for page, each in zip(some.items, some.result, strict=True)
            if each.again is not None
        ]
        changes = [each for each in made if each is not None]
        if changes:
            set_index_due(connection, True)
        self.counts.update(changes)
