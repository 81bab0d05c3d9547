"""The tables of stories and their members. `group` decides who belongs to which."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from tidings.model.articles.story import Grounds, Membership, Story
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.statements import marks, upsert
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.changes.cursors import cursor_of, set_cursor

_COLUMNS = "title, lead, language, began_at, newest_at, articles, sources, keyphrases"
STORY_COLUMNS = f"id, {_COLUMNS}"
_KEEP = upsert("stories", "id", _COLUMNS, also="merged_into = NULL")
_KEEP_MEMBERSHIP = upsert("memberships", "article", "story, at, score, evidence")
# Two bounds: the first is in an index, the second leaves out articles without a date.
_DATED_SINCE = (
    "AND newest_at >= ? AND EXISTS (SELECT 1 FROM memberships JOIN articles "
    "ON articles.id = article WHERE story = stories.id AND at >= ? AND published IS NOT NULL) "
)
_FOLLOWER = "stories"
_MAX_REDIRECTS = 20  # a story may be merged repeatedly; a loop would be a bug


@dataclass(frozen=True, slots=True)
class StoryExtent:
    """How many articles of how many sources a story has, and when."""

    articles: int
    sources: int
    began_at: datetime
    newest_at: datetime


class ChangedMember(NamedTuple):
    """An article that is in a story and waits to be grouped again."""

    article: str
    sketch: bytes
    at: datetime


def grouped_seq(connection: Reader) -> int:
    """Return the seq of the last change that was grouped."""
    return cursor_of(connection, _FOLLOWER)


def set_grouped_seq(connection: Writer, seq: int) -> None:
    """Store the seq of the last change that was grouped."""
    set_cursor(connection, _FOLLOWER, seq)


def stories_are_due(connection: Reader) -> bool:
    """Return whether there are changes to group."""
    row = connection.execute("SELECT max(seq) FROM articles").fetchone()
    return grouped_seq(connection) < (row[0] or 0)


def next_story_id(connection: Reader) -> int:
    """Return an id that no story ever had."""
    row = connection.execute("SELECT value FROM counters WHERE name = 'story_id'").fetchone()
    return int(row[0]) + 1


def keep_memberships(connection: Writer, members: Iterable[Membership]) -> None:
    """Store the stories that articles belong to."""
    connection.executemany(
        _KEEP_MEMBERSHIP,
        (
            (each.article, each.story, to_seconds(each.at), each.score, _grounds_text(each.grounds))
            for each in members
        ),
    )


def move_members(connection: Writer, articles: Iterable[str], story: int) -> None:
    """Move articles to another story, with their grounds."""
    connection.executemany(
        "UPDATE memberships SET story = ? WHERE article = ?",
        ((story, article) for article in articles),
    )


def remove_members(connection: Writer, articles: Sequence[str]) -> None:
    """Take articles out of their stories, with their near-duplicates in both directions."""
    for table, column in (
        ("memberships", "article"),
        ("likenesses", "article"),
        ("likenesses", "other"),
    ):
        connection.executemany(
            f"DELETE FROM {table} WHERE {column} = ?",  # noqa: S608 - constant names
            [(article,) for article in articles],
        )


def memberships_without_article(connection: Reader) -> list[str]:
    """Return the ids of articles that are in a story and do not exist."""
    rows = connection.execute(
        "SELECT article FROM memberships WHERE NOT EXISTS "
        "(SELECT 1 FROM articles WHERE articles.id = article) ORDER BY article"
    )
    return [row[0] for row in rows]


def merge_members(connection: Writer, gone: int, into: int) -> None:
    """Move all articles of a story to another one, including those older than the window."""
    connection.execute("UPDATE memberships SET story = ? WHERE story = ?", (into, gone))


def has_members(connection: Reader) -> bool:
    """Return whether any article is in a story."""
    return connection.execute("SELECT 1 FROM memberships LIMIT 1").fetchone() is not None


def newest_member_at(connection: Reader) -> datetime | None:
    """Return the time of the newest article that is in a story."""
    at = connection.execute("SELECT max(at) FROM memberships").fetchone()[0]
    return None if at is None else from_seconds(at)


def keep_story(connection: Writer, story: Story) -> None:
    """Store a story."""
    connection.execute(
        _KEEP,
        (
            story.id,
            story.title,
            story.lead,
            story.language,
            to_seconds(story.began_at),
            to_seconds(story.newest_at),
            story.articles,
            story.sources,
            json.dumps(story.keyphrases, ensure_ascii=False),
        ),
    )
    connection.execute(
        "UPDATE counters SET value = ? WHERE name = 'story_id' AND value < ?", (story.id, story.id)
    )


def end_story(connection: Writer, story: int, into: int | None) -> None:
    """End a story that was merged into another; without another, delete it."""
    if into is None:
        connection.execute("DELETE FROM stories WHERE ? IN (id, merged_into)", (story,))
        connection.execute("DELETE FROM memberships WHERE story = ?", (story,))
    else:
        connection.execute("UPDATE stories SET merged_into = ? WHERE id = ?", (into, story))


def story_by_id(connection: Reader, story: int) -> Story | None:
    """Return a story, or the one that it was merged into."""
    for _ in range(_MAX_REDIRECTS):
        row = connection.execute(
            f"SELECT {STORY_COLUMNS}, merged_into FROM stories WHERE id = ?",  # noqa: S608
            (story,),
        ).fetchone()
        if row is None:
            return None
        if row["merged_into"] is None:
            return story_of_row(row)
        story = row["merged_into"]
    return None


def newest_stories(
    connection: Reader,
    limit: int,
    offset: int = 0,
    *,
    since: datetime | None = None,
    min_articles: int = 1,
    min_sources: int = 1,
) -> list[Story]:
    """Return stories, ordered by their newest article.

    With `since`, only those with an article that is dated then or later.
    """
    after = to_seconds(since)
    rows = connection.execute(
        f"SELECT {STORY_COLUMNS} FROM stories WHERE merged_into IS NULL AND articles >= ? "  # noqa: S608
        f"AND sources >= ? {'' if after is None else _DATED_SINCE}"
        "ORDER BY newest_at DESC, id DESC LIMIT ? OFFSET ?",
        (min_articles, min_sources, *(() if after is None else (after, after)), limit, offset),
    )
    return [story_of_row(row) for row in rows]


def stories_by_id(connection: Reader, ids: Iterable[int]) -> dict[int, Story]:
    """Return those of the stories that exist and were not merged."""
    id_list = list(ids)
    rows = connection.execute(
        f"SELECT {STORY_COLUMNS} FROM stories "  # noqa: S608
        f"WHERE id IN ({marks(len(id_list))}) AND merged_into IS NULL",
        id_list,
    )
    return {row["id"]: story_of_row(row) for row in rows}


def story_extent(connection: Reader, story: int) -> StoryExtent | None:
    """Count a story's current articles; None if it has none."""
    articles, sources, began, newest = connection.execute(
        "SELECT count(*), count(DISTINCT source), min(at), max(at) FROM memberships "
        "JOIN articles ON articles.id = article WHERE story = ?",
        (story,),
    ).fetchone()
    if not articles:
        return None
    return StoryExtent(articles, sources, from_seconds(began), from_seconds(newest))


