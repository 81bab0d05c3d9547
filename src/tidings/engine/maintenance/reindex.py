"""Builds a whole new index from the database, next to the current one."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf

from tidings.engine.followers.change_feed import ChangeFeed
from tidings.engine.followers.index_feeding import feed_changes
from tidings.engine.process.home import existing_home
from tidings.search.index.generation import Generation
from tidings.search.index.rebuilding import build
from tidings.search.links.link_ranks import LinkRanks, LiveRanks
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import index_is_due, set_index_due
from tidings.store.tables.articles.articles import article_count
from tidings.store.tables.changes.article_changes import newest_change
from tidings.text.bulk.bulk_analyser import BulkAnalyser

_CHUNK = 500  # articles read at a time
REMEMBERED_WORDS = 1 << 20  # per language, at most 200 MB; freed when the rebuild ends
_COMMIT_EVERY = 20_000  # articles between two commits of a rebuild, which only limit its memory


@dataclass(frozen=True, slots=True)
class IndexRebuild:
    """What a rebuild did."""

    articles: int  # in the new index
    last_seq: int
    seconds: float
    per_second: float
    generation: str


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
    last_seq = generation.view.last_seq
    feed = ChangeFeed(last_seq, _CHUNK, scan=last_seq == 0)
    added = inf
    while True:
        before, former = generation.view.last_seq, added
        _add_available(generation, connection, feed, ranks, analyser, on_progress)
        added = generation.view.last_seq - before
        if added < _CHUNK or 2 * added > former:
            return


def _add_available(
    generation: Generation,
    connection: Reader,
    feed: ChangeFeed,
    ranks: LinkRanks,
    analyser: BulkAnalyser,
    on_progress: Callable[[int, int], None],
) -> None:
    """Add what the database has now."""
    total, newest = article_count(connection), newest_change(connection)
    done, cursor = generation.view.count(), generation.view.last_seq
    while cursor < newest and (batch := feed.next_batch(connection)) is not None:
        feed_changes(connection, generation, batch.changes, ranks=ranks, analyser=analyser)
        cursor = batch.cursor
        done = min(done + len(batch.changes), total)
        on_progress(done, total)
        if done % _COMMIT_EVERY == 0:
            generation.commit(cursor)
    generation.commit(cursor)
