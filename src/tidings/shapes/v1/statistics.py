"""Statistics of version 1 of the API."""

from typing import Annotated, TypedDict

from tidings.model.articles.statistics import Delays, Distribution, HomeStatistics
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.v1.story import LanguageCountV1


class DayCountV1(TypedDict):
    """The articles of one day in UTC."""

    day: Annotated[str, "its date"]
    seen: Annotated[int, "first seen on that day"]
    published: Annotated[int, "published on that day, by their own dates"]


class SourceCountV1(TypedDict):
    """The articles of one source."""

    source: Annotated[str, "registered domain"]
    articles: int


class StepV1(TypedDict):
    """How many numbers are above the step before and not above this one."""

    up_to: Annotated[float | None, "null: the numbers above all steps"]
    count: int


class DistributionV1(TypedDict):
    """A distribution of numbers."""

    count: int
    mean: float | None
    median: float | None
    p90: Annotated[float | None, "nine of ten are not above it"]
    p99: float | None
    steps: list[StepV1]


class DelaysV1(TypedDict):
    """Seconds from publication to search, of articles that appeared while we watched."""

    searchable: Annotated[DistributionV1, "from publication until searches find it"]
    seen: Annotated[DistributionV1, "from publication until we first saw it"]
    indexed: Annotated[DistributionV1, "from then until searches find it"]
    found_late: Annotated[
        int, "left out: over a day old when first seen, or older than our following the source"
    ]
    undated: Annotated[int, "left out: without a date"]
    dated_ahead: Annotated[int, "left out: dated after we saw it"]
    unknown: Annotated[int, "left out: not searchable yet, or the logs were pruned since"]


class StatisticsV1(TypedDict):
    """Statistics over the articles of a home."""

    as_of: Annotated[str, "when they were computed; at most a minute ago"]
    since: str | None
    until: str | None
    articles: Annotated[int, "that searches find, by their dates of publication"]
    seen: Annotated[int, "first seen within the span"]
    per_day: list[DayCountV1]
    per_language: Annotated[list[LanguageCountV1], "the most frequent first"]
    per_source: Annotated[list[SourceCountV1], "the most frequent first, at most 1000"]
    words: Annotated[DistributionV1, "lengths of articles in words"]
    text_bytes: Annotated[DistributionV1, "lengths in bytes, of the newest 2000 texts"]
    delays: Annotated[DelaysV1, "of the newest 10 000 articles"]


def statistics_v1(statistics: HomeStatistics) -> StatisticsV1:
    """Return the shape of statistics."""
    return {
        "as_of": iso(statistics.as_of),
        "since": iso_or_none(statistics.since),
        "until": iso_or_none(statistics.until),
        "articles": statistics.articles,
        "seen": statistics.seen,
        "per_day": [
            {"day": each.day.date().isoformat(), "seen": each.seen, "published": each.published}
            for each in statistics.days
        ],
        "per_language": [
            {"language": language, "articles": count} for language, count in statistics.languages
        ],
        "per_source": [
            {"source": source, "articles": count} for source, count in statistics.sources
        ],
        "words": distribution_v1(statistics.words),
        "text_bytes": distribution_v1(statistics.text_bytes),
        "delays": _delays(statistics.delays),
    }


def distribution_v1(distribution: Distribution) -> DistributionV1:
    """Return the shape of a distribution."""
    return {
        "count": distribution.count,
        "mean": distribution.mean,
        "median": distribution.median,
        "p90": distribution.p90,
        "p99": distribution.p99,
        "steps": [{"up_to": step, "count": count} for step, count in distribution.steps],
    }


def _delays(delays: Delays) -> DelaysV1:
    return {
        "searchable": distribution_v1(delays.searchable),
        "seen": distribution_v1(delays.seen),
        "indexed": distribution_v1(delays.indexed),
        "found_late": delays.found_late,
        "undated": delays.undated,
        "dated_ahead": delays.dated_ahead,
        "unknown": delays.unknown,
    }
