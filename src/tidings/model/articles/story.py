"""Stories: articles about one event, and why each belongs to it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Story:
    """A story in its current state."""

    id: int
    title: str
    lead: str  # id of the article that represents it
    language: str
    began_at: datetime
    newest_at: datetime
    articles: int
    sources: int
    keyphrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why an article belongs to a story: the evidence, and a sentence that explains it."""

    sentence: str = ""
    shared: tuple[tuple[str, float], ...] = ()  # rare terms with their weights
    of: int = 0  # number of rare terms in the article
    names: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    copy_of: str | None = None  # a near-duplicate in the story
    similarity: float = 0.0  # to copy_of


@dataclass(frozen=True, slots=True)
class Membership:
    """An article in its story."""

    article: str
    story: int
    at: datetime
    score: float  # 1 is the threshold; 0 for the first article
    grounds: Grounds = Grounds()


@dataclass(frozen=True, slots=True)
class StoryArticle:
    """An article of a story: why it belongs, and where its text was copied from."""

    article: str
    url: str
    title: str
    source: str
    language: str
    published: datetime | None
    first_seen: datetime
    membership: Membership
    copy_of: str | None = None  # the article it was most likely copied from
    root: str = ""  # the original that the copies lead back to; itself if original
    copied: float = 0.0  # share of the text
    copied_because: str = ""
    is_first: bool = False  # published first, or within a minute of the first


@dataclass(frozen=True, slots=True)
class AttributedSentence:
    """A sentence of a story's summary and the article it comes from."""

    text: str
    article: str


@dataclass(frozen=True, slots=True)
class StorySource:
    """A source that covers the story."""

    source: str
    articles: int
    copies: int  # how many of them were copied
    first_at: datetime


@dataclass(frozen=True, slots=True)
class CoveringSource:
    """A source that covers a story, for lists of stories."""

    source: str
    articles: int
    first_at: datetime  # of its articles with a date, if there are any
    is_first: bool  # published first, or within a minute of the first


@dataclass(frozen=True, slots=True)
class FullStory:
    """A story with its articles, sources, languages and summary."""

    story: Story
    articles: tuple[StoryArticle, ...]  # oldest first
    sources: tuple[StorySource, ...]  # earliest first
    languages: tuple[tuple[str, int], ...]
    summary: tuple[AttributedSentence, ...] = ()
