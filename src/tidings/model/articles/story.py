"""Stories: articles about one event, and why each belongs to it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Story:
    """A story as it stands now."""

    id: int
    title: str
    lead: str  # the article that stands for it
    language: str
    began_at: datetime
    newest_at: datetime
    articles: int
    sources: int
    keyphrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why an article belongs to a story, as values and in words."""

    sentence: str = ""
    shared: tuple[tuple[str, float], ...] = ()  # rare terms with their weights
    of: int = 0  # so many rare terms the article has
    names: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    copy_of: str | None = None  # a near-duplicate in the story
    similarity: float = 0.0  # to that


@dataclass(frozen=True, slots=True)
class Membership:
    """An article in its story."""

    article: str
    story: int
    at: datetime
    score: float  # 1 is just enough; 0 for the first
    grounds: Grounds = Grounds()


@dataclass(frozen=True, slots=True)
class StoryArticle:
    """An article as a story tells it: why it belongs, and from whom its text was taken."""

    article: str
    url: str
    title: str
    source: str
    language: str
    published: datetime | None
    first_seen: datetime
    membership: Membership
    copy_of: str | None = None  # the article it was most likely taken from
    root: str = ""  # the original at the end of that line; itself for an original
    copied: float = 0.0  # how much of the text
    copied_because: str = ""
    is_first: bool = False  # it published first, or in the same minute as who did


@dataclass(frozen=True, slots=True)
class AttributedSentence:
    """A sentence of a story's summary and whose it is."""

    text: str
    article: str


@dataclass(frozen=True, slots=True)
class StorySource:
    """A source that tells the story."""

    source: str
    articles: int
    copies: int  # of them that were taken from others
    first_at: datetime


@dataclass(frozen=True, slots=True)
class FullStory:
    """A story with everything there is to tell of it."""

    story: Story
    chapters: tuple[StoryArticle, ...]  # the oldest first
    sources: tuple[StorySource, ...]  # who told it first first
    languages: tuple[tuple[str, int], ...]
    summary: tuple[AttributedSentence, ...] = ()
