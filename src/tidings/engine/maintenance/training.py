"""`tidings train`: learns a source's memory again from its archived pages."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from tidings.engine.process.home import existing_home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.reading.tag_study import archived_page, keen_tags_of, tag_study_of
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
from tidings.store.database.database import Database, open_database
from tidings.store.tables.frontier.urls import archived_urls

_MAX_PAGES = 1_000  # a few seconds; older pages have an older design
_MIN_ARTICLES = 3  # fewer do not show which blocks repeat
_SHOWN = 10


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


def train_source(settings: Settings, text: str, on_page: Callable[[int, int], None]) -> Training:
    """Open a home and learn from the archived pages of one of its sources."""
    home = existing_home(settings.home)
    with closing(open_database(home.database, settings.store)) as database:
        return train(database, archive_of(home, database), text, on_page)


def train(
    database: Database, archive: ArchiveReader, text: str, on_page: Callable[[int, int], None]
) -> Training:
    """Learn from the newest archived pages of a source; replaces its former memory.

    `on_page` is called after each page with the number done and the total.
    """
    source = source_named(database.read(), text)
    records = archived_urls(database.read(), source.id, _MAX_PAGES)
    counts = SiteMemoryCounts()
    pages = 0
    for done, record in enumerate(reversed(records), start=1):
        for update in _memory_updates(archive, record):
            counts.learn(update)
            pages += 1
        on_page(done, len(records))
    if counts.learned < _MIN_ARTICLES:
        raise TooFewPages(
            f"{source.url} has {counts.learned} articles in the archive, but training needs "
            f"{_MIN_ARTICLES}: crawl it first."
        )
    counts.keen_tags = keen_tags_of(tag_study_of(database, archive, source.id))
    counts.keen_at = counts.learned
    database.write(lambda connection: save_site_memory(connection, source.id, counts)).result()
    return _training(source, pages, counts)


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
