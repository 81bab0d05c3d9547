"""Extracting again: every archived page is read with today's code, and its article corrected."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from tidings.crawl.visits.visit_outcome import after_reading
from tidings.engine.jobs.code_version import code_version
from tidings.engine.jobs.job import (
    MapItems,
    Mapped,
    Part,
    Progress,
    Quarantined,
    Runner,
    key_of,
)
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.maintenance.reannotate import SecondReading
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.rebuilding.correction import Correction, corrected, settle_again
from tidings.engine.rebuilding.page_copies import (
    PageCopy,
    ReadAgain,
    SiteKnowledge,
    displaced_copies,
    is_withdrawn,
    page_copies,
    reading_task,
    site_knowledge,
)
from tidings.model.articles.article import Article, Extraction
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import DamagedRecord
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.annotations import set_index_due
from tidings.store.tables.frontier.archived_copies import copy_count, shared_copy_count

_CHUNK = 50  # pages in a part: a second or two of work


@dataclass(frozen=True, slots=True)
class CorrectedArticles:
    """What extracting again has changed."""

    pages: int  # read again
    corrected: int
    added: int
    hidden: int
    quarantined: tuple[Quarantined, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractJob:
    """Reads archived pages again. Yields only what differs from the stored article."""

    home: Home
    store: StoreSettings
    setup: SecondReading
    sites: dict[int, SiteKnowledge]
    everything: bool
    chunk: int

    @property
    def name(self) -> str:
        """The name that people see."""
        return "extract"

    @property
    def key(self) -> str:
        """Other code, settings or knowledge make another job."""
        code = code_version("read", "extract", "text", "engine/reading")
        return key_of(code, self.setup.worker.crawl, sorted(self.sites.items()), self.everything)

    def count(self, connection: Reader) -> int:
        """Return the number of archived pages."""
        return copy_count(connection)

    def split(self, connection: Reader) -> Iterator[Part[PageCopy]]:
        """Yield parts of some pages; another copy of any of them makes another part."""
        for copies, pages in page_copies(connection, self.chunk):
            places = key_of([copy.record.place for copy in copies])
            key = f"{copies[0].record.host} {copies[0].record.id} {places}"
            yield Part(key, tuple(pages), len(copies) - len(pages))

    def start(self) -> MapItems[PageCopy, list[ReadAgain | None]]:
        """Load the models."""
        # Withheld records cannot be read.
        archive = archive_of(self.home, open_database(self.home.database, self.store))
        annotator = self.setup.annotator()
        return lambda pages: [self._read_again(page, archive, annotator) for page in pages]

    def _read_again(
        self, page: PageCopy, archive: ArchiveReader, annotator: Annotator
    ) -> ReadAgain | None:
        """Return what a copy yields today; None if nothing has changed, or it cannot be read."""
        try:
            task = reading_task(page, archive, self.sites)
        except DamagedRecord:
            return None
        if task is None or (page.known is not None and is_withdrawn(page.known)):
            return None
        reading = self._reading(page, task)
        if not isinstance(reading.page, Extraction) or not _is_different(page, reading):
            return None
        annotation = (
            annotator.of(reading.article, is_new=page.known is None) if reading.article else None
        )
        lean = replace(
            reading, found=(), foreign=(), drops={}, record=None, entry=None, annotation=annotation
        )
        return ReadAgain(lean, after_reading(task.response, reading.page, None))

    def _reading(self, page: PageCopy, task: ReadingTask) -> Reading:
        """Read a copy with what we know about its site, if it was read with that before.

        What was learned since then is no reason to change an article: that some lines repeat, say,
        may not have been known. It counts for new articles, and if everything is made again.
        """
        reading = read_response(task, self.setup.worker.crawl)
        if self.everything or page.known is None or not task.memory:
            return reading
        if not _is_different(page, reading):
            return reading
        untaught = read_response(replace(task, memory=b""), self.setup.worker.crawl)
        if _knew_less(page.known, reading, untaught):
            return _with_text_of(page.known, reading)
        return untaught if _was_untaught(page.known, reading, untaught) else reading

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
        for pages in displaced_copies(connection, self.chunk):
            key = f"{pages[0].visit.host} {pages[0].visit.id} {key_of([p.place for p in pages])}"
            yield Part(key, tuple(pages))


def _is_different(page: PageCopy, reading: Reading) -> bool:
    """Return whether a page yields another article than the stored one, or another verdict."""
    known, article = page.known, reading.article
    if known is None or article is None:
        return known is not None or article is not None
    return corrected(known, article) != known


def _knew_less(known: Article, taught: Reading, untaught: Reading) -> bool:
    """Return whether an article was read with a part of what we know about its site now.

    Then it lacks only lines that are left out today, and has all that are kept today.
    """
    if taught.article is None or untaught.article is None:
        return False
    stored = _lines(known)
    return _lines(taught.article) <= stored <= _lines(untaught.article)


def _lines(article: Article) -> set[str]:
    return set(article.text.split("\n"))


def _with_text_of(known: Article, reading: Reading) -> Reading:
    assert reading.article is not None
    article = replace(
        reading.article, text=known.text, html=known.html, word_count=known.word_count
    )
    return replace(reading, article=article)


def _was_untaught(known: Article, taught: Reading, untaught: Reading) -> bool:
    """Return whether an article has lines that are left out with what we know about its site."""
    if untaught.article is None or taught.article is None:
        return untaught.article is not None
    return bool((_lines(untaught.article) - _lines(taught.article)) & _lines(known))


def extract_again(
    runner: Runner,
    database: Database,
    settings: Settings,
    on_progress: Progress,
    *,
    everything: bool = False,
) -> CorrectedArticles:
    """Read all archived pages again and correct their articles.

    `everything` also applies what was learned about a site since a page was read.
    """
    sites = site_knowledge(database.read())
    home, setup = existing_home(settings.home), SecondReading.of(settings)
    parts = (home, settings.store, setup, sites, everything, _CHUNK)
    output = CorrectionOutput(LessonLog(setup.knowledge))
    report = runner.run(ExtractJob(*parts), TableOutput(database, output.write), on_progress)
    quarantined = report.quarantined
    returning = ReturnJob(*parts)
    if any(returning.split(database.read())):  # rarely
        quarantined += runner.run(returning, TableOutput(database, output.write)).quarantined
    counts = output.counts
    return CorrectedArticles(
        report.items,
        counts[Correction.CORRECTED],
        counts[Correction.ADDED],
        counts[Correction.HIDDEN],
        quarantined,
    )


class CorrectionOutput:
    """Writes corrections, and counts them."""

    def __init__(self, lessons: LessonLog) -> None:
        self._lessons = lessons
        self.counts: Counter[Correction] = Counter()

    def write(
        self,
        connection: Writer,
        mapped: Sequence[Mapped[PageCopy, list[ReadAgain | None]]],
    ) -> None:
        """Write the corrections of a part."""
        now = datetime.now(UTC)
        made = [
            settle_again(connection, page, again, now, self._lessons)
            for some in mapped
            for page, again in zip(some.items, some.result, strict=True)
            if again is not None
        ]
        changes = [each for each in made if each is not None]
        if changes:
            set_index_due(connection, True)
        self.counts.update(changes)
