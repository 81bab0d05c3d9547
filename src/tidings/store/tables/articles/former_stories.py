"""Stories while everything is grouped again: their ids wait until it is known who has them next.

A story that waits is merged into itself: no list has it, and it keeps its row and its redirects.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from tidings.model.articles.change import StoryChangeKind
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import upsert
from tidings.store.tables.articles.stories import (
    end_story,
    keep_story,
    merge_members,
    set_grouped_seq,
    stories_by_id,
)
from tidings.store.tables.changes.story_changes import note_story_change

_SET_RULES = upsert("counters", "name", "value")
_RULES = "story_rules"


class StoryOverlap(NamedTuple):
    """How many articles of a former story are in a story now."""

    former: int
    story: int
    articles: int


def story_rules(connection: Reader) -> int:
    """Return the version of the rules that the stories were grouped by."""
    row = connection.execute("SELECT value FROM counters WHERE name = ?", (_RULES,)).fetchone()
    return int(row[0]) if row else 1


def set_story_rules(connection: Writer, version: int) -> None:
    """Store the version of the rules that the stories are grouped by from now on."""
    connection.execute(_SET_RULES, (_RULES, version))


def forget_stories(connection: Writer) -> None:
    """Take all articles out of their stories, so that everything is grouped again."""
    connection.execute(
        "INSERT INTO former_memberships SELECT article, story FROM memberships "
        "WHERE NOT EXISTS (SELECT 1 FROM former_memberships "
        "WHERE former_memberships.article = memberships.article)"
    )
    connection.execute("UPDATE stories SET merged_into = id WHERE merged_into IS NULL")
    for table in ("memberships", "likenesses"):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608
    set_grouped_seq(connection, 0)


def stories_wait(connection: Reader) -> bool:
    """Return whether stories that were forgotten still wait for their ids."""
    row = connection.execute("SELECT 1 FROM stories WHERE merged_into = id LIMIT 1").fetchone()
    return row is not None


def story_overlaps(connection: Reader) -> list[StoryOverlap]:
    """Return which former stories share articles with which stories."""
    rows = connection.execute(
        "SELECT former_memberships.story, memberships.story, count(*) FROM former_memberships "
        "JOIN memberships ON memberships.article = former_memberships.article "
        "GROUP BY former_memberships.story, memberships.story "
        "ORDER BY former_memberships.story, memberships.story"
    )
    return [StoryOverlap(*row) for row in rows]


def restore_story_ids(
    connection: Writer, kept: Mapping[int, int], redirected: Mapping[int, int], now: datetime
) -> None:
    """Give stories the ids of former ones, and redirect the other former ids.

    `kept` has the former id of a story, `redirected` the story of a former id.
    """
    for story, former in kept.items():
        _rename(connection, story, former, now)
    for former, story in redirected.items():
        into = kept.get(story, story)
        end_story(connection, former, into)
        note_story_change(connection, StoryChangeKind.MERGED, former, now, into)
    left = connection.execute("SELECT id FROM stories WHERE merged_into = id ORDER BY id")
    for row in left.fetchall():
        end_story(connection, row[0], None)
        note_story_change(connection, StoryChangeKind.ENDED, row[0], now)
    connection.execute("DELETE FROM former_memberships")


def _rename(connection: Writer, story: int, former: int, now: datetime) -> None:
    """Move a story to its former id; its own may have been seen, so it redirects there."""
    found = stories_by_id(connection, [story])[story]
    merge_members(connection, story, former)
    keep_story(connection, replace(found, id=former))
    end_story(connection, story, former)
    note_story_change(connection, StoryChangeKind.MERGED, story, now, former)
    note_story_change(connection, StoryChangeKind.CHANGED, former, now)
