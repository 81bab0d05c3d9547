"""What is shown with the hits: related articles, trends, completions."""

from dataclasses import dataclass

from tidings.model.articles.article import Article
from tidings.model.articles.story import Story


@dataclass(frozen=True, slots=True)
class RelatedArticle:
    """An article that another one is related to."""

    article: Article
    score: float  # similarity, from 0 to 1, newer articles slightly favoured
    shared: tuple[str, ...]  # words in both, as written, most characteristic first


@dataclass(frozen=True, slots=True)
class Trend:
    """A word or name that many sources suddenly write about."""

    words: str  # as written
    score: float  # deviation from the usual number of articles, in standard deviations
    articles: int  # in the recent hours
    expected: float  # the usual number
    sources: int
    examples: tuple[Article, ...]  # two or three


@dataclass(frozen=True, slots=True)
class Trends:
    """What is trending in the last hours, most unusual first."""

    hours: float
    trends: tuple[Trend, ...]


@dataclass(frozen=True, slots=True)
class RisingTrend:
    """A trend with its past."""

    trend: Trend
    key: str | None  # of the person, organisation or place with this name
    counts: tuple[int, ...]  # articles per day, each of 24 hours up to now, the newest last


@dataclass(frozen=True, slots=True)
class RisingStory:
    """A story that many articles were added to."""

    story: Story
    recent: int  # articles of the last 24 hours
    counts: tuple[int, ...]  # articles per two hours, the newest last


@dataclass(frozen=True, slots=True)
class Rising:
    """Names and stories that rise."""

    hours: float  # what counts as recent for trends
    trends: tuple[RisingTrend, ...]  # most unusual first
    stories: tuple[RisingStory, ...]  # those with most recent articles first


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion of what a user types, as written in titles."""

    text: str
    articles: int  # number of titles that contain it
