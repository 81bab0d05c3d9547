"""Stories as JSON."""

from typing import Annotated, TypedDict

from tidings.model.articles.story import FullStory, Grounds, Membership, Story, StoryArticle
from tidings.shapes.date_origin import DateOrigin, date_origin
from tidings.shapes.iso_time import iso, iso_or_none


class SharedOut(TypedDict):
    """A rare term that an article shares with its story."""

    term: str
    weight: float


class GroundsOut(TypedDict):
    """Why an article belongs to a story."""

    sentence: str
    shared: list[SharedOut]
    of: Annotated[int, "number of rare terms in the article"]
    names: list[str]
    figures: list[str]
    copy_of: Annotated[str | None, "a near-duplicate in the story"]
    similarity: float


class MembershipOut(TypedDict):
    """The story of an article."""

    id: int
    title: str
    articles: int
    sources: int
    score: Annotated[float, "similarity to the story; 1 is the threshold, 0 for the first article"]
    why: GroundsOut


class StoryOut(TypedDict):
    """Articles about one event."""

    id: int
    title: str
    lead: Annotated[str, "id of the article that represents it"]
    language: str
    began: str
    newest: str
    articles: int
    sources: int
    keyphrases: list[str]


class ChapterOut(TypedDict):
    """An article of a story."""

    id: str
    url: str
    title: str
    source: str
    language: str
    published: str | None
    first_seen: str
    date_from: DateOrigin
    score: float
    why: GroundsOut
    copy_of: Annotated[str | None, "the article it was most likely copied from"]
    root: Annotated[str, "the original that the copies lead back to; itself if original"]
    copied: float
    copied_because: str
    first: Annotated[bool, "published first, or within a minute of the first"]


class VoiceOut(TypedDict):
    """Coverage of a story by one source."""

    source: str
    articles: int
    copies: int
    first: str


class SaidOut(TypedDict):
    """A sentence of the summary and the article it comes from."""

    text: str
    article: str


class ToldStoryOut(StoryOut):
    """A story with its summary, sources and timeline."""

    summary: list[SaidOut]
    languages: dict[str, int]
    told_by: Annotated[list[VoiceOut], "sources, earliest first"]
    timeline: Annotated[list[ChapterOut], "oldest first"]


def story_shape(story: Story) -> StoryOut:
    """Return the shape of a story in `tidings stories --json` and `/api/stories`."""
    return {
        "id": story.id,
        "title": story.title,
        "lead": story.lead,
        "language": story.language,
        "began": iso(story.began_at),
        "newest": iso(story.newest_at),
        "articles": story.articles,
        "sources": story.sources,
        "keyphrases": list(story.keyphrases),
    }


def full_story_shape(full_story: FullStory) -> ToldStoryOut:
    """Return the shape of `tidings story ID --json` and `/api/stories/{id}`."""
    return {
        **story_shape(full_story.story),
        "summary": [{"text": each.text, "article": each.article} for each in full_story.summary],
        "languages": dict(full_story.languages),
        "told_by": [
            {
                "source": each.source,
                "articles": each.articles,
                "copies": each.copies,
                "first": iso(each.first_at),
            }
            for each in full_story.sources
        ],
        "timeline": [_entry_shape(each) for each in full_story.articles],
    }


def membership_shape(member: Membership, story: Story) -> MembershipOut:
    """Return the story of an article, and why the article belongs to it."""
    return {
        "id": story.id,
        "title": story.title,
        "articles": story.articles,
        "sources": story.sources,
        "score": round(member.score, 3),
        "why": grounds_shape(member.grounds),
    }


def _entry_shape(entry: StoryArticle) -> ChapterOut:
    return {
        "id": entry.article,
        "url": entry.url,
        "title": entry.title,
        "source": entry.source,
        "language": entry.language,
        "published": iso_or_none(entry.published),
        "first_seen": iso(entry.first_seen),
        "date_from": date_origin(entry.published),
        "score": round(entry.membership.score, 3),
        "why": grounds_shape(entry.membership.grounds),
        "copy_of": entry.copy_of,
        "root": entry.root,
        "copied": round(entry.copied, 3),
        "copied_because": entry.copied_because,
        "first": entry.is_first,
    }


def grounds_shape(grounds: Grounds) -> GroundsOut:
    """Return why an article belongs to a story."""
    return {
        "sentence": grounds.sentence,
        "shared": [{"term": term, "weight": weight} for term, weight in grounds.shared],
        "of": grounds.of,
        "names": list(grounds.names),
        "figures": list(grounds.figures),
        "copy_of": grounds.copy_of,
        "similarity": round(grounds.similarity, 3),
    }
