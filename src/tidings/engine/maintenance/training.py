"""`tidings train`: everything that a site's archived pages teach, learned again at once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tidings.engine.reading.tag_study import archived_page, keen_tags_of, tag_study_of
from tidings.engine.settling.site_memory import save_site_memory
from tidings.engine.sources.source_list import source_named
from tidings.extract.article import extract_html_with_update, unreadable_of
from tidings.extract.site_memory.memory import MemoryUpdate, Odds
from tidings.extract.site_memory.memory_counts import SiteMemoryCounts
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import UrlRecord
from tidings.model.web.page import PageKind
from tidings.read.pages.html import parse_html
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.sqlite import Database
from tidings.store.tables.frontier.urls import archived_urls

_MAX_PAGES = 1_000  # a few seconds; older pages tell of an older design
_MIN_ARTICLES = 3  # a block is known to repeat by the third
_SHOWN = 10


class TooFewPages(Exception):
    """There is nothing to learn from yet; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Training:
    """What a site has taught."""

    url: str
    pages: int  # read from the archive
    articles: int  # among them, those that were learned from: twins teach nothing
    keen_tags: tuple[str, ...]
    repeated: int
    templates: tuple[tuple[str, Odds], ...]  # the commonest, with articles, indexes, valueless


def train(
    database: Database, archive: ArchiveReader, text: str, on_page: Callable[[int, int], None]
) -> Training:
    """Learn what the newest archived pages of a site teach; the memory before it is forgotten.

    `on_page` is told after each page how many are done, and of how many.
    """
    site = source_named(database.read(), text)
    records = archived_urls(database.read(), site.id, _MAX_PAGES)
    notebook = SiteMemoryCounts()
    pages = 0
    for done, record in enumerate(reversed(records), start=1):
        for lesson in _lessons(archive, record):
            notebook.learn(lesson)
            pages += 1
        on_page(done, len(records))
    if notebook.learned < _MIN_ARTICLES:
        raise TooFewPages(
            f"{site.url} has {notebook.learned} articles in the archive, and it takes "
            f"{_MIN_ARTICLES} to see what repeats: crawl it first."
        )
    notebook.keen_tags = keen_tags_of(tag_study_of(database, archive, site.id))
    notebook.keen_at = notebook.learned
    database.write(lambda connection: save_site_memory(connection, site.id, notebook)).result()
    return _training(site, pages, notebook)


def _lessons(archive: ArchiveReader, record: UrlRecord) -> Iterator[MemoryUpdate]:
    """Yield what an archived page teaches, if it can be read: its kind is the one decided then."""
    page, standing = archived_page(archive, record), record.state
    if page is None or standing.kind is None or unreadable_of(page.body):
        return
    is_article = standing.article is not None
    html = parse_html(page.body, record.url, page.charset)
    _, teach = extract_html_with_update(html, listed=is_article)
    lesson = teach()
    if is_article == (lesson.kind is PageKind.ARTICLE):
        yield replace(lesson, kind=standing.kind)


def _training(site: Source, pages: int, notebook: SiteMemoryCounts) -> Training:
    memory = notebook.memory()
    ranked = sorted(memory.templates.items(), key=lambda pair: (-sum(pair[1]), pair[0]))
    return Training(
        url=site.url,
        pages=pages,
        articles=notebook.learned,
        keen_tags=tuple(sorted(memory.keen_tags)),
        repeated=len(memory.repeated),
        templates=tuple(ranked[:_SHOWN]),
    )
