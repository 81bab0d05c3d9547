"""Feeds an index with changes: adds the articles as they are now, removes those that are gone."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from tidings.model.articles.annotations import NOT_ANNOTATED
from tidings.model.articles.article import Article
from tidings.model.articles.change import Change
from tidings.search.entries.bulk_entries import entries_of
from tidings.search.entries.entry import IndexEntry
from tidings.search.links.link_ranks import LinkRanks
from tidings.search.links.page_keys import article_key
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import annotations_of
from tidings.store.tables.articles.articles import article_ids, articles_by_id
from tidings.text.bulk.bulk_analyser import BulkAnalyser

Ready = Callable[[Change], IndexEntry | None]


class EntrySink(Protocol):
    """Receives entries: the index, or a new generation of it."""

    def add(self, entries: Sequence[IndexEntry]) -> None:
        """Add entries in the order of their seq."""

    def remove(self, ids: Iterable[str]) -> None:
        """Remove the entries with these ids."""


def feed_changes(
    connection: Reader,
    to: EntrySink,
    changes: Sequence[Change],
    ready: Ready = lambda _: None,
    ranks: LinkRanks | None = None,
    analyser: BulkAnalyser | None = None,
) -> None:
    """Take changes into an index; doing it again, or for changes that are long past, is harmless.

    `ready` may have the entry of an article already. `ranks` supplies the anchor texts of links to
    articles; new articles hardly have any.
    """
    wanted, gone = _last_mentions(changes)
    entries, unread = [], []
    for change in wanted.values():
        entry = ready(change)
        if entry is None:
            unread.append(change)
        else:
            entries.append(replace(entry, seq=change.seq))
    found = articles_by_id(connection, [change.article for change in unread])
    gone.update(change.article for change in unread if change.article not in found)
    shown = [
        replace(found[change.article], seq=change.seq)
        for change in unread
        if change.article in found
    ]
    entries += stored_entries(connection, shown, ranks, analyser)
    to.remove(gone)
    to.add(sorted(entries, key=lambda entry: entry.seq))


def remove_missing(connection: Reader, to: EntrySink, indexed: Iterable[str]) -> None:
    """Remove what the database no longer has."""
    to.remove(set(indexed).difference(article_ids(connection)))


def stored_entries(
    connection: Reader,
    articles: Sequence[Article],
    ranks: LinkRanks | None = None,
    analyser: BulkAnalyser | None = None,
) -> list[IndexEntry]:
    """Return the entries of stored articles, as the index gets them, in their order."""
    known_ranks = ranks or LinkRanks.none()
    anchors = [known_ranks.anchors_of(article_key(each.id, each.url)) for each in articles]
    return entries_with_anchors(connection, articles, anchors, analyser)


def entries_with_anchors(
    connection: Reader,
    articles: Sequence[Article],
    anchors: Sequence[str],
    analyser: BulkAnalyser | None = None,
) -> list[IndexEntry]:
    """Return the entries of stored articles, given the texts of the links to each."""
    known = annotations_of(connection, [article.id for article in articles])
    annotations = [known.get(article.id, NOT_ANNOTATED) for article in articles]
    return entries_of(articles, anchors, annotations, analyser)


def _last_mentions(changes: Sequence[Change]) -> tuple[dict[str, Change], set[str]]:
    """The last change of each article, and the ids that articles had before they were renamed."""
    last: dict[str, Change] = {}
    gone: set[str] = set()
    for change in changes:
        if change.old_id is not None:
            last.pop(change.old_id, None)
            gone.add(change.old_id)
        gone.discard(change.article)
        last[change.article] = change
    return last, gone
