"""Builds the index from the database: a whole new one next to the current, or what it lacks."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from math import inf
from typing import Protocol

from tidings.engine.process.home import existing_home
from tidings.model.articles.annotations import NOT_ANNOTATED
from tidings.model.articles.article import Article
from tidings.search.entries.bulk_entries import entries_of
from tidings.search.entries.entry import IndexEntry
from tidings.search.index.generation import Generation
from tidings.search.index.rebuilding import build
from tidings.search.links.link_ranks import LinkRanks, LiveRanks
from tidings.search.links.page_keys import page_key
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import annotations_of, index_is_due, set_index_due
from tidings.store.tables.articles.articles import article_count, articles_after, newest_seq
from tidings.text.bulk.bulk_analyser import BulkAnalyser

_CHUNK = 500  # articles read at a time
REMEMBERED_WORDS = 1 << 20  # per language, at most 200 MB; freed when the rebuild ends
_COMMIT_EVERY = 20_000  # articles between two commits of a rebuild, which only limit its memory


class EntrySink(Protocol):
    """Receives entries: the index, or a new generation of it."""

    def add(self, entries: Sequence[IndexEntry]) -> None:
        """Add entries in the order of their seq."""
        ...

    def remove(self, ids: Iterable[str]) -> None:
        """Remove the entries with these ids."""
        ...


@dataclass(frozen=True, slots=True)
class IndexRebuild:
    """What a rebuild did."""

    articles: int  # in the new index
    last_seq: int
    seconds: float
    per_second: float
    generation: str


def add_changes(
    connection: Reader,
    to: EntrySink,
    after: int,
    ranks: LinkRanks | None = None,
    analyser: BulkAnalyser | None = None,
    ready: Callable[[Article], IndexEntry | None] = lambda _: None,
) -> Iterator[int]:
    """Add what changed after a seq; yield the last seq of every chunk that was added.

    `ranks` supplies the anchor texts of links to articles; new articles hardly have any. `ready`
    may have the entry of an article already.
    """
    link_ranks = ranks or LinkRanks.none()
    while articles := articles_after(connection, after, _CHUNK):
        now = datetime.now(UTC)
        hidden = {a.id for a in articles if a.hidden_from is not None and a.hidden_from <= now}
        to.remove(hidden)
        shown = [article for article in articles if article.id not in hidden]
        entries = [entry for article in shown if (entry := ready(article)) is not None]
        known = {entry.id for entry in entries}
        shown = [article for article in shown if article.id not in known]
        anchors = [link_ranks.anchors_of(page_key(article.url)) for article in shown]
        annotations_by_id = annotations_of(connection, [article.id for article in shown])
        annotations = [annotations_by_id.get(article.id, NOT_ANNOTATED) for article in shown]
        entries += entries_of(shown, anchors, annotations, analyser)
        to.add(sorted(entries, key=lambda entry: entry.seq))
        after = articles[-1].seq
        yield after


def rebuild(settings: Settings, on_progress: Callable[[int, int], None]) -> IndexRebuild:
    """Build a new index that replaces the old one; searches and crawls continue meanwhile.

    Another process that writes the index switches to the new one at its next commit, and adds
    what it lacks. If this is killed, nothing changes. Raises IndexBusy if another rebuild runs.
    """
    home = existing_home(settings.home)
    database = open_database(home.database, settings.store)
    began = time.perf_counter()
    ranks = LiveRanks(home.links).now()
    try:
        view = build(
            home.index,
            settings.search,
            lambda generation: _fill(generation, database, ranks, on_progress),
        )
        if index_is_due(database.read()):
            database.write(partial(set_index_due, is_due=False)).result()
    finally:
        database.close()
    seconds = time.perf_counter() - began
    return IndexRebuild(
        articles=view.count(),
        last_seq=view.last_seq,
        seconds=round(seconds, 3),
        per_second=round(view.count() / max(seconds, 1e-9), 1),
        generation=view.folder.name,
    )


def _fill(
    generation: Generation,
    database: Database,
    ranks: LinkRanks,
    on_progress: Callable[[int, int], None],
) -> None:
    """Add everything up to the newest change, except a few changes on a busy home.

    There, changes keep coming. The process that writes the index adds the rest, once it is small,
    or hardly shrinks because changes come about as fast as they are added.
    """
    connection = database.read()
    analyser = BulkAnalyser(REMEMBERED_WORDS)
    added = inf
    while True:
        before, former = generation.view.last_seq, added
        _add_available(generation, connection, ranks, analyser, on_progress)
        added = generation.view.last_seq - before
        if added < _CHUNK or 2 * added > former:
            return


def _add_available(
    generation: Generation,
    connection: Reader,
    ranks: LinkRanks,
    analyser: BulkAnalyser,
    on_progress: Callable[[int, int], None],
) -> None:
    """Add what the database has now."""
    total, newest = article_count(connection), newest_seq(connection)
    view = generation.view
    done = view.count()
    for last_seq in add_changes(connection, generation, view.last_seq, ranks, analyser):
        done = min(done + _CHUNK, total)
        on_progress(done, total)
        if last_seq >= newest:
            break
        if done % _COMMIT_EVERY == 0:
            generation.commit()
    generation.commit()
