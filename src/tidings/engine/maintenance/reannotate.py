"""Understanding kept articles anew where other models did it; then the stories."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context, parent_process

from tidings.engine.maintenance.consistency import is_readable, stories_agree
from tidings.engine.maintenance.story_grouping import StoryGrouping
from tidings.engine.process.home import HomeLock, existing_home
from tidings.engine.reading.annotator import Annotator, models_today
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.sqlite import Database
from tidings.store.tables.articles.annotations import (
    PackedAnnotations,
    grouping_rows_after,
    index_is_due,
    keep_annotations,
    models_of,
    packed_annotations_of,
    set_index_due,
)
from tidings.store.tables.articles.articles import article_count, articles_after
from tidings.store.tables.articles.stories import (
    forget_stories,
    grouped_seq,
    newest_member_at,
    set_grouped_seq,
    stories_are_due,
    story_count,
)
from tidings.text.frequency.corpus import Corpus

_CHUNK = 100  # articles that a process gets at once
_GROUPED = 200  # articles between two transactions
_LONG_AGO = datetime(1970, 1, 2, tzinfo=UTC)

Progress = Callable[[str, int, int], None]  # what is done, how much of it, of how much


@dataclass(frozen=True, slots=True)
class Reannotation:
    """What was done."""

    articles: int  # annotated anew
    left: int  # that were annotated by today's models already
    stories: int
    seconds: float
    is_indexed: bool  # whether the index knows all of it


def reannotate(settings: Settings, on_progress: Progress, *, everything: bool) -> Reannotation:
    """Annotate articles anew, tell the stories again and note that the index is to be built anew.

    The home must be at rest. Killed on the way, what was done is kept; the next call goes on.
    """
    home = existing_home(settings.home)
    began = time.perf_counter()
    with HomeLock(home):
        database = Database(home.database, settings.store)
        try:
            Corpus.at(home.corpus, writable=True)
            # Whoever asks for annotations wants them, even where a crawl makes none.
            crawl = replace(settings.crawl, archive_only=False)
            enrich = replace(settings.enrich, enabled=True)
            setup = WorkerSetup(crawl, enrich, settings.summary, home.corpus, home.topics)
            if everything:
                database.write(_mark_outdated).result()
            done, left = _annotate(database, setup, settings, on_progress, everything)
            _regroup_stories(database, settings, on_progress)
            stories = story_count(database.read())
            is_indexed = not index_is_due(database.read())
        finally:
            database.close()
    return Reannotation(done, left, stories, round(time.perf_counter() - began, 3), is_indexed)


def _mark_outdated(connection: sqlite3.Connection) -> None:
    """Note what follows from annotations that change, with the first of them or before."""
    set_grouped_seq(connection, 0)
    set_index_due(connection, True)


def _annotate(
    database: Database,
    setup: WorkerSetup,
    settings: Settings,
    on_progress: Progress,
    everything: bool,
) -> tuple[int, int]:
    connection = database.read()
    total = article_count(connection)
    workers = settings.engine.workers or os.cpu_count() or 1
    today = models_today(setup.enrich.spacy_model)
    done = left = 0
    with ProcessPoolExecutor(
        workers, get_context("spawn"), initializer=_start_process, initargs=(setup,)
    ) as pool:
        for chunk in _chunks(connection, workers):
            wanted = chunk if everything else _stale(connection, chunk, today)
            parts = [wanted[at : at + _CHUNK] for at in range(0, len(wanted), _CHUNK)]
            for articles, filed in zip(parts, pool.map(_annotated, parts), strict=True):
                database.write(partial(_keep, articles=articles, filed=filed)).result()
            done += len(wanted)
            left += len(chunk) - len(wanted)
            on_progress("annotated", done + left, total)
    return done, left


def _chunks(connection: sqlite3.Connection, workers: int) -> Iterator[list[Article]]:
    seq = 0
    while articles := articles_after(connection, seq, _CHUNK * workers):
        seq = articles[-1].seq
        yield articles


def _stale(
    connection: sqlite3.Connection, articles: Sequence[Article], today: dict[str, str]
) -> list[Article]:
    """Those that were not annotated by all of today's models, in another revision, or torn."""
    ids = [article.id for article in articles]
    known, filed = models_of(connection, ids), packed_annotations_of(connection, ids)
    return [
        each
        for each in articles
        if known.get(each.id) != (each.revision, today) or not is_readable(filed[each.id])
    ]


_annotators: list[Annotator] = []  # of this process


def _start_process(setup: WorkerSetup) -> None:
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()
    understanding = setup.annotator()
    assert understanding is not None
    _annotators[:] = [understanding]


def _end_with_parent() -> None:
    """End this process with the one that started it: a killed one leaves nobody to tell us."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _annotated(articles: Sequence[Article]) -> list[PackedAnnotations]:
    # They were counted in the corpus when they came.
    return [_annotators[0].of(article, is_new=False).packed for article in articles]


def _keep(
    connection: sqlite3.Connection, articles: Sequence[Article], filed: Sequence[PackedAnnotations]
) -> None:
    _mark_outdated(connection)
    for article, each in zip(articles, filed, strict=True):
        keep_annotations(connection, article.id, article.revision, each)


def _regroup_stories(database: Database, settings: Settings, on_progress: Progress) -> None:
    """Tell the stories that are not told, in the order and at the pace in which articles came."""
    connection = database.read()
    if not grouped_seq(connection) or not stories_agree(connection):
        database.write(forget_stories).result()
    if not stories_are_due(connection):
        return
    total = article_count(connection)
    now = newest_member_at(connection) or _LONG_AGO
    grouping = StoryGrouping(connection, settings.group, now)
    done = 0
    while rows := grouping_rows_after(connection, grouped_seq(connection), _GROUPED):
        batch = grouping.take(rows)
        now = max([now, *(member.at for member in batch.members)])
        database.write(partial(grouping.write, batch=batch)).result()
        database.write(partial(grouping.reconsider, now=now)).result()
        grouping.forget(now)
        done += len(rows)
        on_progress("grouped", done, total)
