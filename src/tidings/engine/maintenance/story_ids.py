"""The ids of stories after everything was grouped again: kept where a story goes on, else led on.

Ids are in links, feeds and programs. A story goes on where most of its articles are.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from tidings.store.database.database import Database
from tidings.store.tables.articles.former_stories import (
    StoryOverlap,
    restore_story_ids,
    stories_wait,
    story_overlaps,
)


def give_ids_back(database: Database, now: datetime) -> None:
    """Let stories have the ids of the former ones, if any wait; all in one transaction."""
    connection = database.read()
    if not stories_wait(connection):
        return
    kept, redirected = matched_ids(story_overlaps(connection))
    restore = partial(restore_story_ids, kept=kept, redirected=redirected, now=now)
    database.write(restore).result()


def matched_ids(overlaps: Iterable[StoryOverlap]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the former id of stories, and the story of each other former id.

    The largest overlaps are matched first. On a tie the older id is kept.
    """
    kept: dict[int, int] = {}
    nearest: dict[int, int] = {}
    matched: set[int] = set()
    for former, story, _ in sorted(overlaps, key=lambda each: (-each.articles, *each)):
        nearest.setdefault(former, story)
        if story not in kept and former not in matched:
            kept[story] = former
            matched.add(former)
    redirected = {former: story for former, story in nearest.items() if former not in matched}
    return kept, redirected
