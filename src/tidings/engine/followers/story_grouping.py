"""Groups articles: finds the near-duplicates and the story of each, and writes both as rows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache

from tidings.engine.library.full_story import text_origins_of
from tidings.enrich.annotation_steps import error_detail
from tidings.group.duplicates import sketch as sketches
from tidings.group.duplicates.duplicate_index import DuplicateIndex
from tidings.group.duplicates.sketch_comparison import DuplicateMatch
from tidings.group.stories import clipping as clippings
from tidings.group.stories.clipping import Clipping
from tidings.group.stories.correction import Correction, MemberMove, StoryMerge
from tidings.group.stories.membership_evidence import MembershipEvidence
from tidings.group.stories.membership_score import RULES
from tidings.group.stories.story_clusters import StoryClusters
from tidings.group.stories.story_description import describe_story
from tidings.model.articles.change import StoryChangeKind
from tidings.model.articles.story import Grounds, Membership, Story
from tidings.settings.tree import GroupSettings
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.annotations import GroupingRow, clippings_of, note_failed_step
from tidings.store.tables.articles.articles import articles_by_id
from tidings.store.tables.articles.former_stories import set_story_rules
from tidings.store.tables.articles.near_duplicates import (
    NearDuplicateRow,
    keep_near_duplicates,
    near_duplicates_of,
)
from tidings.store.tables.articles.stories import (
    end_story,
    has_members,
    keep_memberships,
    keep_story,
    memberships_of,
    merge_members,
    move_members,
    next_story_id,
    remove_members,
    set_grouped_seq,
    stories_by_id,
    story_extent,
    window_since,
)
from tidings.store.tables.changes.story_changes import note_story_change

# A story is described soon after its articles were grouped; about 10 MB.
_unpacked = lru_cache(maxsize=1_000)(clippings.unpacked_clipping)
_MAX_SAMPLED = 60  # articles of a story that supply its title and keyphrases


@dataclass
class GroupedBatch:
    """The result of grouping some articles, not yet written."""

    seq: int = 0
    members: list[Membership] = field(default_factory=list)
    duplicates: dict[str, list[NearDuplicateRow]] = field(default_factory=dict)
    failed: list[tuple[str, str]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    changed: set[int] = field(default_factory=set)  # stories that lost an article


class StoryGrouping:
    """Holds the articles of the time window and groups new ones; for one thread only."""

    def __init__(
        self,
        connection: Reader,
        settings: GroupSettings,
        now: datetime,
        *,
        finds_duplicates: bool = True,
    ) -> None:
        """Load earlier groups: the state is a function of the rows.

        If it does not find near-duplicates, they must be given to `take`.
        """
        self._settings = settings
        self._begins = not has_members(connection)  # then all stories are by today's rules
        since = now - timedelta(days=settings.window_days)
        rows = list(window_since(connection, since))
        self._duplicates = DuplicateIndex(
            (id_, sketch, at) for id_, _, at, sketch, _ in rows if finds_duplicates and at >= since
        )
        self._stories = StoryClusters()
        known = (
            (clippings.unpacked_clipping(clipping), story) for _, story, _, _, clipping in rows
        )
        self._stories.rebuild(
            ((clipping, story) for clipping, story in known if clipping is not None),
            next_story_id(connection),
        )

    def take(
        self,
        rows: Sequence[GroupingRow],
        seq: int,
        gone: Sequence[str] = (),
        found: Mapping[str, Sequence[DuplicateMatch]] | None = None,
    ) -> GroupedBatch:
        """Find near-duplicates and stories of articles that changed, up to a seq.

        Those that are gone or hidden are forgotten. A failure affects one article. If all
        near-duplicates were `found` already, none are looked for.
        """
        batch = GroupedBatch(seq)
        for article in (*gone, *(row.article for row in rows if row.is_hidden)):
            self._drop(article, batch)
        for row in (row for row in rows if not row.is_hidden):
            try:
                self._take_one(row, batch, found)
            except Exception as error:  # noqa: BLE001 - one article must not stop the others
                batch.failed.append((row.article, error_detail(error)))
        return batch

    def _drop(self, article: str, batch: GroupedBatch) -> None:
        batch.gone.append(article)
        if (story := self._stories.story_of.get(article)) is not None:
            batch.changed.add(story)
        self._duplicates.drop(article)
        self._stories.drop(article)

    def _take_one(
        self,
        row: GroupingRow,
        batch: GroupedBatch,
        found: Mapping[str, Sequence[DuplicateMatch]] | None,
    ) -> None:
        clipping = _unpacked(row.clipping)
        if clipping is None:  # not annotated, or by another version
            return
        if found is None:
            duplicates = self._duplicates_of(row, clipping)
        else:
            duplicates = found.get(row.article, ())
        batch.duplicates[row.article] = [_duplicate_row(row.article, match) for match in duplicates]
        copies = [(match.other, match.similarity, match.held) for match in duplicates]
        placement = self._stories.place(clipping, copies)
        grounds = _grounds(placement.evidence)
        batch.members.append(
            Membership(row.article, placement.story, clipping.at, placement.score, grounds)
        )

    def _duplicates_of(self, row: GroupingRow, clipping: Clipping) -> Sequence[DuplicateMatch]:
        """Return an article's near-duplicates, and add it for later articles."""
        sketch = sketches.unpacked_sketch(row.sketch)
        if sketch is None:
            self._duplicates.drop(row.article)
            return ()
        duplicates = self._duplicates.near_duplicates(sketch, row.article)
        self._duplicates.add(row.article, sketch, clipping.at)
        return duplicates

    def write(self, connection: Writer, batch: GroupedBatch, now: datetime) -> None:
        """Write a batch, the stories that it changed and the cursor, in one transaction."""
        moved = [each.article for each in batch.members]
        known = memberships_of(connection, [*moved, *batch.gone])
        before = {each.story for each in known.values()}
        remove_members(connection, batch.gone)
        keep_memberships(connection, batch.members)
        for article, rows in batch.duplicates.items():
            keep_near_duplicates(connection, article, rows)
        for article, detail in batch.failed:
            note_failed_step(connection, article, "stories", detail)
        changed = {each.story for each in batch.members} | before | batch.changed
        write_stories(connection, changed, now)
        set_grouped_seq(connection, batch.seq)
        if self._begins:
            set_story_rules(connection, RULES)

    def corrections(self, now: datetime) -> list[Correction]:
        """Correct earlier decisions here; return what `reconsider` is to write."""
        return self._stories.reconsider(now)

    def reconsider(self, connection: Writer, changes: Sequence[Correction], now: datetime) -> None:
        """Write corrections, inside the writer's transaction, which may be run again."""
        changed: set[int] = set()
        for change in changes:
            changed |= _write_correction(connection, change, now)
        write_stories(connection, changed, now)

    def forget(self, now: datetime) -> None:
        """Drop articles that are older than the window."""
        before = now - timedelta(days=self._settings.window_days)
        self._duplicates.forget(before)
        self._stories.forget(before)


