"""What is shown around the hits: related articles, trends, completions."""

from dataclasses import dataclass

from tidings.model.articles.article import Article


@dataclass(frozen=True, slots=True)
class RelatedArticle:
    """An article that another one is related to."""

    article: Article
    score: float  # likeness of the two, from 0 to 1, the younger ones slightly favoured
    shared: tuple[str, ...]  # words that both have, as written, the most telling first


@dataclass(frozen=True, slots=True)
class Trend:
    """A word or name that many sources suddenly write about."""

    words: str  # as written
    score: float  # how unusual its number of articles is, in standard deviations
    articles: int  # of late
    expected: float  # so many would have been usual
    sources: int
    examples: tuple[Article, ...]  # two or three of the articles


@dataclass(frozen=True, slots=True)
class Trends:
    """What is trending in the last hours, the most unusual first."""

    hours: float
    trends: tuple[Trend, ...]


@dataclass(frozen=True, slots=True)
class Completion:
    """What a user may be about to type, as written in titles."""

    text: str
    articles: int  # titles that have it
