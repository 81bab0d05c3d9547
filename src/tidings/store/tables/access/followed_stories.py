"""The table of stories that users follow."""

from collections.abc import Iterable
from datetime import datetime

from tidings.model.access.marks import FollowedStory
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds


def add_followed_story(connection: Writer, user: int, story: int, now: datetime) -> None:
    """Follow a story."""
    connection.execute(
        "INSERT INTO followed_stories (user_id, story, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (user, story, to_seconds(now)),
    )


def remove_followed_stories(connection: Writer, user: int, stories: Iterable[int]) -> None:
    """Stop following stories."""
    connection.executemany(
        "DELETE FROM followed_stories WHERE user_id = ? AND story = ?",
        [(user, story) for story in stories],
    )


def followed_stories_of(connection: Reader, user: int) -> list[FollowedStory]:
    """Return the stories as they were followed, the last one first."""
    rows = connection.execute(
        "SELECT story, at FROM followed_stories WHERE user_id = ? ORDER BY at DESC, story DESC",
        (user,),
    )
    return [FollowedStory(row[0], from_seconds(row[1])) for row in rows]