def write_stories(connection: Writer, stories: Collection[int], now: datetime) -> None:
    """Write the current state of stories, and note what became of them."""
    known = stories_by_id(connection, stories)
    for story_id in sorted(stories):
        before, story = known.get(story_id), _story(connection, story_id)
        if story is None:
            end_story(connection, story_id, None)
            if before is not None:
                note_story_change(connection, StoryChangeKind.ENDED, story_id, now)
        elif story != before:
            keep_story(connection, story)
            kind = StoryChangeKind.CHANGED if before else StoryChangeKind.NEW
            note_story_change(connection, kind, story_id, now)


def _write_correction(connection: Writer, change: Correction, now: datetime) -> set[int]:
    """Write a correction; return the ids of the stories to write again."""
    if isinstance(change, StoryMerge):
        merge_members(connection, change.gone, change.into)
        end_story(connection, change.gone, change.into)
        note_story_change(connection, StoryChangeKind.MERGED, change.gone, now, change.into)
        return {change.into}
    if isinstance(change, MemberMove):
        grounds = _grounds(change.evidence)
        known = memberships_of(connection, [change.article]).values()
        moved = [replace(each, story=change.to, score=change.score, grounds=grounds)
                 for each in known]  # fmt: skip
        keep_memberships(connection, moved)
        return {change.story, change.to}
    move_members(connection, change.articles, change.into)
    return {change.story, change.into}


def _story(connection: Reader, story: int) -> Story | None:
    """Return a story from its current articles; None if it has none."""
    extent = story_extent(connection, story)
    sample = _clippings(connection, story)
    if extent is None or not sample:
        return None
    copies = _copies(connection, [clipping.id for clipping in sample])
    description = describe_story(sample, copies)
    return Story(
        id=story,
        title=description.title,
        lead=description.lead,
        language=description.languages[0][0],
        began_at=extent.began_at,
        newest_at=extent.newest_at,
        articles=extent.articles,
        sources=extent.sources,
        keyphrases=description.phrases,
    )


def _copies(connection: Reader, ids: Sequence[str]) -> dict[str, str]:
    """Return the original of each copy among articles: originals represent the story."""
    if len(ids) < 2 or not near_duplicates_of(connection, ids):
        return {}
    origins = text_origins_of(connection, list(articles_by_id(connection, ids).values()))
    return {id_: each.parent for id_, each in origins.items() if each.parent is not None}


def _clippings(connection: Reader, story: int) -> list[Clipping]:
    found = (_unpacked(each) for each in clippings_of(connection, story, _MAX_SAMPLED))
    return [clipping for clipping in found if clipping is not None]


def _duplicate_row(article: str, match: DuplicateMatch) -> NearDuplicateRow:
    return NearDuplicateRow(
        article, match.other, match.similarity, match.holds, match.held, match.why
    )


def _grounds(evidence: MembershipEvidence) -> Grounds:
    return Grounds(
        sentence=evidence.sentence,
        shared=evidence.shared,
        of=evidence.of,
        names=evidence.names,
        figures=evidence.figures,
        copy_of=evidence.copy_of,
        similarity=evidence.similarity,
    )
