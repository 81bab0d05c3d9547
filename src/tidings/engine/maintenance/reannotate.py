"""Annotates stored articles again if other models did it, then groups the stories again."""

import os
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
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Reader, Writer
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

_CHUNK = 100  # articles that a process gets at a time
_GROUP_CHUNK = 200  # articles between two transactions
_LONG_AGO = datetime(1970, 1, 2, tzinfo=UTC)

Progress = Callable[[str, int, int], None]  # the step, articles done, articles in total


@dataclass(frozen=True, slots=True)
class Reannotation:
    """What a reannotation did."""

    articles: int  # annotated again
    left: int  # already annotated by today's models
    stories: int
    seconds: float
    is_indexed: bool  # whether the index has all annotations


def reannotate(settings: Settings, on_progress: Progress, *, everything: bool) -> Reannotation:
    """Annotate articles again, regroup the stories and note that the index must be rebuilt.

    No other process may hold the home's lock. If this is killed, the next call continues.
    """
    home = existing_home(settings.home)
    began = time.perf_counter()
    with HomeLock(home):
        database = open_database(home.database, settings.store)
        try:
            Corpus.at(home.corpus, writable=True)
            # An explicit request counts, even if crawls of this home do not annotate.
            crawl = replace(settings.crawl, archive_only=False)
            enrich = replace(settings.enrich, enabled=True)
            setup = WorkerSetup(crawl, enrich, settings.summary, home.corpus, home.topics)
            if everything:
                database.write(_mark_outdated).result()
            annotated, up_to_date = _annotate(database, setup, settings, on_progress, everything)
            _regroup_stories(database, settings, on_progress)
            stories = story_count(database.read())
            is_indexed = not index_is_due(database.read())
        finally:
            database.close()
    return Reannotation(
        annotated, up_to_date, stories, round(time.perf_counter() - began, 3), is_indexed
    )


def _mark_outdated(connection: Writer) -> None:
    """Mark stories and index as outdated, at the latest with the first changed annotation."""
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
    annotated = up_to_date = 0
    with ProcessPoolExecutor(
        workers, get_context("spawn"), initializer=_start_process, initargs=(setup,)
    ) as pool:
        for chunk in _chunks(connection, workers):
            stale = chunk if everything else _stale_articles(connection, chunk, today)
            parts = [stale[at : at + _CHUNK] for at in range(0, len(stale), _CHUNK)]
            for articles, packed in zip(parts, pool.map(_annotated, parts), strict=True):
                database.write(partial(_keep, articles=articles, packed=packed)).result()
            annotated += len(stale)
            up_to_date += len(chunk) - len(stale)
            on_progress("annotated", annotated + up_to_date, total)
    return annotated, up_to_date


def _chunks(connection: Reader, workers: int) -> Iterator[list[Article]]:
    seq = 0
    while articles := articles_after(connection, seq, _CHUNK * workers):
        seq = articles[-1].seq
        yield articles


def _stale_articles(
    connection: Reader, articles: Sequence[Article], today: dict[str, str]
) -> list[Article]:
    """Return the articles whose annotations are of other models or revisions, or unreadable."""
    ids = [article.id for article in articles]
    known, packed = models_of(connection, ids), packed_annotations_of(connection, ids)
    return [
        each
        for each in articles
        if known.get(each.id) != (each.revision, today) or not is_readable(packed[each.id])
    ]


_annotators: list[Annotator] = []  # of this process


def _start_process(setup: WorkerSetup) -> None:
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()
    annotator = setup.annotator()
    assert annotator is not None
    _annotators[:] = [annotator]


def _end_with_parent() -> None:
    """End this process with its parent: a killed parent cannot stop it."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _annotated(articles: Sequence[Article]) -> list[PackedAnnotations]:
    # Not new: the corpus counted them when they were first kept.
    return [_annotators[0].of(article, is_new=False).packed for article in articles]


def _keep(
    connection: Writer, articles: Sequence[Article], packed: Sequence[PackedAnnotations]
) -> None:
    _mark_outdated(connection)
    for article, each in zip(articles, packed, strict=True):
        keep_annotations(connection, article.id, article.revision, each)


def _regroup_stories(database: Database, settings: Settings, on_progress: Progress) -> None:
    """Group the articles without a story, in the order and batches in which they came."""
    connection = database.read()
    if not grouped_seq(connection) or not stories_agree(connection):
        database.write(forget_stories).result()
    if not stories_are_due(connection):
        return
    total = article_count(connection)
    now = newest_member_at(connection) or _LONG_AGO
    grouping = StoryGrouping(connection, settings.group, now)
    grouped = 0
    while rows := grouping_rows_after(connection, grouped_seq(connection), _GROUP_CHUNK):
        batch = grouping.take(rows)
        now = max([now, *(member.at for member in batch.members)])
        database.write(partial(grouping.write, batch=batch)).result()
        database.write(partial(grouping.reconsider, now=now)).result()
        grouping.forget(now)
        grouped += len(rows)
        on_progress("grouped", grouped, total)
