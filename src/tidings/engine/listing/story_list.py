"""The list of stories, and what became of stories while somebody reads it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tidings.model.articles.listing import StoryFilter
from tidings.model.articles.story import Story
from tidings.store.database.session import Reader
from tidings.store.tables.articles.stories import stories_by_id
from tidings.store.tables.articles.story_lists import story_page
from tidings.store.tables.changes.story_changes import newest_story_change, story_changes_after

_MAX_CHANGES: Final = 1_000  # that are looked through; after more, reading again is quicker

Shown = Callable[[Sequence[Story]], list[Story]]


@dataclass(frozen=True, slots=True)
class StoryPlace:
    """Where a story stands in the list, and what had become of stories when reading began."""

    newest_at: float  # seconds since 1970
    story: int
    as_of: int  # the last change of a story then


@dataclass(frozen=True, slots=True)
class StoryPage:
    """Some stories. Their order is that of their newest articles, so stories move up meanwhile."""

    stories: tuple[Story, ...]
    as_of: int  # the last change of a story when the first page was read
    next: StoryPlace | None  # after which the list continues; None if it ends
    # Ids of stories that changed since then and stand before this page now: they may have moved up
    # from where they were not read yet. None: too many to tell.
    moved: tuple[int, ...] | None


def list_stories(
    connection: Reader, wanted: StoryFilter, after: StoryPlace | None, limit: int, shown: Shown
) -> StoryPage:
    """Return the next stories, the one with the newest article first."""
    as_of = newest_story_change(connection) if after is None else after.as_of
    key = None if after is None else (after.newest_at, after.story)
    found = story_page(connection, wanted, key, limit + 1)
    last = found[:limit][-1] if len(found) > limit else None
    return StoryPage(
        tuple(shown(found[:limit])),
        as_of,
        None if last is None else StoryPlace(last.newest_at.timestamp(), last.id, as_of),
        () if after is None else _moved(connection, wanted, after, shown),
    )


def _moved(
    connection: Reader, wanted: StoryFilter, after: StoryPlace, shown: Shown
) -> tuple[int, ...] | None:
    changes = story_changes_after(connection, after.as_of, _MAX_CHANGES)
    if len(changes) == _MAX_CHANGES or (changes and changes[0].seq != after.as_of + 1):
        return None  # more than this, or some of them were pruned
    ids = dict.fromkeys(change.story for change in changes)
    stories = stories_by_id(connection, ids)
    before = [each for each in stories.values() if _is_before(each, after)]
    return tuple(sorted(story.id for story in shown(before) if _is_wanted(story, wanted)))


def _is_before(story: Story, place: StoryPlace) -> bool:
    return (story.newest_at.timestamp(), story.id) >= (place.newest_at, place.story)


def _is_wanted(story: Story, wanted: StoryFilter) -> bool:
    """Return whether a story may be in the list; its sources are not looked at."""
    return (
        story.articles >= wanted.min_articles
        and story.sources >= wanted.min_sources
        and wanted.language in (None, story.language)
        and (wanted.since is None or story.newest_at >= wanted.since)
        and (wanted.until is None or story.newest_at <= wanted.until)
    )
