"""Statistics over a home's articles: what the paper on the IJS NewsFeed reports of its stream."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from tidings.engine.listing.delays import delays
from tidings.engine.listing.distributions import BYTE_STEPS, WORD_STEPS, distribution
from tidings.model.articles.statistics import DayCount, Delays, HomeStatistics
from tidings.store.database.session import Reader
from tidings.store.tables.articles.statistics import (
    ArticleFacts,
    ArticleSelection,
    article_facts,
    new_article_seqs,
    newest_text_bytes,
)
from tidings.store.tables.changes.index_commits import index_commits_from
from tidings.store.tables.sources.sources import followed_sources

_MAX_DELAYS: Final = 20_000  # newest articles whose delays are computed: some days of 500 papers
_MAX_TEXTS: Final = 2_000  # newest texts whose bytes are counted, because they must be read
_MAX_DAYS: Final = 3_660  # a wrong clock must not make a list of a million days
_DAY: Final = 86_400


def home_statistics(connection: Reader, wanted: ArticleSelection, now: datetime) -> HomeStatistics:
    """Return the statistics of the articles that may be shown and were seen within a span."""
    facts = article_facts(connection, wanted)
    return HomeStatistics(
        as_of=now,
        since=wanted.since,
        until=wanted.until,
        articles=len(facts),
        days=_days(facts),
        languages=_most_first(Counter(each.language for each in facts)),
        sources=_most_first(Counter(each.source for each in facts)),
        words=distribution([each.words for each in facts], WORD_STEPS),
        text_bytes=distribution(newest_text_bytes(connection, wanted, _MAX_TEXTS), BYTE_STEPS),
        delays=_delays(connection, facts[-_MAX_DELAYS:]),
    )


def _days(facts: Sequence[ArticleFacts]) -> tuple[DayCount, ...]:
    """Return the counts of all days from the first on which an article was seen to the last."""
    if not facts:
        return ()
    seen = Counter(int(each.first_seen // _DAY) for each in facts)
    published = Counter(int(each.published // _DAY) for each in facts if each.published is not None)
    last = max(seen)
    return tuple(
        DayCount(_beginning(day), seen[day], published[day])
        for day in range(max(min(seen), last - _MAX_DAYS), last + 1)
    )


def _beginning(day: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day)


def _most_first(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _delays(connection: Reader, facts: Sequence[ArticleFacts]) -> Delays:
    # Twice as many: articles that were hidden or deleted since are in the log, too.
    seqs = new_article_seqs(connection, 2 * _MAX_DELAYS)
    commits = index_commits_from(connection, min(seqs.values(), default=0))
    followed: dict[str, float] = {}
    for source in followed_sources(connection):
        added = source.added_at.timestamp()
        followed[source.domain] = min(added, followed.get(source.domain, added))
    return delays(facts, seqs, commits, followed)
