"""Stories of version 1 of the API."""

from typing import Annotated, TypedDict

from tidings.model.articles.story import FullStory, Story, StoryArticle
from tidings.shapes.date_origin import DateOrigin, date_origin
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.story import GroundsOut, grounds_shape


class StoryV1(TypedDict):
    """Articles about one event."""

    id: Annotated[str, "for /api/v1/stories/{id}"]
    title: str
    lead: Annotated[str, "id of the article that represents it"]
    language: str
    began: Annotated[str, "time of its first article"]
    newest: Annotated[str, "time of its newest article"]
    articles: int
    sources: Annotated[int, "number of sources"]
    keyphrases: list[str]


class StorySentenceV1(TypedDict):
    """A sentence of a story's summary."""

    text: str
    article: Annotated[str, "id of the article it stands in"]


class StorySourceV1(TypedDict):
    """What one source has of a story."""

    source: str
    articles: int
    copies: Annotated[int, "of these, copied from others"]
    first: Annotated[str, "time of its first article"]


class LanguageCountV1(TypedDict):
    """How many articles are in a language."""

    language: Annotated[str, "ISO 639-1, or 'und' if unknown"]
    articles: int


class FullStoryV1(StoryV1):
    """A story with its summary and sources; its articles are a list of their own."""

    summary: list[StorySentenceV1]
    languages: Annotated[list[LanguageCountV1], "the most frequent first"]
    told_by: Annotated[list[StorySourceV1], "sources, earliest first"]


class StoryArticleV1(TypedDict):
    """An article of a story."""

    id: Annotated[str, "for /api/v1/articles/{id}"]
    url: str
    title: str
    source: str
    language: str
    published: str | None
    first_seen: str
    date_from: DateOrigin
    at: Annotated[str, "its place in the story: when it was published, or else first seen"]
    score: Annotated[float, "similarity to the story; 1 is the threshold, 0 for the first article"]
    why: GroundsOut
    copy_of: Annotated[str | None, "the article it was most likely copied from"]
    root: Annotated[str, "the original that the copies lead back to; itself if original"]
    copied: Annotated[float, "the share of its text that is copied"]
    copied_because: str
    first: Annotated[bool, "published first, or within a minute of the first"]


def story_v1(story: Story) -> StoryV1:
    """Return the shape of a story in a list, and in the stream."""
    return {
        "id": str(story.id),
        "title": story.title,
        "lead": story.lead,
        "language": story.language,
        "began": iso(story.began_at),
        "newest": iso(story.newest_at),
        "articles": story.articles,
        "sources": story.sources,
        "keyphrases": list(story.keyphrases),
    }


def full_story_v1(full_story: FullStory) -> FullStoryV1:
    """Return the shape of a story in full."""
    return {
        **story_v1(full_story.story),
        "summary": [{"text": each.text, "article": each.article} for each in full_story.summary],
        "languages": [
            {"language": language, "articles": count} for language, count in full_story.languages
        ],
        "told_by": [
            {
                "source": each.source,
                "articles": each.articles,
                "copies": each.copies,
                "first": iso(each.first_at),
            }
            for each in full_story.sources
        ],
    }


def story_article_v1(entry: StoryArticle) -> StoryArticleV1:
    """Return the shape of an article of a story."""
    return {
        "id": entry.article,
        "url": entry.url,
        "title": entry.title,
        "source": entry.source,
        "language": entry.language,
        "published": iso_or_none(entry.published),
        "first_seen": iso(entry.first_seen),
        "date_from": date_origin(entry.published),
        "at": iso(entry.membership.at),
        "score": round(entry.membership.score, 3),
        "why": grounds_shape(entry.membership.grounds),
        "copy_of": entry.copy_of,
        "root": entry.root,
        "copied": round(entry.copied, 3),
        "copied_because": entry.copied_because,
        "first": entry.is_first,
    }


STORY_EXAMPLE: StoryV1 = {
    "id": "88",
    "title": "Old ferry line reopens",
    "lead": "b1c5a3d0e2f44a17",
    "language": "en",
    "began": "2024-05-31T10:00:00Z",
    "newest": "2024-05-31T11:30:00Z",
    "articles": 5,
    "sources": 3,
    "keyphrases": ["ferry line", "old harbour"],
}
