"""What a link says for itself, before anything is known of where it stands: signals and words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zlib import crc32

from tidings.crawl.agents.query_terms import QueryTerms
from tidings.crawl.agents.relevance import heaviest, printed_similarity
from tidings.model.agents.page_sight import SeenLink
from tidings.model.web.page import UrlRole
from tidings.text.word_cache import WordCache

BUCKETS = 4_096  # of hashed words; bucket 0 stands for no word
WORDS = 12  # of a link's text and address …
NEAR_WORDS = 12  # … and around it

(ANCHOR, AROUND, ADDRESS, PRINTED, HAS_TEXT, LEADS_TO_MANY, DATED, FRESH, SAME_HOST,
 KNOWN) = range(10)  # fmt: skip
SIGNALS = 10

_TEXT_TERMS = 4  # an anchor with so many terms is a headline
_FRESH_HOURS = 24.0  # a page of this age is half as fresh as one of now


@dataclass(frozen=True, slots=True)
class LinkSignals:
    """Numbers by their index, mostly between 0 and 1, and hashed words."""

    values: list[float]
    words: list[int]
    near: list[int]


class SignalReader:
    """Reads the signals of links for one query."""

    def __init__(self, query: QueryTerms, today: datetime | None) -> None:
        self.query, self._today = query, today
        self._whole = heaviest(query) or 1.0

    def read(self, link: SeenLink, *, same_host: bool) -> LinkSignals:
        """Return the signals of a link."""
        values = [0.0] * SIGNALS
        values[ANCHOR] = self._similarity(link.anchor)
        values[AROUND] = self._similarity(link.around)
        values[ADDRESS] = self._similarity(link.address)
        if values[ANCHOR] or values[AROUND]:
            values[PRINTED] = self._printed(link)
        values[HAS_TEXT] = min(1.0, len(link.anchor) / _TEXT_TERMS)
        values[LEADS_TO_MANY] = float(link.role is not UrlRole.PAGE)
        values[SAME_HOST] = float(same_host)
        values[KNOWN] = float(link.known)
        if link.published is not None:
            values[DATED] = 1.0
            values[FRESH] = _freshness(link.published, self._today)
        words = _buckets((*link.anchor, *link.address), WORDS)
        return LinkSignals(values, words, _buckets(link.around, NEAR_WORDS))

    def _similarity(self, terms: Sequence[str]) -> float:
        """How much of the query the terms name, as `coverage` counts it, without repetitions."""
        weights = self.query.weights
        named = {term for term in terms if term in weights}
        return sum(weights[term] for term in named) / self._whole if named else 0.0

    def _printed(self, link: SeenLink) -> float:
        counts: dict[str, int] = {}
        for term in (*link.anchor, *link.around):
            counts[term] = counts.get(term, 0) + 1
        return printed_similarity(self.query.counts, counts)


def _buckets(terms: Sequence[str], most: int) -> list[int]:
    return list(dict.fromkeys(map(_bucket_cache.__getitem__, terms)))[:most]


def _bucket(term: str) -> int:
    return 1 + crc32(term.encode("utf-8", "replace")) % (BUCKETS - 1)


_bucket_cache: WordCache[int] = WordCache(_bucket)


def word_buckets(terms: Sequence[str], most: int) -> list[int]:
    """Return the buckets of words, the same on every machine and in every run."""
    return _buckets(terms, most)


def _freshness(published: datetime, today: datetime | None) -> float:
    if today is None:
        return 0.5
    hours = max(0.0, (today - published).total_seconds() / 3600)
    return _FRESH_HOURS / (_FRESH_HOURS + hours)


def similarity(terms: Sequence[str], query: QueryTerms) -> float:
    """Return the share of the query that the terms name, rare terms weighing more."""
    weights = query.weights
    whole = sum(weights.values())
    if not whole or not terms:
        return 0.0
    return sum(weights[term] for term in set(terms) if term in weights) / whole
