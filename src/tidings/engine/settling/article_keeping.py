"""Keeping articles: an article is stored once, whatever addresses it has."""

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
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.annotations import (
    PackedAnnotations,
    keep_annotations,
    packed_annotations_of,
)
from tidings.store.tables.articles.article_renaming import page_url_of, rename_article
from tidings.store.tables.articles.articles import article_by_id, is_kept, keep_article
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.takedowns.takedowns import is_taken_down


def keep_once(
    connection: Writer,
    reading: Reading,
    state: UrlState,
    url: str,
    now: datetime,
    twin: Twin | None,
) -> tuple[UrlState, Article | None]:
    """Keep the article of a reading, unless it was already kept from another URL.

    In that case it is a twin, not an edit, even if its text differs slightly.
    """
    article = reading.article
    if article is None:
        return state, None
    if article.url == url:
        _release_id(connection, article, now)
    elif _has_wrong_canonical(connection, article):
        article = replace(article, id=article_id(url), url=url)
    state = replace(state, article=article.id)
    if not is_kept(connection, article.id):
        if twin is None or twin.article is None:
            kept = keep_article(connection, article, now)
            save_annotations(connection, kept, reading)
            return state, kept
        duplicate = replace(state, reason=Reason.SAME_TEXT, target=twin.url, article=twin.article)
        return duplicate, None
    if article.url != url:
        state = replace(state, reason=Reason.SAME_AS_CANONICAL, target=article.url)
    return state, None


def _has_wrong_canonical(connection: Reader, article: Article) -> bool:
    """Return whether an article's canonical URL belongs to a different page.

    Some templates name the section, or the same page everywhere. Trusting them would lose all but
    one of the site's articles.
    """
    known = article_by_id(connection, article.id)
    if known is None:
        record = url_record(connection, host_of(article.url), url_id(article.url))
        return record is not None and record.state.kind is PageKind.INDEX
    return _is_different(known, article)


def _is_different(known: Article, article: Article) -> bool:
    return known.title != article.title and not is_same_page(known.text, article.text)


def _release_id(connection: Writer, article: Article, now: datetime) -> None:
    """Free the id of an article if a different page, read earlier, was kept under it.

    The conflict was not visible then. The other page gets the id of its own URL from now on.
    """
    known = article_by_id(connection, article.id)
    if known is None or not _is_different(known, article):
        return
    page = page_url_of(connection, known.id, known.url)
    if page is None or is_taken_down(connection, [article_id(page)]):
        return
    if not is_kept(connection, article_id(page)):
        annotations = packed_annotations_of(connection, [known.id]).get(known.id)
        renamed = rename_article(connection, known.id, page, now)
        if annotations is not None:
            keep_annotations(
                connection, renamed, known.revision, _with_article_id(annotations, renamed)
            )


def save_annotations(connection: Writer, kept: Article | None, reading: Reading) -> None:
    """Save the annotations of an article that was just kept."""
    if kept is not None and reading.annotation is not None:
        annotations = reading.annotation.packed
        if reading.article is not None and reading.article.id != kept.id:
            annotations = _with_article_id(annotations, kept.id)
        keep_annotations(connection, kept.id, kept.revision, annotations)


def _with_article_id(annotations: PackedAnnotations, article: str) -> PackedAnnotations:
    """Return annotations whose clipping has the id that the article is kept under."""
    clipping = unpacked_clipping(annotations.clipping)
    return (
        replace(annotations, clipping=replace(clipping, id=article).packed())
        if clipping
        else annotations
    )
