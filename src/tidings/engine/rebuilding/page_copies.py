"""Which archived copies are read again, and what is known about each when it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tidings.crawl.focus.packed_focus import packed_focus
from tidings.engine.process.message import HEADER, packed
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.settling.recheck_settling import archived_response
from tidings.engine.state.focus_learning import load_focus
from tidings.engine.state.site_memory import load_site_memory
from tidings.model.articles.article import Article
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import ArchivePlace, UrlRecord, UrlState, Visit
from tidings.model.web.page import FrontierState
from tidings.read.url import canonical
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_with_ids
from tidings.store.tables.frontier.archived_copies import (
    ArchivedCopy,
    FeedNote,
    archived_copies,
    copies_of_articles,
    feed_notes,
)
from tidings.store.tables.sources.sources import all_sources

# Queued pages are visited soon, resting lists now and then: the crawl reads these itself.
_READ_AGAIN = {FrontierState.DONE, FrontierState.REFUSED, FrontierState.QUARANTINED}


@dataclass(frozen=True, slots=True)
class PageCopy:
    """An archived page to read again."""

    visit: Visit
    place: ArchivePlace
    known: Article | None  # what is stored
    corrects: bool = True  # its article; otherwise only its links are read


@dataclass(frozen=True, slots=True)
class Wanted:
    """What archived pages are read for."""

    articles: bool = True  # to correct them
    links: bool = False  # all links, also of pages whose article another copy decides


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """What a page yields today, if that differs from what is stored."""

    reading: Reading
    state: UrlState  # today's verdict on the page


@dataclass(frozen=True, slots=True)
class SiteKnowledge:
    """What pages of a site are read with."""

    domain: str
    name: str
    memory: bytes
    focus: bytes


def site_knowledge(connection: Reader) -> dict[int, SiteKnowledge]:
    """Return what is known about all sources now, including removed ones."""
    return {
        source.id: _knowledge(connection, source) for source in all_sources(connection).values()
    }


def _knowledge(connection: Reader, source: Source) -> SiteKnowledge:
    memory = load_site_memory(connection, source.id).memory()
    words = source.about.words
    return SiteKnowledge(
        source.domain,
        source.name,
        packed(memory)[HEADER.size :] if memory.pages or memory.templates else b"",
        packed_focus(load_focus(connection, source.id, words)) if words else b"",
    )


def is_withdrawn(article: Article) -> bool:
    """Return whether an article is hidden because its publisher does not want it shown."""
    unwanted = article.robots.noindex or article.rights.search is False
    return article.hidden_from is not None and unwanted


def is_hidden_by_us(article: Article) -> bool:
    """Return whether an article is hidden because its page was not taken for one."""
    hidden = article.hidden_from
    return (
        hidden is not None
        and not is_withdrawn(article)
        and hidden != article.robots.unavailable_after
    )


def page_copies(
    connection: Reader, chunk: int, wanted: Wanted
) -> Iterator[tuple[list[ArchivedCopy], list[PageCopy]]]:
    """Yield all archived copies, some at a time, and those of them that are to be read again."""
    notes = {canonical(note.target) or note.target: note for note in feed_notes(connection)}
    for copies in archived_copies(connection, chunk):
        ids = [each.record.state.article for each in copies if each.record.state.article]
        articles = articles_with_ids(connection, ids)
        owners = _owners(articles, copies_of_articles(connection, ids))
        pages = []
        for each in copies:
            corrects = wanted.articles and _is_readable(each.record, owners)
            if corrects or (wanted.links and each.record.state.state in _READ_AGAIN):
                pages.append(_page_copy(each, notes, articles, corrects=corrects))
        yield copies, pages


def displaced_copies(connection: Reader, chunk: int) -> Iterator[list[PageCopy]]:
    """Yield, some at a time, the pages whose text was kept from another page that has no right
    to it: that is not an article, or perhaps only repeats what a feed lists elsewhere."""
    for copies in archived_copies(connection, chunk, shared=True):
        shared = [each for each in copies if _is_shared(each.record)]
        articles = articles_with_ids(
            connection, [each.record.state.article or "" for each in shared]
        )
        displaced = [each for each in shared if _is_displaced(each, articles)]
        if displaced:
            yield [_page_copy(each, {}, {}) for each in displaced]


def _is_shared(record: UrlRecord) -> bool:
    """Return whether a page's article was kept from another page."""
    state = record.state
    return state.state in _READ_AGAIN and state.target is not None and state.article is not None


def _is_displaced(copy: ArchivedCopy, articles: dict[str, Article]) -> bool:
    kept = articles.get(copy.record.state.article or "")
    return kept is None or is_hidden_by_us(kept) or copy.visit.listed


def _is_readable(record: UrlRecord, owners: dict[str, ArchivePlace]) -> bool:
    state = record.state
    if state.state not in _READ_AGAIN or state.target is not None:
        return False
    return state.article is None or owners.get(state.article) == record.place


def _owners(articles: dict[str, Article], records: Sequence[UrlRecord]) -> dict[str, ArchivePlace]:
    """Return the copy that decides each article's text.

    Several URLs may show one article. A crawl keeps what it reads first; once the article was
    revised, the newest copy is the one that was kept.
    """
    places: dict[str, list[ArchivePlace]] = {}
    for record in records:
        if record.place is not None and record.state.article is not None:
            places.setdefault(record.state.article, []).append(record.place)
    return {
        id_: (max if articles[id_].revision > 1 else min)(some, key=written_order)
        for id_, some in places.items()
        if id_ in articles
    }


def written_order(place: ArchivePlace) -> tuple[int, int]:
    """Return a key in the order of writing, which is that of the crawl."""
    serial = place.file.removesuffix(".warc.gz").rpartition("-")[2]
    return (int(serial) if serial.isdigit() else 0, place.offset)


def _page_copy(
    copy: ArchivedCopy,
    notes: dict[str, FeedNote],
    articles: dict[str, Article],
    *,
    corrects: bool = True,
) -> PageCopy:
    assert copy.record.place is not None
    visit, note = copy.visit, notes.get(copy.visit.url)
    if note is not None and not visit.listed:
        visit = replace(visit, listed=True, published=note.published, categories=note.categories)
    known = articles.get(copy.record.state.article or "")
    return PageCopy(visit, copy.record.place, known, corrects)


def reading_task(
    page: PageCopy, archive: ArchiveReader, sites: dict[int, SiteKnowledge]
) -> ReadingTask | None:
    """Return the task of reading a copy with today's code; raises DamagedRecord."""
    site = sites.get(page.visit.site)
    if site is None:  # taken down
        return None
    response = archived_response(archive.read(page.place))
    return ReadingTask(page.visit, response, site.domain, site.name, site.memory, site.focus)
