"""Statistics over a home's articles: what the paper on the IJS NewsFeed reports of its stream.

Languages, sources and days of publication are counted by the index, everything else by the
database, from an index of its own. At 100 000 articles each takes some tens of milliseconds.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np

from tidings.engine.listing.delays import delays
from tidings.engine.listing.distributions import BYTE_STEPS, WORD_STEPS, distribution
from tidings.model.articles.statistics import DayCount, Delays, HomeStatistics
from tidings.search.index.errors import translated_errors
from tidings.search.label_counts import daily_counts, label_counts
from tidings.search.query_run import QueryRun
from tidings.store.database.session import Reader
from tidings.store.tables.articles.statistics import (
    ArticleSelection,
    first_seen_span,
    last_seen_articles,
    length_counts,
    new_article_seqs,
    newest_text_bytes,
    seen_between,
)
from tidings.store.tables.changes.index_commits import index_commits_from
from tidings.store.tables.sources.sources import followed_sources

_MAX_DELAYS: Final = 10_000  # newest articles whose delays are computed: a day of 500 papers
_MAX_TEXTS: Final = 2_000  # newest texts whose bytes are counted, because they must be read
_MAX_LABELS: Final = 1_000  # sources or languages that are listed
_MAX_DAYS: Final = 366
_DAY: Final = 86_400
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def home_statistics(
    connection: Reader, run: QueryRun, wanted: ArticleSelection, now: datetime
) -> HomeStatistics:
    """Return the statistics of the articles of a span; `run` finds those published in it."""
    view = run.view
    with translated_errors(view.folder):
        found = run.matching
        languages = label_counts(view, found, "language", _MAX_LABELS)
        sources = label_counts(view, found, "source", _MAX_LABELS)
        published = daily_counts(view, found)
    lengths = length_counts(connection, wanted)
    words = np.repeat([words for words, _ in lengths], [count for _, count in lengths])
    return HomeStatistics(
        as_of=now,
        since=wanted.since,
        until=wanted.until,
        articles=sum(count for _, count in languages),
        seen=len(words),
        days=_days(connection, wanted, published),
        languages=tuple(languages),
        sources=tuple(sources),
        words=distribution(words, WORD_STEPS),
        text_bytes=distribution(newest_text_bytes(connection, wanted, _MAX_TEXTS), BYTE_STEPS),
        delays=_delays(connection, wanted),
    )


def _days(
    connection: Reader, wanted: ArticleSelection, published: Sequence[tuple[datetime, int]]
) -> tuple[DayCount, ...]:
    """Return the counts of all days from the first on which an article was seen to the last."""
    span = first_seen_span(connection, wanted)
    if span is None:
        return ()
    last = int(span[1] // _DAY)
    first = max(int(span[0] // _DAY), last - _MAX_DAYS + 1)
    edges = [float(day * _DAY) for day in range(first, last + 2)]
    on_day = dict(published)
    return tuple(
        DayCount(day, seen, on_day.get(day, 0))
        for day, seen in zip(
            (_EPOCH + timedelta(days=day) for day in range(first, last + 1)),
            seen_between(connection, wanted, edges),
            strict=True,
        )
    )


def _delays(connection: Reader, wanted: ArticleSelection) -> Delays:
    seen = last_seen_articles(connection, wanted, _MAX_DELAYS)
    # Twice as many: articles that were hidden or deleted since are in the log, too.
    seqs = new_article_seqs(connection, 2 * _MAX_DELAYS)
    commits = index_commits_from(connection, min(seqs.values(), default=0))
    followed: dict[str, float] = {}
    for source in followed_sources(connection):
        added = source.added_at.timestamp()
        followed[source.domain] = min(added, followed.get(source.domain, added))
    return delays(seen, seqs, commits, followed)
