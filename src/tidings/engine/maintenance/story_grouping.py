"""Grouping: new articles find their near-duplicates and their story, and both become rows."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tidings.engine.library.full_story import descents_of
from tidings.enrich.annotation_steps import error_detail
from tidings.group.duplicates import sketch as sketches
from tidings.group.duplicates.duplicate_index import DuplicateIndex
from tidings.group.duplicates.sketch_comparison import DuplicateMatch
from tidings.group.stories import clipping as clippings
from tidings.group.stories.clipping import Clipping
from tidings.group.stories.correction import Correction, MemberMove, StoryMerge
from tidings.group.stories.membership_evidence import MembershipEvidence
from tidings.group.stories.story_clusters import StoryClusters
from tidings.group.stories.story_description import describe_story
from tidings.model.articles.story import Grounds, Membership, Story
from tidings.settings.tree import GroupSettings
from tidings.store.tables.articles.annotations import GroupingRow, clippings_of, note_failed_step
from tidings.store.tables.articles.articles import articles_by_id
from tidings.store.tables.articles.near_duplicates import (
    NearDuplicateRow,
    keep_near_duplicates,
    near_duplicates_of,
)
from tidings.store.tables.articles.stories import (
    end_story,
    keep_memberships,
    keep_story,
    memberships_of,
    merge_members,
    move_members,
    next_story_id,
    set_grouped_seq,
    window_since,
)

_MAX_SAMPLED = 60  # articles of a story that its title and keyphrases are drawn from


@dataclass
class GroupedBatch:
    """What some articles came to, not yet written down."""

    seq: int = 0
    members: list[Membership] = field(default_factory=list)
    alike: dict[str, list[NearDuplicateRow]] = field(default_factory=dict)
    failed: list[tuple[str, str]] = field(default_factory=list)


class StoryGrouping:
    """The articles of the window, and what is done with new ones; for one thread."""

    def __init__(
        self, connection: sqlite3.Connection, settings: GroupSettings, now: datetime
    ) -> None:
        """Take in what was told before: the state is a function of the rows."""
        self._settings = settings
        since = now - timedelta(days=settings.window_days)
        rows = list(window_since(connection, since))
        self._duplicates = DuplicateIndex(
            (id_, sketch, at) for id_, _, at, sketch, _ in rows if at >= since
        )
        self._stories = StoryClusters()
        known = (
            (clippings.unpacked_clipping(clipping), story) for _, story, _, _, clipping in rows
        )
        self._stories.rebuild(
            ((clipping, story) for clipping, story in known if clipping is not None),
            next_story_id(connection),
        )

    def take(self, rows: Sequence[GroupingRow]) -> GroupedBatch:
        """Find near-duplicates and stories of articles that changed; one may fail alone."""
        batch = GroupedBatch()
        for row in rows:
            batch.seq = row.seq
            try:
                self._take_one(row, batch)
            except Exception as error:  # noqa: BLE001 - one article must not stop the others
                batch.failed.append((row.article, error_detail(error)))
        return batch

    def _take_one(self, row: GroupingRow, batch: GroupedBatch) -> None:
        clipping = clippings.unpacked_clipping(row.clipping)
        if clipping is None:  # it was not annotated, or by another version
            return
        alike = self._alike(row, clipping)
        batch.alike[row.article] = [_likeness_row(row.article, like) for like in alike]
        copies = [(like.other, like.similarity, like.held) for like in alike]
        placed = self._stories.place(clipping, copies)
        grounds = _grounds(placed.evidence)
        batch.members.append(
            Membership(row.article, placed.story, clipping.at, placed.score, grounds)
        )

    def _alike(self, row: GroupingRow, clipping: Clipping) -> Sequence[DuplicateMatch]:
        """The near-duplicates of an article, which is known to later ones from now on."""
        sketch = sketches.unpacked_sketch(row.sketch)
        if sketch is None:
            self._duplicates.drop(row.article)
            return ()
        alike = self._duplicates.near_duplicates(sketch, row.article)
        self._duplicates.add(row.article, sketch, clipping.at)
        return alike

    def write(self, connection: sqlite3.Connection, batch: GroupedBatch) -> None:
        """Write a batch down, with the stories that it changed, inside the writer's transaction."""
        known = memberships_of(connection, [each.article for each in batch.members])
        before = {each.story for each in known.values()}
        keep_memberships(connection, batch.members)
        for article, rows in batch.alike.items():
            keep_near_duplicates(connection, article, rows)
        for article, detail in batch.failed:
            note_failed_step(connection, article, "stories", detail)
        touched = {each.story for each in batch.members} | before
        self._tell(connection, touched)
        set_grouped_seq(connection, batch.seq)

    def reconsider(self, connection: sqlite3.Connection, now: datetime) -> list[Correction]:
        """Correct what first looks got wrong, inside the writer's transaction."""
        changes = self._stories.reconsider(now)
        touched: set[int] = set()
        for change in changes:
            touched |= _write_correction(connection, change)
        self._tell(connection, touched)
        return changes

    def forget(self, now: datetime) -> None:
        """Forget what is older than the window."""
        before = now - timedelta(days=self._settings.window_days)
        self._duplicates.forget(before)
        self._stories.forget(before)

    def _tell(self, connection: sqlite3.Connection, stories: Iterable[int]) -> None:
        """Write stories down as they stand now."""
        for story in sorted(stories):
            told = _story(connection, story)
            if told is None:
                end_story(connection, story, None)
            else:
                keep_story(connection, told)


def _write_correction(connection: sqlite3.Connection, change: Correction) -> set[int]:
    """Write a correction down; return the stories that are to be told anew."""
    if isinstance(change, StoryMerge):
        merge_members(connection, change.gone, change.into)
        end_story(connection, change.gone, change.into)
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


def _story(connection: sqlite3.Connection, story: int) -> Story | None:
    """The story of the articles that belong to it now; None without any."""
    row = connection.execute(
        "SELECT count(*), count(DISTINCT source), min(at), max(at) FROM memberships "
        "JOIN articles ON articles.id = article WHERE story = ?",
        (story,),
    ).fetchone()
    told = _clippings(connection, story)
    if not row[0] or not told:
        return None
    said = describe_story(told, _copies(connection, [clipping.id for clipping in told]))
    return Story(
        id=story,
        title=said.title,
        lead=said.lead,
        language=said.languages[0][0],
        began_at=datetime.fromtimestamp(row[2], told[0].at.tzinfo),
        newest_at=datetime.fromtimestamp(row[3], told[0].at.tzinfo),
        articles=row[0],
        sources=row[1],
        keyphrases=said.phrases,
    )


def _copies(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, str]:
    """What each copy among articles was taken from: an original stands for its story."""
    if not near_duplicates_of(connection, ids):
        return {}
    descents = descents_of(connection, list(articles_by_id(connection, ids).values()))
    return {id_: each.parent for id_, each in descents.items() if each.parent is not None}


def _clippings(connection: sqlite3.Connection, story: int) -> list[Clipping]:
    found = (
        clippings.unpacked_clipping(each) for each in clippings_of(connection, story, _MAX_SAMPLED)
    )
    return [clipping for clipping in found if clipping is not None]


def _likeness_row(article: str, like: DuplicateMatch) -> NearDuplicateRow:
    return NearDuplicateRow(article, like.other, like.similarity, like.holds, like.held, like.why)


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
