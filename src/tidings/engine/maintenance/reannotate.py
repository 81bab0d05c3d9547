"""Annotates stored articles again if other models did it, and groups the stories again."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache, partial
from itertools import groupby
from typing import Self

from tidings.engine.estimating.cutting import cut
from tidings.engine.estimating.planning import planned
from tidings.engine.estimating.record_estimates import NOT_PLANNED, RecordEstimates
from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.jobs.job import (
    Attributes,
    EachItem,
    Mapped,
    Part,
    Progress,
    Quarantined,
    Runner,
    key_of,
)
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles, adopt_earlier_files
from tidings.engine.maintenance.consistency import is_readable, stories_agree
from tidings.engine.maintenance.story_ids import give_ids_back
from tidings.engine.process.home import Home, existing_home
from tidings.engine.reading.annotator import Annotator, models_today
from tidings.engine.reading.worker_setup import Annotators, WorkerSetup
from tidings.engine.regrouping.duplicates_job import (
    PART_ARTICLES,
    ArticleBlock,
    DuplicatesJob,
    FoundOutput,
    begun_after,
    duplicates_folder,
)
from tidings.engine.regrouping.found_duplicates import Found, FoundDuplicates
from tidings.group.duplicates.sketch_comparison import DuplicateMatch
from tidings.group.stories.membership_score import RULES
from tidings.model.articles.article import Article
from tidings.read.url import host_of
from tidings.settings.tree import GroupSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.annotations import (
    GroupingRow,
    PackedAnnotations,
    grouping_rows_after,
    keep_annotations,
    models_of,
    packed_annotations_of,
    set_index_due,
)
from tidings.store.tables.articles.articles import (
    article_count,
    articles_after,
    articles_waiting,
    is_kept,
    newest_seq,
)
from tidings.store.tables.articles.former_stories import forget_stories, story_rules
from tidings.store.tables.articles.stories import (
    grouped_seq,
    has_members,
    newest_member_at,
    set_grouped_seq,
    stories_are_due,
)
from tidings.store.tables.jobs.job_rows import newest_part

_CHUNK = 500  # seqs within which parts are cut: a changed article shifts no others
_USUAL = 50  # articles in a part as long as nothing is known of their times: about a second
_GROUP_CHUNK = 200  # articles between two transactions
_BLOCK = PART_ARTICLES
_ENOUGH_FOR_PLACES = 10_000  # articles: fewer are grouped before other processes have started
_LONG_AGO = datetime(1970, 1, 2, tzinfo=UTC)


def annotate_again(
    runner: Runner,
    database: Database,
    settings: Settings,
    on_progress: Progress,
    *,
    everything: bool,
    since: datetime | None = None,
) -> tuple[int, tuple[Quarantined, ...]]:
    """Annotate articles again; return how many, and those that could not be annotated.

    `since` is that of the runner.
    """
    if everything:
        database.write(_mark_outdated).result()
    job = planned(
        AnnotateJob(SecondReading.of(settings), everything, _CHUNK),
        database.read(),
        settings.jobs,
        _USUAL,
        since,
    )
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
        home = existing_home(settings)
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
    """Annotates articles that other models annotated, or all, with one version of knowledge."""

    setup: SecondReading
    everything: bool
    chunk: int
    plan: RecordEstimates = NOT_PLANNED

    @property
    def name(self) -> str:
        """The name that people see."""
        return "annotate"

    @property
    def key(self) -> str:
        """Other models, settings or knowledge make another job."""
        return key_of(
            self._models(), self.setup.worker.summary, self.setup.knowledge, self.everything
        )

    def _models(self) -> dict[str, str]:
        return models_today(self.setup.worker.enrich.spacy_model)

    def count(self, connection: Reader) -> int:
        """Return the number of articles."""
        return article_count(connection)

    def split(self, connection: Reader) -> Iterator[Part[Article]]:
        """Yield parts that are cut within fixed ranges of seq: a changed article leaves its range.

        What is annotated already counts for the cut, so that the same articles make the same parts.
        """
        today = self._models()
        articles = _all_articles(connection, self.chunk)
        for _, group in groupby(articles, key=lambda article: article.seq // self.chunk):
            for each in cut(group, self.attributes, self.plan):
                some = each.items
                stale = some if self.everything else _stale_articles(connection, some, today)
                key = f"{some[0].seq}-{some[-1].seq}"
                passed = len(some) - len(stale)
                estimated = each.estimated if not passed else None
                yield Part(key, tuple(stale), passed, estimated=estimated)

    def attributes(self, item: Article) -> Attributes:
        """Return what may tell how long annotating takes."""
        return {
            "language": item.language,
            "size": float(len(item.text)),
            "host": host_of(item.url),
        }

    def start(self, opened: ExitStack) -> EachItem[Article, PackedAnnotations]:
        """Load the models."""
        annotator = self.setup.annotator()
        # Not new: what they teach was counted when they were first kept.
        return EachItem(lambda article: annotator.of(article, is_new=False).packed)

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


@dataclass(frozen=True, slots=True)
class DuplicatePlaces:
    """Where the near-duplicates of many articles are found, once they are needed."""

    opened: Callable[[], AbstractContextManager[Runner]]
    home: Home
    begins_anew: bool = True  # after an interruption, so that the stories do not depend on it


def regroup_stories(
    database: Database,
    settings: GroupSettings,
    on_progress: Progress,
    places: DuplicatePlaces | None = None,
) -> None:
    """Group the articles without a story, or all again if their stories are outdated.

    If many are to be grouped, their near-duplicates are found in `places` first.
    """
    connection = database.read()
    if _are_outdated(connection) or _was_interrupted(places):
        database.write(forget_stories).result()
    if stories_are_due(connection):
        found = None
        if places is not None:
            found = _found_duplicates(database, settings, on_progress, places)
        _group(database, settings, on_progress, found)
    if places is not None:
        shutil.rmtree(duplicates_folder(places.home), ignore_errors=True)
    give_ids_back(database, datetime.now(UTC))


def _was_interrupted(places: DuplicatePlaces | None) -> bool:
    """Return whether grouping everything was interrupted.

    Which stories were corrected when is not stored: only from the beginning is the end the same.
    """
    return places is not None and places.begins_anew and duplicates_folder(places.home).exists()


def _are_outdated(connection: Reader) -> bool:
    """Return whether stories are damaged, or made of older annotations or by older rules."""
    if not grouped_seq(connection) or not stories_agree(connection):
        return True
    return has_members(connection) and story_rules(connection) < RULES


@dataclass(frozen=True, slots=True)
class _FoundBefore:
    """The near-duplicates that were found before articles are grouped, block by block."""

    files: FoundDuplicates
    blocks: tuple[ArticleBlock, ...]

    def of(self, rows: Sequence[GroupingRow]) -> Found | None:
        """Return those of some articles in a row; None if they are not all known."""
        found: dict[str, Sequence[DuplicateMatch]] = {}
        first, last = rows[0].seq, rows[-1].seq
        for block in self.blocks:
            if block.after < last and block.last >= first:
                part = _part_of(self.files, block.name)
                if part is None:
                    return None
                found |= part
        return found if self.blocks and last <= self.blocks[-1].last else None


@lru_cache(maxsize=2)
def _part_of(files: FoundDuplicates, name: str) -> Found | None:
    return files.of(name)


def _found_duplicates(
    database: Database, settings: GroupSettings, on_progress: Progress, places: DuplicatePlaces
) -> _FoundBefore | None:
    """Find the near-duplicates of the articles that wait, as a job; None if these are few."""
    connection = database.read()
    job = _duplicates_job(connection, settings, places.home)
    if job is None:
        return None
    job.files.begin()
    with places.opened() as runner:
        runner.run(job, FoundOutput(job.files, database), on_progress)
    return _FoundBefore(job.files, tuple(job.blocks(connection)))


def _duplicates_job(
    connection: Reader, settings: GroupSettings, home: Home
) -> DuplicatesJob | None:
    """Return the job that was interrupted, or a new one; None if few articles wait."""
    grouped, begun = grouped_seq(connection), begun_after(home)
    job = DuplicatesJob(
        home,
        settings.window_days,
        grouped,
        newest_seq(connection),
        article_count(connection),
        newest_part(connection, "annotate"),
        _GROUP_CHUNK,
        _BLOCK,
    )
    if begun is not None and begun <= grouped:
        before = replace(job, after=begun)
        if before.files.exists():
            return before
    return job if articles_waiting(connection, grouped) >= _ENOUGH_FOR_PLACES else None


def _group(
    database: Database,
    settings: GroupSettings,
    on_progress: Progress,
    before: _FoundBefore | None,
) -> None:
    """Group articles in the order and batches in which they came."""
    connection = database.read()
    total = article_count(connection)
    now = newest_member_at(connection) or _LONG_AGO
    grouping = StoryGrouping(connection, settings, now, finds_duplicates=before is None)
    grouped = 0
    while rows := grouping_rows_after(connection, grouped_seq(connection), _GROUP_CHUNK):
        found = None if before is None else before.of(rows)
        if before is not None and found is None:  # from here on, as they come
            before, grouping = None, StoryGrouping(connection, settings, now)
        batch = grouping.take(rows, rows[-1].seq, found=found)
        now = max([now, *(member.at for member in batch.members)])
        database.write(partial(grouping.write, batch=batch, now=now)).result()
        corrections = grouping.corrections(now)
        database.write(partial(grouping.reconsider, changes=corrections, now=now)).result()
        grouping.forget(now)
        grouped += len(rows)
        on_progress(grouped, total)
