"""Followed sources as JSON."""

from typing import Annotated, TypedDict

from tidings.model.crawl.freshness import UrlFreshness
from tidings.model.crawl.source_condition import SourceCondition
from tidings.model.crawl.source_status import SourceStatus
from tidings.model.crawl.subscription import Subscription
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.source_settings import SettingsOut, settings_shape


class SubscriptionOut(TypedDict):
    """A feed's subscription at a WebSub hub."""

    feed: str
    hub: str
    topic: str
    state: Annotated[str, "wanted, asked, active, denied or ending"]
    detail: str
    lease_ends: str | None
    last_delivery: str | None
    deliveries: int
    ignored: int
    missed: Annotated[int, "how often polling found what was not delivered"]


class LiveOut(TypedDict):
    """A feed, sitemap or index page that is visited repeatedly."""

    url: str
    role: str
    articles_per_day: Annotated[float, "new articles expected to appear here first"]
    interval: Annotated[float, "seconds between the last visit and the next"]
    freshness: Annotated[float, "share of that time without unseen changes"]
    expected_age: Annotated[float, "how many seconds out of date by the next visit"]
    decided_by: Annotated[str, "what determines the next visit"]


class ConditionOut(TypedDict):
    """Whether a source brings articles, and if not, why."""

    cause: Annotated[str, "a stable word, such as fine, refused or needs_javascript"]
    sentence: Annotated[str, "the cause in words; empty if all is well"]
    advice: Annotated[str, "what to do about it"]
    since: str | None
    next_attempt: Annotated[str | None, "when it is tried again"]
    alarming: Annotated[bool, "it brings nothing although it should"]


class SourceOut(TypedDict):
    """A followed site."""

    url: str
    domain: str
    name: str
    folder: Annotated[str | None, "names separated by '/'"]
    added: str
    paused: Annotated[str | None, "since when nothing is fetched"]
    about: str | None
    about_query: str | None
    settings: SettingsOut
    judged: int
    wanted: int
    articles: int
    feeds: int
    sitemaps: int
    index_pages: int
    learned_from: int
    repeated_blocks: int
    resting: int
    synthetic: bool  # no feed or sitemap: followed through its index pages
    subscriptions: list[SubscriptionOut]
    articles_per_day: Annotated[float, "expected, over all its live URLs"]
    freshness: Annotated[float | None, "mean over its live URLs"]
    expected_age: Annotated[float | None, "seconds; mean over its live URLs"]
    live: list[LiveOut]
    next_visit: str | None
    host_rank: Annotated[float | None, "log 10, by links of other hosts; -0.125: unlinked"]
    domain_rank: Annotated[float | None, "the same by links of other domains"]
    condition: ConditionOut


def source_shape(source: SourceStatus) -> SourceOut:
    """Return the shape of one source in `tidings sources --json` and `/api/sources`."""
    return {
        "url": source.site.url,
        "domain": source.site.domain,
        "name": source.site.name,
        "folder": source.site.folder or None,
        "added": iso(source.site.added_at),
        "paused": iso_or_none(source.paused_at),
        "about": source.site.about.words or None,
        "about_query": source.site.about.query or None,
        "settings": settings_shape(source.site.settings),
        "judged": source.judged,
        "wanted": source.wanted,
        "articles": source.articles,
        "feeds": source.feeds,
        "sitemaps": source.sitemaps,
        "index_pages": source.index_pages,
        "learned_from": source.learned_from,
        "repeated_blocks": source.repeated_blocks,
        "resting": source.resting,
        "synthetic": source.synthetic,
        "subscriptions": [subscription_shape(each) for each in source.subscriptions],
        "articles_per_day": source.freshness.articles_per_day,
        "freshness": source.freshness.freshness,
        "expected_age": source.freshness.expected_age,
        "live": [live_url_shape(live_url) for live_url in source.live_urls],
        "next_visit": iso_or_none(source.next_visit),
        "host_rank": source.host_rank,
        "domain_rank": source.domain_rank,
        "condition": condition_shape(source.condition),
    }


def condition_shape(condition: SourceCondition) -> ConditionOut:
    """Return the shape of a source's condition, in all that names it."""
    return {
        "cause": str(condition.cause),
        "sentence": condition.sentence,
        "advice": condition.advice,
        "since": iso_or_none(condition.since),
        "next_attempt": iso_or_none(condition.next_attempt),
        "alarming": condition.is_alarming,
    }


def live_url_shape(live_url: UrlFreshness) -> LiveOut:
    """Return the shape of a feed, sitemap or index page."""
    return {
        "url": live_url.url,
        "role": str(live_url.role),
        "articles_per_day": live_url.articles_per_day,
        "interval": live_url.interval,
        "freshness": live_url.freshness,
        "expected_age": live_url.expected_age,
        "decided_by": live_url.basis,
    }


def subscription_shape(subscription: Subscription) -> SubscriptionOut:
    """Return a subscription without id and secret: with them anyone could deliver."""
    return {
        "feed": subscription.url,
        "hub": subscription.hub,
        "topic": subscription.topic,
        "state": str(subscription.state),
        "detail": subscription.detail,
        "lease_ends": iso_or_none(subscription.lease_ends),
        "last_delivery": iso_or_none(subscription.delivered_at),
        "deliveries": subscription.deliveries,
        "ignored": subscription.ignored,
        "missed": subscription.missed,
    }
