"""Completeness: compares what each source brought with what it usually brings."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from tidings.crawl.timing.rhythm import HOUR, Rhythm
from tidings.crawl.timing.silence import silent_from
from tidings.model.articles.article import Article
from tidings.model.crawl.completeness import Completeness, HourCount, Silence
from tidings.model.crawl.source import Source
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds
from tidings.store.tables.frontier.urls import list_reasons
from tidings.store.tables.sources.article_flow import (
    article_flow_of,
    articles_by_hour,
    count_article,
    keep_article_flow,
    silent_sources,
)
from tidings.store.tables.sources.pauses import paused_sources
from tidings.store.tables.sources.sources import followed_sources

_UNDATED_AFTER = timedelta(days=1)  # after a source is added; before, an undated article may be old


def note_article(connection: Writer, source: Source, article: Article) -> None:
    """Learn from a new article; articles from before the source was followed are ignored."""
    appeared = _appeared(article, source)
    if appeared is None:
        return
    now = article.first_seen
    flow = article_flow_of(connection, source.id)
    rhythm = _rhythm(flow.rhythm, source)
    rhythm.learn((appeared.timestamp(),), now.timestamp())
    articles = flow.articles + 1
    watched = (now - source.added_at).total_seconds()
    silent_at = silent_from(rhythm, articles, watched, now.timestamp())
    keep_article_flow(
        connection,
        source.id,
        replace(
            flow,
            rhythm=rhythm.packed(),
            articles=articles,
            last_new=now,
            silent_from=None if silent_at is None else from_seconds(silent_at),
        ),
    )
    count_article(connection, source.id, appeared)


def _appeared(article: Article, source: Source) -> datetime | None:
    """Return when an article appeared; None if that was before we followed its source."""
    now = article.first_seen
    if article.published is not None and article.published <= now:
        return article.published if article.published >= source.added_at else None
    return now if now - source.added_at > _UNDATED_AFTER else None


def _rhythm(packed: bytes, source: Source) -> Rhythm:
    if packed:
        return Rhythm.unpacked(packed)
    rhythm = Rhythm()
    rhythm.learn((), source.added_at.timestamp())
    return rhythm


def completeness(
    connection: Reader, now: datetime, hours: int, only_ids: Iterable[int] | None = None
) -> list[Completeness]:
    """Compare the last hours of all followed sources, or of some, with what was expected."""
    silent = _silent(connection)
    only = None if only_ids is None else set(only_ids)
    return [
        _completeness_of(connection, source, now, hours, source.id in silent)
        for source in followed_sources(connection)
        if only is None or source.id in only
    ]


def silences(connection: Reader, now: datetime) -> list[Completeness]:
    """Return the sources that are silent."""
    return completeness(connection, now, 24, _silent(connection))


def _silent(connection: Reader) -> set[int]:
    """Return the sources that are silent although they are fetched."""
    return set(silent_sources(connection)) - paused_sources(connection).keys()


def _completeness_of(
    connection: Reader, source: Source, now: datetime, hours: int, silent: bool
) -> Completeness:
    flow = article_flow_of(connection, source.id)
    rhythm = _rhythm(flow.rhythm, source)
    start = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=hours - 1)
    counted = articles_by_hour(connection, source.id, start)
    hour_counts = tuple(
        HourCount(hour, _expected(rhythm, source, hour, now), counted.get(hour, 0))
        for hour in (start + timedelta(hours=number) for number in range(hours))
    )
    silence = None
    if silent and flow.last_new is not None:
        due = rhythm.expected(flow.last_new.timestamp(), now.timestamp())
        silence = Silence(flow.last_new, due, tuple(list_reasons(connection, source.id)))
    return Completeness(source, hour_counts, silence)


def _expected(rhythm: Rhythm, source: Source, hour: datetime, now: datetime) -> float:
    """Return the articles expected in the part of an hour that has passed and was followed."""
    start = max(hour, source.added_at).timestamp()
    end = min(hour.timestamp() + HOUR, now.timestamp())
    return rhythm.expected(start, end) if start < end else 0.0
