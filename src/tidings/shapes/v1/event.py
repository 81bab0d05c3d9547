"""Events of the live stream: what became of an article or a story."""

from datetime import datetime
from typing import Annotated, Final, TypedDict

from tidings.model.articles.brief import ArticleBrief
from tidings.model.articles.change import Change, ChangeKind, StoryChange
from tidings.model.articles.story import Story
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.v1.article import ARTICLE_EXAMPLE, ArticleBriefV1, article_brief
from tidings.shapes.v1.story import StoryV1, story_v1

STORY: Final = "story"  # the kind of events about stories
GAP: Final = "gap"
KINDS: Final = (*(kind.value for kind in ChangeKind), STORY)


class EventV1(TypedDict):
    """An event. Articles and stories are as they are now, not as they were then."""

    id: Annotated[str, "send it as Last-Event-ID to continue after this event"]
    kind: Annotated[str, "new, revised, deleted, restored, hidden, shown, corrected or renamed; "
                         "story for a change of a story"]  # fmt: skip
    at: Annotated[str, "when it happened"]
    article_id: str | None
    old_id: Annotated[str | None, "the former id of a renamed article"]
    revision: int | None
    article: Annotated[ArticleBriefV1 | None, "null if it may not be shown or no longer exists"]
    story_id: str | None
    story_change: Annotated[str | None, "new, changed, merged or ended"]
    merged_into: Annotated[str | None, "id of the story that a merged one became a part of"]
    story: Annotated[StoryV1 | None, "null if it has ended; of a merged one, what it became"]


class GapV1(TypedDict):
    """Says that events are missing, because the log no longer has them or never had."""

    id: str
    kind: str
    missing_after: Annotated[str, "the id that the reader came with"]
    missing_until: Annotated[str, "the stream goes on behind this id"]
    log_begins: Annotated[str | None, "when the oldest event happened that is still known"]
    reason: str


def article_event(id_: str, change: Change, article: ArticleBrief | None) -> EventV1:
    """Return the event of an article's change."""
    return {
        "id": id_,
        "kind": change.kind,
        "at": iso(change.at),
        "article_id": change.article,
        "old_id": change.old_id,
        "revision": change.revision,
        "article": None if article is None else article_brief(article),
        "story_id": None,
        "story_change": None,
        "merged_into": None,
        "story": None,
    }


def story_event(id_: str, change: StoryChange, story: Story | None) -> EventV1:
    """Return the event of a story's change."""
    return {
        "id": id_,
        "kind": STORY,
        "at": iso(change.at),
        "article_id": None,
        "old_id": None,
        "revision": None,
        "article": None,
        "story_id": str(change.story),
        "story_change": change.kind,
        "merged_into": None if change.into is None else str(change.into),
        "story": None if story is None else story_v1(story),
    }


def gap_event(after: str, until: str, log_begins: datetime | None, reason: str) -> GapV1:
    """Return the event that says what is missing."""
    return {
        "id": until,
        "kind": GAP,
        "missing_after": after,
        "missing_until": until,
        "log_begins": iso_or_none(log_begins),
        "reason": reason,
    }


EVENT_EXAMPLE: Final[EventV1] = {
    "id": "4711-88",
    "kind": "new",
    "at": "2024-05-31T10:04:00Z",
    "article_id": ARTICLE_EXAMPLE["id"],
    "old_id": None,
    "revision": 1,
    "article": ARTICLE_EXAMPLE,
    "story_id": None,
    "story_change": None,
    "merged_into": None,
    "story": None,
}
