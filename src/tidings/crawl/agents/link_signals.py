"""What a link says for itself, before anything is known of where it stands: signals and words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from zlib import crc32

from tidings.crawl.agents.query_terms import QueryTerms
from tidings.crawl.agents.relevance import printed_similarity
from tidings.model.agents.page_sight import SeenLink
from tidings.model.web.page import UrlRole

BUCKETS = 4_096  # of hashed words; bucket 0 stands for no word

(ANCHOR, AROUND, ADDRESS, PRINTED, HAS_TEXT, LEADS_TO_MANY, DATED, FRESH, SAME_HOST) = range(9)
SIGNALS = 9

_TEXT_TERMS = 4  # an anchor with so many terms is a headline
_FRESH_HOURS = 48.0  # a page of this age is half as fresh as one of today


@dataclass(frozen=True, slots=True)
class LinkSignals:
    """Numbers between 0 and 1 by their index, and hashed words."""

    values: tuple[float, ...]
    words: tuple[int, ...]


def link_signals(
    link: SeenLink, query: QueryTerms, today: datetime | None, *, same_host: bool
) -> LinkSignals:
    """Return the signals of a link."""
    values = [0.0] * SIGNALS
    values[ANCHOR] = similarity(link.anchor, query)
    values[AROUND] = similarity(link.around, query)
    values[ADDRESS] = similarity(link.address, query)
    values[PRINTED] = _printed(link, query)
    values[HAS_TEXT] = min(1.0, len(link.anchor) / _TEXT_TERMS)
    values[LEADS_TO_MANY] = float(link.role is not UrlRole.PAGE)
    values[SAME_HOST] = float(same_host)
    if link.published is not None:
        values[DATED] = 1.0
        values[FRESH] = _freshness(link.published, today)
    return LinkSignals(tuple(values), _words(link, query))


def similarity(terms: Sequence[str], query: QueryTerms) -> float:
    """Return the share of the query that the terms name, rare terms weighing more."""
    weights = query.weights
    whole = sum(weights.values())
    if not whole or not terms:
        return 0.0
    return sum(weights[term] for term in set(terms) if term in weights) / whole


def _printed(link: SeenLink, query: QueryTerms) -> float:
    counts: dict[str, int] = {}
    for term in (*link.anchor, *link.around):
        counts[term] = counts.get(term, 0) + 1
    return printed_similarity(query.counts, counts)


def _freshness(published: datetime, today: datetime | None) -> float:
    if today is None:
        return 0.5
    hours = max(0.0, (today - published).total_seconds() / 3600)
    return _FRESH_HOURS / (_FRESH_HOURS + hours)


def _words(link: SeenLink, query: QueryTerms) -> tuple[int, ...]:
    """The words without the query's own, which the signals count: an anchor's come first."""
    terms = dict.fromkeys((*link.anchor, *link.address, *link.around))
    return tuple(word_bucket(term) for term in terms if term not in query.weights)


@lru_cache(maxsize=65_536)
def word_bucket(term: str) -> int:
    """Return the bucket of a word, the same on every machine and in every run."""
    return 1 + crc32(term.encode("utf-8", "replace")) % (BUCKETS - 1)
