"""The date of publication: which of a page's dates is believed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.metadata.date_candidates import (
    DateCandidate,
    DateEvidence,
    date_candidates,
    meta_dates,
)
from tidings.extract.metadata.title_position import TitlePosition
from tidings.read.pages.html import Html
from tidings.read.pages.jsonld import LinkedArticle

_MODIFIED = (
    "article:modified_time og:updated_time datemodified dcterms.modified dc.date.modified "
    "article.updated last-modified lastmod revised"
).split()
_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)  # older articles are from archives, on later pages
_FIRST_NEWSPAPER = 1605
_NEAR = timedelta(days=2)
_FAR_AHEAD = timedelta(days=8)  # weeklies carry the date of their next issue
_ONE_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_FARTHEST = timedelta(hours=12)
_ENOUGH = 3  # groups of candidates, after which one date suffices


@dataclass(frozen=True, slots=True)
class DateWindow:
    """Which dates are believed.

    If it is known when the page was first seen, a date more than two days away from that must be
    sure and uncontradicted, or needs two kinds of evidence. Otherwise any date of the web's time
    is believed. Older dates, and those of the next days, always need two kinds.
    """

    now: datetime
    seen: datetime | None = None

    def admits(self, candidate: DateCandidate, others: Sequence[DateCandidate]) -> bool:
        """Return whether a date is believed, given the other candidates."""
        seen = self.seen or self.now
        if not _is_possible(candidate.moment, seen):
            return False
        if not _EARLIEST <= candidate.moment <= seen + _NEAR:
            return _is_confirmed(candidate, others)
        if self.seen is None or self._is_near(candidate):
            return True
        return self.is_certain(candidate, others)

    def is_certain(self, candidate: DateCandidate, others: Sequence[DateCandidate]) -> bool:
        """Return whether a date is sure and uncontradicted, or confirmed by another kind."""
        is_contradicted = any(self._contradicts(other, candidate) for other in others)
        is_believed_alone = candidate.is_sure and not is_contradicted
        return is_believed_alone or _is_confirmed(candidate, others)

    def _contradicts(self, other: DateCandidate, candidate: DateCandidate) -> bool:
        is_independent = other.is_sure and other.evidence is not candidate.evidence
        if not is_independent or _same_day(other, candidate):
            return False
        if other.evidence is DateEvidence.FEED and other.moment > candidate.moment:
            # Many feeds give only the last change; but what they list as new is not old.
            return self._is_near(other)
        return True

    def _is_near(self, candidate: DateCandidate) -> bool:
        """Return whether a date is about that of the first visit."""
        return self.seen is not None and abs(candidate.moment - self.seen) <= _NEAR


def _is_confirmed(candidate: DateCandidate, others: Sequence[DateCandidate]) -> bool:
    return len({other.evidence for other in others if _same_day(other, candidate)}) > 1


def _is_possible(moment: datetime, seen: datetime) -> bool:
    """Return whether any evidence suffices; 1 January 1970 or 1900 is a missing value."""
    if moment > seen + _FAR_AHEAD:
        return False
    return moment >= _EARLIEST or (
        moment.year >= _FIRST_NEWSPAPER and moment.month + moment.day > 2
    )


def published_of(
    html: Html,
    found: PageBlocks,
    linked: LinkedArticle | None,
    position: TitlePosition,
    window: DateWindow,
    feed_date: datetime | None = None,
) -> tuple[datetime | None, str]:
    """Return when the article was published, and every source that gives that day.

    `feed_date` is the date in a feed or a news sitemap. Expensive candidates are searched only
    while too little is known.
    """
    candidates: list[DateCandidate] = []
    best = None
    groups = date_candidates(html, found, linked, position, feed_date)
    for count, group in enumerate(groups, start=1):
        candidates += group
        best = _first_believed(candidates, window)
        if best and (count >= _ENOUGH or _is_settled(best, candidates)):
            break
    return _refined_date(best, candidates) if best else (None, "")


def _is_settled(best: DateCandidate, candidates: list[DateCandidate]) -> bool:
    """Return whether two sources agree on the day and the time is not in UTC."""
    agreeing = sum(_same_day(best, other) for other in candidates)
    return agreeing > 1 and not _is_universal(best.moment)


def _first_believed(candidates: list[DateCandidate], window: DateWindow) -> DateCandidate | None:
    """The first date that is certain, or else the first that may be believed without that."""
    believed = [each for each in candidates if window.admits(each, candidates)]
    certain = (each for each in believed if window.is_certain(each, candidates))
    return next(certain, None) or next(iter(believed), None)


def _refined_date(best: DateCandidate, candidates: list[DateCandidate]) -> tuple[datetime, str]:
    """The date; if it has no hour, with the hour that another source gives."""
    agreeing = [each for each in candidates if _same_day(best, each)]
    moment = best.moment
    if not _has_hour(moment):
        same = (each.moment for each in agreeing if each.moment.date() == moment.date())
        moment = next((other for other in same if _has_hour(other)), moment)
    elif _is_universal(moment):
        moment = _local(moment, agreeing)
    return moment, ", ".join(dict.fromkeys(each.where for each in agreeing))


def _has_hour(moment: datetime) -> bool:
    return bool(moment.hour or moment.minute)


def _is_universal(moment: datetime) -> bool:
    return _has_hour(moment) and not moment.utcoffset()


def _local(moment: datetime, candidates: list[DateCandidate]) -> datetime:
    """The same moment in the nearest time zone where it is the day shown to the reader."""
    days = [
        each.moment.date()
        for each in candidates
        if each.evidence in (DateEvidence.ADDRESS, DateEvidence.SHOWN)
    ]
    if not days or moment.date() in days:
        return moment
    into_day = timedelta(hours=moment.hour, minutes=moment.minute, seconds=moment.second)
    west = -(into_day // _HOUR + 1) * _HOUR
    east = -((into_day - timedelta(days=1)) // _HOUR) * _HOUR
    offset = west if days[0] < moment.date() else east
    return moment.astimezone(timezone(offset)) if abs(offset) <= _FARTHEST else moment


def _same_day(one: DateCandidate, other: DateCandidate) -> bool:
    """Return whether two candidates may mean the same day, each in its own time zone."""
    if _has_hour(one.moment) and _has_hour(other.moment):
        return abs(one.moment - other.moment) <= _ONE_DAY
    return abs(one.moment.date() - other.moment.date()) <= _ONE_DAY


def modified_of(
    html: Html, linked: LinkedArticle | None, window: DateWindow
) -> tuple[datetime | None, str]:
    """Return when the article was last changed according to the page, and the sources."""
    candidates = _changes(html, linked)
    latest = (window.seen or window.now) + _NEAR
    candidates = [each for each in candidates if _EARLIEST <= each.moment <= latest]
    return _refined_date(candidates[0], candidates) if candidates else (None, "")


def _changes(html: Html, linked: LinkedArticle | None) -> list[DateCandidate]:
    """The dates of the last change that the page declares."""
    declared = list(meta_dates(html, _MODIFIED))
    if linked and linked.modified:
        where = "json-ld dateModified"
        declared.insert(0, DateCandidate(DateEvidence.SCRIPT, where, linked.modified))
    return declared
