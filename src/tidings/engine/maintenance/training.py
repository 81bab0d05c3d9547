"""`tidings train`: learns a source's memory again from its archived pages."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from tidings.engine.jobs.job import MapItems, Mapped, Part, Progress, Record, key_of
from tidings.engine.process.home import Home, existing_home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.reading.archived_pages import archived_page, tag_study_of
from tidings.engine.reading.tag_study import keen_tags_of
from tidings.engine.runners.local_runner import LocalRunner
from tidings.engine.runners.runner_choice import opened_runner
from tidings.engine.sources.source_list import source_named
from tidings.engine.state.site_memory import save_site_memory
from tidings.extract.article import extract_html_with_update, unreadable_of
from tidings.extract.site_memory.memory import MemoryUpdate, Odds
from tidings.extract.site_memory.memory_counts import SiteMemoryCounts
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import UrlRecord
from tidings.model.web.page import PageKind
from tidings.read.pages.html import parse_html
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.urls import archived_urls

_MAX_PAGES = 1_000  # a few seconds; older pages have an older design
_MIN_ARTICLES = 3  # fewer do not show which blocks repeat
_SHOWN = 10
_CHUNK = 25  # pages in a part: less than a second
_ENOUGH_FOR_PROCESSES = 200  # pages: fewer are read before other processes have started


class TooFewPages(Exception):
    """The archive has too few articles; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Training:
    """What was learned about a source."""

    url: str
    pages: int  # read from the archive
    articles: int  # of these, learned from: duplicates do not count
    keen_tags: tuple[str, ...]
    repeated: int
    templates: tuple[tuple[str, Odds], ...]  # most frequent; articles, indexes, valueless


@dataclass(frozen=True, slots=True)
class TrainJob:
    """Reads the newest archived pages of a source, in the order of their visits.

    Its output is one row, so it is not continued if it was killed.
    """

    home: Home
    source: Source
    began_at: datetime

    @property
    def name(self) -> str:
        """The name that people see."""
        return "train"

    @property
    def key(self) -> str:
        """Each training is another job."""
        return key_of(self.source.url, self.began_at)

    def count(self, connection: Reader) -> int:
        """Return the number of pages."""
        return len(archived_urls(connection, self.source.id, _MAX_PAGES))

    def split(self, connection: Reader) -> Iterator[Part[UrlRecord]]:
        """Yield the pages, oldest first."""
        records = archived_urls(connection, self.source.id, _MAX_PAGES)[::-1]
        for at in range(0, len(records), _CHUNK):
            yield Part(str(at), tuple(records[at : at + _CHUNK]))

    def start(self, opened: ExitStack) -> MapItems[UrlRecord, list[MemoryUpdate]]:
        """Open the archive."""
        database = opened.enter_context(closing(opened_database(self.home)))
        archive = archive_of(self.home, database)
        return lambda records: [
            update for record in records for update in _memory_updates(archive, record)
        ]

    def name_of(self, item: UrlRecord) -> str:
        """Return the URL of a page."""
        return item.url


class CountsOutput:
    """Counts what pages teach, in their order: later ones outweigh earlier ones."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.counts = SiteMemoryCounts()
        self.pages = 0

    def commit(
        self,
        part: Part[UrlRecord],
        mapped: Sequence[Mapped[UrlRecord, list[MemoryUpdate]]],
        record: Record,
    ) -> None:
        """Learn from a part."""
        for update in (update for some in mapped for update in some.result):
            self.counts.learn(update)
            self.pages += 1
        self._database.write(record)


def train_source(settings: Settings, text: str, on_page: Progress) -> Training:
    """Learn from the newest archived pages of a source; replaces its former memory.

    `on_page` is called now and then with the number of pages done and the total.
    """
    home = existing_home(settings)
    with closing(opened_database(home)) as database:
        source = source_named(database.read(), text)
        job = TrainJob(home, source, datetime.now(UTC))
        output = CountsOutput(database)
        if job.count(database.read()) < _ENOUGH_FOR_PROCESSES:
            LocalRunner(database, 0).run(job, output, on_page)
        else:
            with opened_runner(settings, database) as runner:
                runner.run(job, output, on_page)
        _check(source, output.counts)
        counts = output.counts
        archive = archive_of(home, database)
        counts.keen_tags = keen_tags_of(tag_study_of(database, archive, source.id))
        counts.keen_at = counts.learned
        database.write(lambda connection: save_site_memory(connection, source.id, counts)).result()
    return _training(source, output.pages, counts)


def _check(source: Source, counts: SiteMemoryCounts) -> None:
    if counts.learned < _MIN_ARTICLES:
        raise TooFewPages(
            f"{source.url} has {counts.learned} articles in the archive, but training needs "
            f"{_MIN_ARTICLES}: crawl it first."
        )


def _memory_updates(archive: ArchiveReader, record: UrlRecord) -> Iterator[MemoryUpdate]:
    """Yield what to learn from a readable archived page, with the kind decided at its visit."""
    page, state = archived_page(archive, record), record.state
    if page is None or state.kind is None or unreadable_of(page.body):
        return
    is_article = state.article is not None
    html = parse_html(page.body, record.url, page.charset)
    _, memory_update = extract_html_with_update(html, listed=is_article)
    update = memory_update()
    if is_article == (update.kind is PageKind.ARTICLE):
        yield replace(update, kind=state.kind)


def _training(source: Source, pages: int, counts: SiteMemoryCounts) -> Training:
    memory = counts.memory()
    ranked = sorted(memory.templates.items(), key=lambda pair: (-sum(pair[1]), pair[0]))
    return Training(
        url=source.url,
        pages=pages,
        articles=counts.learned,
        keen_tags=tuple(sorted(memory.keen_tags)),
        repeated=len(memory.repeated),
        templates=tuple(ranked[:_SHOWN]),
    )
