"""Related articles, completions and trends as JSON."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from tidings.model.articles.article import Article
from tidings.model.search.recommendations import Completion, RelatedArticle, Trend, Trends
from tidings.shapes.date_origin import DateOrigin, date_origin
from tidings.shapes.iso_time import iso, iso_or_none


class ItemOut(TypedDict):
    """An article in a list."""

    id: str
    url: str
    title: str
    source: str
    published: str | None
    first_seen: str
    date_from: DateOrigin
    language: str


class RelatedOut(ItemOut):
    """A related article."""

    score: Annotated[float, "similarity from 0 to 1; newer articles gain a little"]
    shared: Annotated[list[str], "shared words, most informative first"]


class TrendOut(TypedDict):
    """A word or name that many sources suddenly write about."""

    words: str
    score: Annotated[float, "how unusual the number of articles is"]
    articles: int
    expected: Annotated[float, "usual number of articles"]
    sources: int
    examples: list[ItemOut]


class TrendsOut(TypedDict):
    """Trends, most unusual first; may be some minutes old."""

    hours: Annotated[float, "length of the period, up to now"]
    trends: list[TrendOut]


class CompletionOut(TypedDict):
    """A completion."""

    text: Annotated[str, "starts with the typed text, apart from case and accents"]
    articles: Annotated[int, "number of titles that contain it"]


def related_shapes(articles: Sequence[RelatedArticle]) -> list[RelatedOut]:
    """Return the shape of `tidings related --json` and `/api/related/{id}`."""
    return [
        {**_item_shape(each.article), "score": each.score, "shared": list(each.shared)}
        for each in articles
    ]


def completion_shapes(completions: Sequence[Completion]) -> list[CompletionOut]:
    """Return the shape of `/api/complete`."""
    return [{"text": each.text, "articles": each.articles} for each in completions]


def trends_shape(trends: Trends) -> TrendsOut:
    """Return the shape of `tidings trends --json` and `/api/trends`."""
    return {"hours": trends.hours, "trends": [_trend_shape(trend) for trend in trends.trends]}


def _trend_shape(trend: Trend) -> TrendOut:
    return {
        "words": trend.words,
        "score": trend.score,
        "articles": trend.articles,
        "expected": trend.expected,
        "sources": trend.sources,
        "examples": [_item_shape(article) for article in trend.examples],
    }


def _item_shape(article: Article) -> ItemOut:
    return {
        "id": article.id,
        "url": article.url,
        "title": article.title,
        "source": article.source,
        "published": iso_or_none(article.published),
        "first_seen": iso(article.first_seen),
        "date_from": date_origin(article.published),
        "language": article.language,
    }
