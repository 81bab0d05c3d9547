"""The effects of deleting: an article, or a source with its articles, for good.

What is taken down is hidden and remembered in the first transaction. Its rows go in the same one,
or in further ones if there are many.
"""

from dataclasses import replace
from datetime import datetime

from tidings.engine.commands.command_values import (
    ArticleDeleted,
    CommandProgress,
    CommandStep,
    DeleteArticle,
    DeleteSource,
    SourceDeleted,
)
from tidings.engine.followers.story_grouping import write_stories
from tidings.engine.sources.source_list import SourceInvalid, source_named, unfollow
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import NO_SETTINGS
from tidings.read.url import article_id, canonical, host_of, url_id
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.agents.forgotten_pages import forget_pages
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.articles.other_spellings import kept_id
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.sources.folders import set_source_folder
from tidings.store.tables.sources.source_settings import keep_settings
from tidings.store.tables.sources.sources import followed_sources
from tidings.store.tables.takedowns.removal import (
    articles_of_domain,
    forget_copies_of_source,
    pages_of_article,
    pages_of_source,
    remove_articles,
)
from tidings.store.tables.takedowns.takedowns import (
    is_taken_down,
    note_deleted_source,
    note_purged,
    note_takedowns,
    taken_down_urls,
    unpurged_article_count,
    unpurged_takedowns,
)
from tidings.store.tables.takedowns.withheld import withhold

_BATCH = 200  # articles per transaction: some 50 ms, so that a running crawl is not delayed


def deleted_article(
    connection: Writer, command: DeleteArticle, _progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Take down an article."""
    found = _found(connection, command.article)
    if found is None:
        if _was_deleted(connection, command.article):
            return CommandStep(ArticleDeleted(command.article, was_known=False))
        raise SourceInvalid(
            f"There is no article {command.article}: 'tidings why URL' explains a URL."
        )
    article, url = found
    pages = pages_of_article(connection, article)
    urls = {url, *(page for page, _ in pages)}
    note_takedowns(connection, [(article, url), *((article_id(each), each) for each in urls)], now)
    withhold(connection, urls, now)
    _purge(connection, {article, *map(article_id, urls)}, now)
    return CommandStep(ArticleDeleted(url), frozenset(site for _, site in pages))


def _found(connection: Reader, name: str) -> tuple[str, str] | None:
    """Return id and URL of an article by its id, its URL, or a URL that led to it."""
    url = canonical(name)
    record = url_record(connection, host_of(url), url_id(url)) if url else None
    names = (name, article_id(url) if url else "", (record and record.state.article) or "")
    found = (article_by_id(connection, kept_id(connection, each)) for each in names if each)
    return next(((each.id, each.url) for each in found if each is not None), None)


def _was_deleted(connection: Reader, name: str) -> bool:
    url = canonical(name)
    return is_taken_down(connection, [name, article_id(url)] if url else [name])


def deleted_source(
    connection: Writer, command: DeleteSource, progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Take down a source with its articles, or go on with it."""
    if progress is None:
        source = source_named(connection, command.source)
        _take_down_source(connection, source, now)
        begun = CommandProgress(0, unpurged_article_count(connection), (source.url,))
        return CommandStep(begun, frozenset({source.id}))
    if batch := unpurged_takedowns(connection, _BATCH):
        removed = _purge(connection, batch, now)
        return CommandStep(replace(progress, done=progress.done + removed))
    return CommandStep(SourceDeleted(progress.added[0], progress.done))


def _take_down_source(connection: Writer, source: Source, now: datetime) -> None:
    """Hide all articles of a source, and remember that they are unwanted."""
    pages = pages_of_source(connection, source.id)
    articles = {article: url for url, article in pages if article}
    if not _shares_domain(connection, source):
        articles |= dict(articles_of_domain(connection, source.domain))
    of_pages = [(article_id(url), url) for url, article in pages if article]
    note_takedowns(connection, [*articles.items(), *of_pages], now)
    withhold(connection, [*(url for url, _ in pages), *articles.values()], now)
    forget_copies_of_source(connection, source.id)
    unfollow(connection, source, now)
    keep_settings(connection, source.id, NO_SETTINGS, now)
    set_source_folder(connection, source.id, "")
    note_deleted_source(connection, source.url, now)


def _shares_domain(connection: Reader, source: Source) -> bool:
    """Return whether another followed source has the same domain: it keeps its articles."""
    return any(
        each.domain == source.domain and each.id != source.id
        for each in followed_sources(connection)
    )


def _purge(connection: Writer, ids: set[str] | list[str], now: datetime) -> int:
    """Remove the rows of articles; return how many articles there were."""
    named = [*ids]
    forget_pages(connection, named, taken_down_urls(connection, named))
    removed, stories = remove_articles(connection, ids, now)
    write_stories(connection, stories, now)
    note_purged(connection, ids)
    return removed