def members_of(connection: Reader, story: int) -> list[Membership]:
    """Return the articles of a story, oldest first."""
    rows = connection.execute(
        "SELECT * FROM memberships WHERE story = ? ORDER BY at, article", (story,)
    )
    return [_membership(row) for row in rows]


def memberships_of(connection: Reader, ids: Sequence[str]) -> dict[str, Membership]:
    """Return the memberships of articles."""
    rows = connection.execute(
        f"SELECT * FROM memberships WHERE article IN ({marks(len(ids))})",  # noqa: S608
        ids,
    )
    return {row["article"]: _membership(row) for row in rows}


def stories_of_seqs(connection: Reader, seqs: Sequence[int]) -> dict[int, int]:
    """Return the stories of articles by the articles' seq."""
    rows = connection.execute(
        "SELECT seq, story FROM articles JOIN memberships ON article = articles.id "  # noqa: S608
        f"WHERE seq IN ({marks(len(seqs))})",
        seqs,
    )
    return {row[0]: row[1] for row in rows}


def stories_with_takedowns(connection: Reader, ids: Sequence[int]) -> set[int]:
    """Return those of the stories that still hold articles which were taken down."""
    rows = connection.execute(
        "SELECT DISTINCT story FROM memberships JOIN takedowns USING (article) "  # noqa: S608
        f"WHERE story IN ({marks(len(ids))})",
        ids,
    )
    return {row[0] for row in rows}


