"""The near-duplicates of articles, with who copied whom."""

from collections.abc import Sequence

from tidings.engine.library.full_story import text_origins_of
from tidings.group.duplicates.lineage import TextOrigin
from tidings.model.articles.article import Article
from tidings.model.articles.duplicate import DuplicateArticle, Duplicates
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_by_id
from tidings.store.tables.articles.near_duplicates import NearDuplicateRow, near_duplicates_of

_MAX_ARTICLES = 500  # hundreds of papers may print a wire story; the most similar ones count
_AT_ONCE = 500  # articles whose near-duplicates are read together


def duplicates_of(connection: Reader, article: Article) -> Duplicates:
    """Return the near-duplicates of an article that may be shown."""
    rows = _rows_from(article.id, near_duplicates_of(connection, [article.id]))
    first = sorted(rows.values(), key=lambda row: (-row.similarity, row.other))[:_MAX_ARTICLES]
    ids = [article.id, *(row.other for row in first)]
    # As they are stored: without its text, an article that may not be shown has no credits.
    articles = articles_by_id(connection, ids)
    origins = text_origins_of(connection, list(articles.values()))
    own = origins.get(article.id, TextOrigin(article.id, None, article.id))
    return Duplicates(
        own.parent,
        own.root,
        own.why if own.parent else "",
        tuple(_duplicate(row, origins[row.other]) for row in first if row.other in origins),
    )


def originals_of(connection: Reader, ids: Sequence[str]) -> dict[str, Article]:
    """Return the article that each copy was probably taken from, by the id of the copy."""
    found: dict[str, Article] = {}
    for begin in range(0, len(ids), _AT_ONCE):
        found |= _originals(connection, ids[begin : begin + _AT_ONCE])
    return found


def _originals(connection: Reader, ids: Sequence[str]) -> dict[str, Article]:
    rows = near_duplicates_of(connection, ids)
    alike = dict.fromkeys(id_ for row in rows for id_ in (row.article, row.other))
    if not alike:
        return {}
    articles = articles_by_id(connection, list(alike))
    origins = text_origins_of(connection, list(articles.values()))
    return {
        id_: articles[origins[id_].parent or ""]
        for id_ in dict.fromkeys(ids)
        if id_ in origins and origins[id_].parent in articles
    }


def _rows_from(id_: str, rows: list[NearDuplicateRow]) -> dict[str, NearDuplicateRow]:
    """Return the rows by the other article, as seen from this one."""
    turned = (
        row
        if row.article == id_
        else row._replace(article=id_, other=row.article, holds=row.held, held=row.holds)
        for row in rows
    )
    return {row.other: row for row in turned}


def _duplicate(row: NearDuplicateRow, origin: TextOrigin) -> DuplicateArticle:
    return DuplicateArticle(
        id=row.other,
        similarity=row.similarity,
        contains=row.held,
        contained=row.holds,
        how=row.how,
        copy_of=origin.parent,
        why=origin.why if origin.parent else "",
    )
