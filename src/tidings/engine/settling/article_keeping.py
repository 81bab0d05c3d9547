"""Keeping: the article of a reading becomes the article of record, once, whatever its addresses."""

import sqlite3
from dataclasses import replace
from datetime import datetime

from tidings.crawl.visits.edit_detection import is_same_page
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.trap_control import Twin
from tidings.group.stories.clipping import unpacked_clipping
from tidings.model.articles.article import Article
from tidings.model.crawl.visit import UrlState
from tidings.model.web.page import PageKind
from tidings.model.web.reason import Reason
from tidings.read.url import article_id, host_of, url_id
from tidings.store.tables.articles.annotations import (
    PackedAnnotations,
    keep_annotations,
    packed_annotations_of,
)
from tidings.store.tables.articles.article_renaming import page_url_of, rename_article
from tidings.store.tables.articles.articles import article_by_id, is_kept, keep_article
from tidings.store.tables.frontier.urls import url_record


def keep_once(
    connection: sqlite3.Connection,
    reading: Reading,
    standing: UrlState,
    url: str,
    now: datetime,
    twin: Twin | None,
) -> tuple[UrlState, Article | None]:
    """Keep the article of a reading, unless another URL has brought it already.

    Then it is a twin and no edit, even if it reads a little differently there.
    """
    article = reading.article
    if article is None:
        return standing, None
    if article.url == url:
        _release_id(connection, article)
    elif _has_wrong_canonical(connection, article):
        article = replace(article, id=article_id(url), url=url)
    standing = replace(standing, article=article.id)
    if not is_kept(connection, article.id):
        if twin is None or twin.article is None:
            kept = keep_article(connection, article, now)
            save_annotations(connection, kept, reading)
            return standing, kept
        same = replace(standing, reason=Reason.SAME_TEXT, target=twin.url, article=twin.article)
        return same, None
    if article.url != url:
        standing = replace(standing, reason=Reason.SAME_AS_CANONICAL, target=article.url)
    return standing, None


def _has_wrong_canonical(connection: sqlite3.Connection, article: Article) -> bool:
    """Tell whether the canonical address of an article's page is that of something else.

    Templates that name the section or one and the same page everywhere would else cost a site all
    of its articles but one.
    """
    known = article_by_id(connection, article.id)
    if known is None:
        named = url_record(connection, host_of(article.url), url_id(article.url))
        return named is not None and named.state.kind is PageKind.INDEX
    return _is_different(known, article)


def _is_different(known: Article, article: Article) -> bool:
    return known.title != article.title and not is_same_page(known.text, article.text)


def _release_id(connection: sqlite3.Connection, article: Article) -> None:
    """Give the name of an article back that another page took, when it was read before.

    Nobody could tell then; the other one is known by its own address from now on.
    """
    known = article_by_id(connection, article.id)
    if known is None or not _is_different(known, article):
        return
    page = page_url_of(connection, known.id, known.url)
    if page is not None and not is_kept(connection, article_id(page)):
        filed = packed_annotations_of(connection, [known.id]).get(known.id)
        renamed = rename_article(connection, known.id, page)
        if filed is not None:
            keep_annotations(connection, renamed, known.revision, _with_article_id(filed, renamed))


def save_annotations(
    connection: sqlite3.Connection, kept: Article | None, reading: Reading
) -> None:
    """Keep what was understood of an article that was kept just now."""
    if kept is not None and reading.annotation is not None:
        filed = reading.annotation.packed
        if reading.article is not None and reading.article.id != kept.id:
            filed = _with_article_id(filed, kept.id)
        keep_annotations(connection, kept.id, kept.revision, filed)


def _with_article_id(filed: PackedAnnotations, article: str) -> PackedAnnotations:
    """Return what was understood of an article under the name that it is kept by."""
    clipping = unpacked_clipping(filed.clipping)
    return replace(filed, clipping=replace(clipping, id=article).packed()) if clipping else filed
