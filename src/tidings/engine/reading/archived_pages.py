"""Archived pages of known articles. Workers import none of this: the store takes long to import."""

from collections.abc import Iterable, Iterator
from itertools import islice

from tidings.engine.reading.tag_study import TagStudy
from tidings.model.crawl.visit import UrlRecord
from tidings.read.characters.charset import decode
from tidings.store.archive.warc_files import ArchivedPage, ArchiveReader
from tidings.store.archive.warc_record import DamagedRecord
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.frontier.urls import archived_urls

_MAX_PAGES = 8  # more pages teach little and cost 20 ms each
_MAX_CANDIDATES = 64  # of the site's newest pages, articles or not


def tag_study_of(database: Database, archive: ArchiveReader, site: int) -> TagStudy:
    """Return the newest articles of a site to learn from; slow, so call it in a thread."""
    connection = database.read()
    newest = archived_urls(connection, site, _MAX_CANDIDATES)
    return TagStudy(tuple(islice(_known_articles(connection, archive, newest), _MAX_PAGES)))


def _known_articles(
    connection: Reader, archive: ArchiveReader, records: Iterable[UrlRecord]
) -> Iterator[tuple[str, str]]:
    for record in records:
        article = article_by_id(connection, record.state.article or "")
        page = archived_page(archive, record) if article else None
        if article and page:
            yield html_of(page), article.text


def archived_page(archive: ArchiveReader, record: UrlRecord) -> ArchivedPage | None:
    """Return the archived copy of a page; None if there is none or it is damaged."""
    if record.place is None:
        return None
    try:
        return archive.read(record.place)
    except DamagedRecord:
        return None


def html_of(page: ArchivedPage) -> str:
    """Return the page's source as text."""
    return decode(page.body, page.charset)
