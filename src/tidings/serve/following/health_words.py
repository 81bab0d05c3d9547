"""How a source is, and what was answered to our requests, in words for its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tidings.engine.listing.source_list import SourceHealth
from tidings.engine.sources.condition_causes import cause_in_words
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest

_AS_IT_SHOULD = frozenset({None, Reason.NOT_MODIFIED, Reason.SAME_BYTES})


@dataclass(frozen=True, slots=True)
class FailedRequests:
    """How many requests failed for one reason."""

    words: str
    count: int
    last: datetime


def well_words(health: SourceHealth) -> str:
    """Return how a source is about which there is nothing to complain."""
    seen, expected = health.completeness.seen, round(health.completeness.expected)
    if not seen and expected < 1:
        return f"All is well: {_articles(health.status.articles)} so far."
    found = f"{_articles(seen, 'new ')} in the last day"
    if expected < 1:
        return f"All is well: {found}."
    return (
        f"All is well: {found}, about {expected:,} {'was' if expected == 1 else 'were'} expected."
    )


def _articles(number: int, which: str = "") -> str:
    return f"{number:,} {which}{'article' if number == 1 else 'articles'}"


def failures_in(requests: Sequence[tuple[int, LoggedRequest]]) -> list[FailedRequests]:
    """Return why requests failed, the most frequent reason first; the newest come first."""
    found: dict[str, list[float]] = {}
    for _, request in requests:
        if request.reason is not None and request.reason not in _AS_IT_SHOULD:
            found.setdefault(_words_of(request.reason, request.status), []).append(request.at)
    counted = sorted(found.items(), key=lambda each: -len(each[1]))
    return [FailedRequests(words, len(at), _moment(max(at))) for words, at in counted]


def _words_of(reason: Reason, status: int | None) -> str:
    sentence = cause_in_words(reason, status, "").sentence
    return f"{sentence[0].upper()}{sentence[1:]}"


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
