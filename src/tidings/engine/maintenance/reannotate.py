"""Annotates stored articles again if other models did it, and groups the stories again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import Self

from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.jobs.job import MapItems, Mapped, Part, Progress, Quarantined, Runner, key_of
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles, adopt_earlier_files
from tidings.engine.maintenance.consistency import is_readable, stories_agree
from tidings.engine.maintenance.story_ids import give_ids_back
from tidings.engine.process.home import existing_home
from tidings.engine.reading.annotator import Annotator, models_today
from tidings.engine.reading.worker_setup import Annotators, WorkerSetup
from tidings.group.stories.membership_score import RULES
from tidings.model.articles.article import Article
from tidings.settings.tree import GroupSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.annotations import (
    PackedAnnotations,
    grouping_rows_after,
    keep_annotations,
    models_of,
    packed_annotations_of,
    set_index_due,
)
from tidings.store.tables.articles.articles import article_count, articles_after, is_kept
from tidings.store.tables.articles.former_stories import forget_stories, story_rules
from tidings.store.tables.articles.stories import (
    grouped_seq,
    has_members,
    newest_member_at,
    set_grouped_seq,
    stories_are_due,
)

_CHUNK = 100  # articles in a part
_GROUP_CHUNK = 200  # articles between two transactions
_LONG_AGO = datetime(1970, 1, 2, tzinfo=UTC)


def annotate_again(
    runner: Runner,
    database: Database,
    settings: Settings,
    on_progress: Progress,
    *,
    everything: bool,
) -> tuple[int, tuple[Quarantined, ...]]:
    """Annotate articles again; return how many, and those that could not be annotated."""
    if everything:
        database.write(_mark_outdated).result()
    job = AnnotateJob(SecondReading.of(settings), everything, _CHUNK)
    report = runner.run(job, TableOutput(database, _keep), on_progress)
    return report.items - len(report.quarantined), report.quarantined


@dataclass(frozen=True, slots=True)
class SecondReading:
    """How articles are read and annotated again: the settings and a version of knowledge."""

    worker: WorkerSetup
    knowledge: int

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return how the articles of a home are read again.

        An explicit request counts, even if crawls of this home extract or annotate nothing.
        """
        home = existing_home(settings.home)
        adopt_earlier_files(home)
        crawl = replace(settings.crawl, archive_only=False)
        enrich = replace(settings.enrich, enabled=True)
        worker = WorkerSetup(crawl, enrich, settings.summary, home.knowledge)
        return cls(worker, KnowledgeFiles(home.knowledge).newest())

    def annotator(self) -> Annotator:
        """Return the annotator of a process."""
        annotator = Annotators(self.worker).at(self.knowledge)
        assert annotator is not None
        return annotator


def _mark_outdated(connection: Writer) -> None:
    """Mark stories and index as outdated, at the latest with the first changed annotation."""
    set_grouped_seq(connection, 0)
    set_index_due(connection, True)


@dataclass(frozen=True, slots=True)
class AnnotateJob:
    """Annotates articles that other models annotated, or all."""

    setup: SecondReading
    everything: bool
    chunk: int

    @property
    def name(self) -> str:
        """The name that people see."""
        return "annotate"

    @property
    def key(self) -> str:
        """Other models or settings make another job."""
        return key_of(self._models(), self.setup.worker.summary, self.everything)

    def _models(self) -> dict[str, str]:
        return models_today(self.setup.worker.enrich.spacy_model)

    def count(self, connection: Reader) -> int:
        """Return the number of articles."""
        return article_count(connection)

    def split(self, connection: Reader) -> Iterator[Part[Article]]:
        """Yield parts by fixed ranges of seq: a changed article leaves its range."""
        today = self._models()
        articles = _all_articles(connection, self.chunk)
        for _, group in groupby(articles, key=lambda article: article.seq // self.chunk):
            some = list(group)
            stale = some if self.everything else _stale_articles(connection, some, today)
            key = f"{some[0].seq}-{some[-1].seq}"
            yield Part(key, tuple(stale), len(some) - len(stale))

    def start(self) -> MapItems[Article, list[PackedAnnotations]]:
        """Load the models."""
        annotator = self.setup.annotator()
        # Not new: what they teach was counted when they were first kept.
        return lambda articles: [annotator.of(each, is_new=False).packed for each in articles]

    def name_of(self, item: Article) -> str:
        """Return the URL of an article."""
        return item.url


def _all_articles(connection: Reader, chunk: int) -> Iterator[Article]:
    seq = 0
    while articles := articles_after(connection, seq, chunk):
        seq = articles[-1].seq
        yield from articles


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


def _keep(connection: Writer, mapped: Sequence[Mapped[Article, list[PackedAnnotations]]]) -> None:
    _mark_outdated(connection)
    for some in mapped:
        for article, packed in zip(some.items, some.result, strict=True):
            if is_kept(connection, article.id):  # it may have been deleted meanwhile
                keep_annotations(connection, article.id, article.revision, packed)


def regroup_stories(database: Database, settings: GroupSettings, on_progress: Progress) -> None:
    """Group the articles without a story, or all again if their stories are outdated."""
    connection = database.read()
    if _are_outdated(connection):
        database.write(forget_stories).result()
    if stories_are_due(connection):
        _group(database, settings, on_progress)
    give_ids_back(database, datetime.now(UTC))


def _are_outdated(connection: Reader) -> bool:
    """Return whether stories are damaged, or made of older annotations or by older rules."""
    if not grouped_seq(connection) or not stories_agree(connection):
        return True
    return has_members(connection) and story_rules(connection) < RULES


def _group(database: Database, settings: GroupSettings, on_progress: Progress) -> None:
    """Group articles in the order and batches in which they came."""
    connection = database.read()
    total = article_count(connection)
    now = newest_member_at(connection) or _LONG_AGO
    grouping = StoryGrouping(connection, settings, now)
    grouped = 0
    while rows := grouping_rows_after(connection, grouped_seq(connection), _GROUP_CHUNK):
        batch = grouping.take(rows, rows[-1].seq)
        now = max([now, *(member.at for member in batch.members)])
        database.write(partial(grouping.write, batch=batch, now=now)).result()
        database.write(partial(grouping.reconsider, now=now)).result()
        grouping.forget(now)
        grouped += len(rows)
        on_progress(grouped, total)
