"""Completeness: learns what each site brings, and tells what it should have brought."""

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from tidings.crawl.timing.rhythm import HOUR, Rhythm
from tidings.crawl.timing.silence import silent_from
from tidings.model.articles.article import Article
from tidings.model.crawl.completeness import Completeness, HourCount, Silence
from tidings.model.crawl.source import Source
from tidings.store.database.timestamps import from_seconds
from tidings.store.tables.frontier.urls import list_reasons
from tidings.store.tables.sources.article_flow import (
    article_flow_of,
    articles_by_hour,
    count_article,
    keep_article_flow,
    silent_sources,
)
from tidings.store.tables.sources.sources import followed_sources

_UNDATED_AFTER = timedelta(days=1)  # until then, an article without a date may be an old one


def note_article(connection: sqlite3.Connection, site: Source, article: Article) -> None:
    """Learn from a new article; those from before the site was followed say nothing."""
    moment = _appeared(article, site)
    if moment is None:
        return
    now = article.first_seen
    watch = article_flow_of(connection, site.id)
    rhythm = _rhythm(watch.rhythm, site)
    rhythm.learn((moment.timestamp(),), now.timestamp())
    articles = watch.articles + 1
    watched = (now - site.added_at).total_seconds()
    telling = silent_from(rhythm, articles, watched, now.timestamp())
    keep_article_flow(
        connection,
        site.id,
        replace(
            watch,
            rhythm=rhythm.packed(),
            articles=articles,
            last_new=now,
            silent_from=None if telling is None else from_seconds(telling),
        ),
    )
    count_article(connection, site.id, moment)


def _appeared(article: Article, site: Source) -> datetime | None:
    """Return when an article appeared, as far as it appeared while we watched."""
    now = article.first_seen
    if article.published is not None and article.published <= now:
        return article.published if article.published >= site.added_at else None
    return now if now - site.added_at > _UNDATED_AFTER else None


def _rhythm(packed: bytes, site: Source) -> Rhythm:
    if packed:
        return Rhythm.unpacked(packed)
    rhythm = Rhythm()
    rhythm.learn((), site.added_at.timestamp())
    return rhythm


def completeness(
    connection: sqlite3.Connection, now: datetime, hours: int, wanted: Iterable[int] | None = None
) -> list[Completeness]:
    """Compare the last hours of the followed sites, or of some, with what was to be expected."""
    silent = set(silent_sources(connection))
    only = None if wanted is None else set(wanted)
    return [
        _completeness_of(connection, site, now, hours, site.id in silent)
        for site in followed_sources(connection)
        if only is None or site.id in only
    ]


def silences(connection: sqlite3.Connection, now: datetime) -> list[Completeness]:
    """Return the sites that have fallen silent."""
    return completeness(connection, now, 24, silent_sources(connection))


def _completeness_of(
    connection: sqlite3.Connection, site: Source, now: datetime, hours: int, silent: bool
) -> Completeness:
    watch = article_flow_of(connection, site.id)
    rhythm = _rhythm(watch.rhythm, site)
    start = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=hours - 1)
    counted = articles_by_hour(connection, site.id, start)
    flow = tuple(
        HourCount(hour, _expected(rhythm, site, hour, now), counted.get(hour, 0))
        for hour in (start + timedelta(hours=number) for number in range(hours))
    )
    silence = None
    if silent and watch.last_new is not None:
        due = rhythm.expected(watch.last_new.timestamp(), now.timestamp())
        silence = Silence(watch.last_new, due, tuple(list_reasons(connection, site.id)))
    return Completeness(site, flow, silence)


def _expected(rhythm: Rhythm, site: Source, hour: datetime, now: datetime) -> float:
    """Return what an hour should bring, as far as it has passed and the site was followed."""
    start = max(hour, site.added_at).timestamp()
    end = min(hour.timestamp() + HOUR, now.timestamp())
    return rhythm.expected(start, end) if start < end else 0.0
