"""Followed sources of version 1 of the API."""

from typing import Annotated, TypedDict

from tidings.model.crawl.completeness import Completeness, HourCount, Silence
from tidings.model.crawl.source_status import SourceStatus
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.source import (
    ConditionOut,
    LiveOut,
    SubscriptionOut,
    condition_shape,
    live_url_shape,
    subscription_shape,
)
from tidings.shapes.source_settings import SettingsOut, settings_shape


class SilenceV1(TypedDict):
    """How long a source has been silent, although its lists are fetched."""

    since: Annotated[str, "time of its last new article"]
    expected: Annotated[float, "new articles expected since then"]
    causes: Annotated[list[str], "answers of its feeds and sitemaps"]


class CompletenessV1(TypedDict):
    """Expected and found articles of a source."""

    hours: Annotated[int, "up to now, that are compared"]
    expected: Annotated[float, "new articles, predicted from the source's rhythm"]
    seen: Annotated[int, "new articles found"]
    silence: Annotated[SilenceV1 | None, "null unless it stopped publishing unexpectedly"]


class SourceV1(TypedDict):
    """A followed source, with its health in short."""

    id: Annotated[str, "for /api/v1/sources/{source}, where domains repeat"]
    url: str
    domain: Annotated[str, "for /api/v1/sources/{source}"]
    name: Annotated[str, "empty until known"]
    folder: Annotated[str, "names separated by /; empty: none"]
    added: str
    paused: Annotated[str | None, "since when nothing is fetched"]
    articles: Annotated[int, "of its domain"]
    articles_per_day: Annotated[float, "expected, over all its feeds and index pages"]
    feeds: int
    sitemaps: int
    index_pages: int
    next_visit: str | None
    condition: ConditionOut
    completeness: CompletenessV1


class FullSourceV1(SourceV1):
    """A followed source with everything that is known of it."""

    about: Annotated[str | None, "its topic in words"]
    about_query: str | None
    judged: Annotated[int, "articles judged by the topic"]
    wanted: Annotated[int, "of these, kept"]
    settings: SettingsOut
    resting: Annotated[int, "feeds, sitemaps and index pages that bring nothing now"]
    synthetic: Annotated[bool, "no feed or sitemap: followed through its index pages"]
    freshness: Annotated[float | None, "mean over its live URLs"]
    expected_age: Annotated[float | None, "seconds; mean over its live URLs"]
    live: list[LiveOut]
    subscriptions: list[SubscriptionOut]
    host_rank: Annotated[float | None, "log 10, by links of other hosts; -0.125: unlinked"]
    domain_rank: Annotated[float | None, "the same by links of other domains"]


class HourV1(TypedDict):
    """One hour of a source."""

    start: str
    expected: float
    seen: int


class SourceCompletenessV1(CompletenessV1):
    """Expected and found articles of a source, hour by hour."""

    id: Annotated[str, "of the source"]
    url: str
    domain: str
    by_hour: Annotated[list[HourV1], "oldest first"]


def source_v1(status: SourceStatus, completeness: Completeness) -> SourceV1:
    """Return the shape of a source in a list."""
    site = status.site
    return {
        "id": str(site.id),
        "url": site.url,
        "domain": site.domain,
        "name": site.name,
        "folder": site.folder,
        "added": iso(site.added_at),
        "paused": iso_or_none(status.paused_at),
        "articles": status.articles,
        "articles_per_day": status.freshness.articles_per_day,
        "feeds": status.feeds,
        "sitemaps": status.sitemaps,
        "index_pages": status.index_pages,
        "next_visit": iso_or_none(status.next_visit),
        "condition": condition_shape(status.condition),
        "completeness": completeness_v1(completeness),
    }


def full_source_v1(status: SourceStatus, completeness: Completeness) -> FullSourceV1:
    """Return the shape of one source, also as an answer to a change of it."""
    return {
        **source_v1(status, completeness),
        "about": status.site.about.words or None,
        "about_query": status.site.about.query or None,
        "judged": status.judged,
        "wanted": status.wanted,
        "settings": settings_shape(status.site.settings),
        "resting": status.resting,
        "synthetic": status.synthetic,
        "freshness": status.freshness.freshness,
        "expected_age": status.freshness.expected_age,
        "live": [live_url_shape(each) for each in status.live_urls],
        "subscriptions": [subscription_shape(each) for each in status.subscriptions],
        "host_rank": status.host_rank,
        "domain_rank": status.domain_rank,
    }


def completeness_v1(completeness: Completeness) -> CompletenessV1:
    """Return expected and found articles in short."""
    return {
        "hours": len(completeness.hours),
        "expected": round(completeness.expected, 2),
        "seen": completeness.seen,
        "silence": _silence(completeness.silence),
    }


def source_completeness_v1(completeness: Completeness) -> SourceCompletenessV1:
    """Return the same hour by hour, with the source."""
    return {
        **completeness_v1(completeness),
        "id": str(completeness.site.id),
        "url": completeness.site.url,
        "domain": completeness.site.domain,
        "by_hour": [_hour(hour) for hour in completeness.hours],
    }


def _hour(hour: HourCount) -> HourV1:
    return {"start": iso(hour.start), "expected": round(hour.expected, 3), "seen": hour.seen}


def _silence(silence: Silence | None) -> SilenceV1 | None:
    if silence is None:
        return None
    return {
        "since": iso(silence.since),
        "expected": round(silence.expected, 1),
        "causes": list(silence.causes),
    }


SOURCE_EXAMPLE: SourceV1 = {
    "id": "1",
    "url": "https://post.example/",
    "domain": "post.example",
    "name": "The Post",
    "folder": "Harbour papers",
    "added": "2024-05-01T09:00:00Z",
    "paused": None,
    "articles": 1_204,
    "articles_per_day": 41.5,
    "feeds": 3,
    "sitemaps": 1,
    "index_pages": 2,
    "next_visit": "2024-05-31T12:10:00Z",
    "condition": {
        "cause": "fine",
        "sentence": "",
        "advice": "",
        "since": None,
        "next_attempt": None,
        "alarming": False,
    },
    "completeness": {"hours": 24, "expected": 41.2, "seen": 39, "silence": None},
}
