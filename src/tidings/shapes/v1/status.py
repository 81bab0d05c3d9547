"""The state of a home, its trends and what is known of a URL, in version 1 of the API."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from tidings.model.articles.brief import ArticleBrief
from tidings.model.search.recommendations import Trend
from tidings.shapes.explanation import ExplanationOut
from tidings.shapes.v1.article import ArticleBriefV1, article_brief


class FollowerV1(TypedDict):
    """How far the index or the stories are behind the changes of articles."""

    name: str
    behind: Annotated[int | None, "changes that are not taken in yet; null: not known"]
    failing_since: str | None
    error: Annotated[str, "why the last attempt failed, if it did"]


class StatusV1(TypedDict):
    """Counts of what is followed, known and kept; at most some seconds old."""

    sources: int
    paused: Annotated[int, "of these, not fetched for now"]
    articles: int
    indexed: Annotated[int, "articles that searches find"]
    annotated: int
    stories: int
    revisions: Annotated[int, "earlier versions of articles that are kept"]
    deleted: Annotated[int, "articles whose publishers have deleted them"]
    rechecks: Annotated[int, "of kept articles, since the home was made"]
    urls_by_state: dict[str, int]
    urls_by_kind: dict[str, int]
    urls_by_reason: dict[str, int]
    dropped_links: dict[str, int]
    subscriptions: Annotated[dict[str, int], "at WebSub hubs, by state"]
    followers: list[FollowerV1]
    crawl: Annotated[dict[str, object] | None, "counts of the crawl in this process, if any"]


class TrendV1(TypedDict):
    """A word or name that many sources suddenly write about."""

    words: Annotated[str, "as written"]
    score: Annotated[float, "how unusual the number of articles is"]
    articles: Annotated[int, "in the hours up to now"]
    expected: Annotated[float, "usual number of articles"]
    sources: int
    examples: Annotated[list[ArticleBriefV1], "two or three articles"]


class WhyV1(ExplanationOut):
    """Everything known and decided about a URL."""


def trend_v1(trend: Trend, briefs: Mapping[str, ArticleBrief]) -> TrendV1:
    """Return the shape of a trend; `briefs` has its examples, as far as they may be shown."""
    examples = (briefs.get(each.id) for each in trend.examples)
    return {
        "words": trend.words,
        "score": trend.score,
        "articles": trend.articles,
        "expected": trend.expected,
        "sources": trend.sources,
        "examples": [article_brief(each) for each in examples if each is not None],
    }
