"""`tidings index show` and `status`: the contents of the index as they are on disk."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum

from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.read.url import article_id, canonical
from tidings.search.entries.schema import VERSION
from tidings.search.index.index_tables import (
    indexed_term,
    newest_ids,
    norms_of,
    postings,
    rarities,
    term_weights,
)
from tidings.search.index.search_index import Index
from tidings.search.rank.vectors import EVEN_ZONES
from tidings.settings.tree import Settings
from tidings.store.database.session import Reader
from tidings.store.tables.articles.other_spellings import kept_id


class IndexPart(StrEnum):
    """A part of the index."""

    BASIC = "basic"  # term -> articles
    IDF = "idf"  # term -> rarity
    DOCW = "docw"  # article -> norm
    FORWARD = "forward"  # article -> terms


@dataclass(frozen=True, slots=True)
class IndexExcerpt:
    """The requested rows of one part of the index."""

    part: IndexPart
    subject: str  # the requested term or article; empty: all
    articles: int  # in the whole index: D
    rows: Sequence[object]


@dataclass(frozen=True, slots=True)
class SegmentStatus:
    """One segment of the forward index."""

    articles: int
    terms: int
    first_seq: int
    last_seq: int


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The index in numbers."""

    generation: str
    version: str
    articles: int
    last_seq: int
    languages: tuple[str, ...]
    average_length: float
    tantivy_segments: int
    segments: tuple[SegmentStatus, ...]  # of the forward index, the oldest first
    bytes: int


class NotInIndex(Exception):
    """The requested term or article is not in the index; the message says what to do."""


def index_excerpt(
    settings: Settings, subject: str | None, part: IndexPart | None, limit: int
) -> IndexExcerpt:
    """Return rows of the index: for a term, for an article, or the first of all."""
    home = existing_home(settings)
    index = Index.open(home.index, settings.search, writable=False)
    try:
        with closing(opened_database(home)) as database:
            article = _article_named(index, database.read(), subject)
        return _excerpt(index, subject, article, part, limit)
    finally:
        index.close()


def index_status(settings: Settings) -> IndexStatus:
    """Return the index in numbers."""
    index = Index.open(existing_home(settings).index, settings.search, writable=False)
    try:
        return _status(index)
    finally:
        index.close()


def _excerpt(
    index: Index, subject: str | None, article: str | None, part: IndexPart | None, limit: int
) -> IndexExcerpt:
    view, zones = index.view, EVEN_ZONES
    term = None if subject is None or article else indexed_term(view, subject)
    part = part or (IndexPart.FORWARD if article else IndexPart.BASIC if term else IndexPart.IDF)
    rows: Sequence[object]
    if part is IndexPart.BASIC:
        if term is None:
            raise NotInIndex("Name a term, to see the articles that contain it.")
        rows = postings(view, term, zones, limit)
    elif part is IndexPart.IDF:
        rows = rarities(view, term, limit)
    elif part is IndexPart.DOCW:
        _require_article(subject, article)
        rows = norms_of(view, [article] if article else newest_ids(view, limit))
    else:
        _require_article(subject or "", article)
        rows = term_weights(view, article or "", zones, limit)
    return IndexExcerpt(part, article or term or "", view.forward.count, rows)


def _article_named(index: Index, connection: Reader, subject: str | None) -> str | None:
    """Return the id of the article named by id or URL; None if there is none."""
    if subject is None:
        return None
    url = canonical(subject) if "://" in subject else None
    id_ = kept_id(connection, article_id(url) if url else subject)
    return id_ if index.holds(id_) else None


def _require_article(subject: str | None, article: str | None) -> None:
    if subject is not None and article is None:
        what = f"No article {subject} in the index. " if subject else ""
        raise NotInIndex(f"{what}Name an article by its id or URL.")


def _status(index: Index) -> IndexStatus:
    view = index.view
    files = [file for file in view.folder.rglob("*") if file.is_file()]
    return IndexStatus(
        generation=view.folder.name,
        version=VERSION,
        articles=view.count(),
        last_seq=view.last_seq,
        languages=view.languages,
        average_length=round(view.forward.average_length, 1),
        tantivy_segments=view.searcher.num_segments,
        segments=tuple(
            SegmentStatus(
                len(segment),
                len(segment.lexicon.keys),
                int(segment.seqs[0]) if len(segment) else 0,
                int(segment.seqs[-1]) if len(segment) else 0,
            )
            for segment in view.forward.segments
        ),
        bytes=sum(file.stat().st_size for file in files),
    )