def stories_with_logins(connection: Reader, ids: Sequence[int]) -> set[int]:
    """Return those of the stories that hold articles which the connection hides."""
    rows = connection.execute(
        "SELECT DISTINCT story FROM memberships JOIN login_articles ON id = article "  # noqa: S608
        f"WHERE story IN ({marks(len(ids))})",
        ids,
    )
    return {row[0] for row in rows}


def window_since(
    connection: Reader, since: datetime
) -> Iterator[tuple[str, int, datetime, bytes, bytes]]:
    """Yield article, story, time, sketch and clipping of all stories active since a time.

    Their older articles are included, because all articles describe a story.
    """
    rows = connection.execute_in_pieces(
        "SELECT memberships.article, story, at, sketch, clipping FROM memberships "
        "JOIN annotations USING (article) "
        "WHERE story IN (SELECT story FROM memberships WHERE at >= ?) ORDER BY at, article",
        (to_seconds(since),),
    )
    for article, story, at, sketch, clipping in rows:
        yield article, story, from_seconds(at), sketch, clipping


def members_to_regroup(connection: Reader, after: int) -> Iterator[ChangedMember]:
    """Yield the articles that are in a story and changed after a seq, and were not grouped since.

    The time is that of when they were grouped.
    """
    rows = connection.execute(
        "SELECT memberships.article, sketch, at FROM articles "
        "JOIN memberships ON memberships.article = articles.id "
        "JOIN annotations ON annotations.article = articles.id "
        "WHERE seq > ? ORDER BY seq",
        (max(after, grouped_seq(connection)),),
    )
    return (ChangedMember(article, sketch or b"", from_seconds(at)) for article, sketch, at in rows)


def story_count(connection: Reader) -> int:
    """Return how many stories there are."""
    row = connection.execute("SELECT count(*) FROM stories WHERE merged_into IS NULL").fetchone()
    return int(row[0])


def story_of_row(row: Row) -> Story:
    """Return the story of a row of `STORY_COLUMNS`."""
    return Story(
        id=row["id"],
        title=row["title"],
        lead=row["lead"],
        language=row["language"],
        began_at=from_seconds(row["began_at"]),
        newest_at=from_seconds(row["newest_at"]),
        articles=row["articles"],
        sources=row["sources"],
        keyphrases=tuple(json.loads(row["keyphrases"])),
    )


def _membership(row: Row) -> Membership:
    article, story, at, score, text = row
    return Membership(article, story, from_seconds(at), score, _grounds(text))


def _grounds_text(grounds: Grounds) -> str:
    return json.dumps(asdict(grounds), ensure_ascii=False, separators=(",", ":"))


def _grounds(text: str) -> Grounds:
    row: dict[str, Any] = json.loads(text)
    shared = tuple((term, weight) for term, weight in row["shared"])
    return Grounds(
        row["sentence"], shared, row["of"], tuple(row["names"]), tuple(row["figures"]),
        row["copy_of"], row["similarity"],
    )  # fmt: skip
