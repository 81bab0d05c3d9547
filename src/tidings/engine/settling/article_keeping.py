"""Keeping articles: an article is stored once, whatever addresses it has."""

from dataclasses import dataclass, replace
from datetime import datetime

from tidings.crawl.visits.edit_detection import is_same_page
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.changes import Change, GiveArticle, KeepArticle, RenameArticle
from tidings.engine.settling.known import Known
from tidings.engine.settling.trap_control import Twin
from tidings.group.stories.clipping import unpacked_clipping
from tidings.model.articles.article import Article
from tidings.model.crawl.visit import UrlState
from tidings.model.web.page import PageKind
from tidings.model.web.reason import Reason
from tidings.read.url import article_id, host_of, url_id
from tidings.store.tables.articles.annotations import PackedAnnotations


@dataclass(frozen=True, slots=True)
class ArticleDecision:
    """What becomes of the article of a reading, and of its URL."""

    state: UrlState
    changes: tuple[Change, ...] = ()
    kept: Article | None = None  # a new article


def decide_keeping(
    reading: Reading, state: UrlState, url: str, now: datetime, twin: Twin | None, known: Known
) -> ArticleDecision:
    """Keep the article of a reading, unless it was already kept from another URL.

    In that case it is a twin, not an edit, even if its text differs slightly.
    """
    article = reading.article
    if article is None:
        return ArticleDecision(state)
    if (kept := known.kept_id(article.id)) != article.id:
        article = replace(article, id=kept)
    renaming = None
    if article.url == url:
        renaming = _renaming(article, now, known)
    elif _has_wrong_canonical(article, known):
        article = replace(article, id=known.kept_id(article_id(url)), url=url)
    state = replace(state, article=article.id)
    renamings = (renaming,) if renaming else ()
    if renaming is None and known.is_kept(article.id):
        if article.url != url:
            state = replace(state, reason=Reason.SAME_AS_CANONICAL, target=article.url)
        return ArticleDecision(state)
    if twin is not None and twin.article is not None:
        if giving := _giving(article, url, reading, twin, now, known):
            return ArticleDecision(state, (*renamings, giving))
        state = replace(state, reason=Reason.SAME_TEXT, target=twin.url, article=twin.article)
        return ArticleDecision(state, renamings)
    lesson = reading.annotation.lesson if reading.annotation else None
    keeping = KeepArticle(article, now, annotations_for(article.id, reading), lesson)
    return ArticleDecision(state, (*renamings, keeping), article)


def _has_wrong_canonical(article: Article, known: Known) -> bool:
    """Return whether an article's canonical URL belongs to a different page.

    Some templates name the section, or the same page everywhere. Trusting them would lose all but
    one of the site's articles.
    """
    other = known.article(article.id)
    if other is None:
        record = known.url(host_of(article.url), url_id(article.url))
        return record is not None and record.state.kind is PageKind.INDEX
    return _is_different(other, article)


def _is_different(known: Article, article: Article) -> bool:
    return known.title != article.title and not is_same_page(known.text, article.text)


def _renaming(article: Article, now: datetime, known: Known) -> RenameArticle | None:
    """Free the id of an article if a different page, read earlier, was kept under it.

    The conflict was not visible then. The other page gets the id of its own URL from now on.
    """
    other = known.article(article.id)
    if other is None or not _is_different(other, article):
        return None
    page = known.page_of(other)
    if page is None or known.is_kept(known.kept_id(article_id(page))):
        return None
    annotations = known.annotations(other.id)
    if annotations is not None:
        annotations = _with_article_id(annotations, article_id(page))
    return RenameArticle(other, page, now, annotations)


def _giving(
    article: Article, url: str, reading: Reading, twin: Twin, now: datetime, known: Known
) -> GiveArticle | None:
    """Give an article to a page that a feed or sitemap lists, if the other page is not listed.

    The other page, read earlier, only repeats it. The article stays one: what is known about it,
    and where it stands in its story, moves with it.
    """
    kept = known.article(twin.article or "")
    if kept is None or kept.url != twin.url or kept.hidden_from or kept.gone_at:
        return None
    is_own = article.url == url and article.id == article_id(url)
    if not is_own or not known.is_listed(url) or known.is_listed(twin.url):
        return None
    owned = replace(article, first_seen=kept.first_seen, revision=kept.revision)
    return GiveArticle(kept, owned, now, annotations_for(owned.id, reading))


def annotations_for(article: str, reading: Reading) -> PackedAnnotations | None:
    """Return the annotations of a reading for the id under which its article is kept."""
    if reading.annotation is None:
        return None
    annotations = reading.annotation.packed
    if reading.article is not None and reading.article.id != article:
        return _with_article_id(annotations, article)
    return annotations


def _with_article_id(annotations: PackedAnnotations, article: str) -> PackedAnnotations:
    """Return annotations whose clipping has the id that the article is kept under."""
    clipping = unpacked_clipping(annotations.clipping)
    return (
        replace(annotations, clipping=replace(clipping, id=article).packed())
        if clipping
        else annotations
    )
