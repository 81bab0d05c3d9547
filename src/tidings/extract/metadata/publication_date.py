"""The moment of publication: which of the dates that a page shows is believed."""

from collections.abc import Iterable
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
_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)  # older articles are archives', on pages made later
_NEAR = timedelta(days=2)
_ONE_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_FARTHEST = timedelta(hours=12)
_ENOUGH = 3  # questions, after which one answer will do


@dataclass(frozen=True, slots=True)
class DateWindow:
    """Which dates are believed.

    Once it is known when the page was first seen, a date more than two days away from that takes
    two kinds of evidence; without it, any date of the web's own time is believed.
    """

    now: datetime
    seen: datetime | None = None

    def admits(self, sighting: DateCandidate, others: Iterable[DateCandidate]) -> bool:
        """Tell whether a date is believed, beside the others that were seen."""
        if not _EARLIEST <= sighting.moment <= (self.seen or self.now) + _NEAR:
            return False
        if self.seen is None or abs(sighting.moment - self.seen) <= _NEAR:
            return True
        return len({other.family for other in others if _same_day(other, sighting)}) > 1


def published_of(
    html: Html,
    found: PageBlocks,
    linked: LinkedArticle | None,
    headline: TitlePosition,
    window: DateWindow,
    listed: datetime | None = None,
) -> tuple[datetime | None, str]:
    """Return when the article was published and every place that names that day.

    `listed` is the date that a feed or a news sitemap gave. What costs more to find is asked only
    while too little is known.
    """
    sightings: list[DateCandidate] = []
    best = None
    for asked, more in enumerate(date_candidates(html, found, linked, headline, listed), start=1):
        sightings += more
        best = _first_believed(sightings, window)
        if best and (asked >= _ENOUGH or _is_settled(best, sightings)):
            break
    return _refined_date(best, sightings) if best else (None, "")


def _is_settled(best: DateCandidate, sightings: list[DateCandidate]) -> bool:
    """Tell whether two places agree and the day is that of the article's own zone."""
    agreeing = sum(_same_day(best, other) for other in sightings)
    return agreeing > 1 and not _is_universal(best.moment)


def _first_believed(sightings: list[DateCandidate], window: DateWindow) -> DateCandidate | None:
    return next((each for each in sightings if window.admits(each, sightings)), None)


def _refined_date(best: DateCandidate, sightings: list[DateCandidate]) -> tuple[datetime, str]:
    """The date, with the hour of another place where only the day is known."""
    agreeing = [each for each in sightings if _same_day(best, each)]
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


def _local(moment: datetime, sightings: list[DateCandidate]) -> datetime:
    """The same moment on the day that the reader sees, in the nearest zone where it is that day."""
    days = [
        each.moment.date()
        for each in sightings
        if each.family in (DateEvidence.ADDRESS, DateEvidence.SHOWN)
    ]
    if not days or moment.date() in days:
        return moment
    into_day = timedelta(hours=moment.hour, minutes=moment.minute, seconds=moment.second)
    west = -(into_day // _HOUR + 1) * _HOUR
    east = -((into_day - timedelta(days=1)) // _HOUR) * _HOUR
    offset = west if days[0] < moment.date() else east
    return moment.astimezone(timezone(offset)) if abs(offset) <= _FARTHEST else moment


def _same_day(one: DateCandidate, other: DateCandidate) -> bool:
    """Tell whether two places may mean one day, each in its own zone."""
    if _has_hour(one.moment) and _has_hour(other.moment):
        return abs(one.moment - other.moment) <= _ONE_DAY
    return abs(one.moment.date() - other.moment.date()) <= _ONE_DAY


def modified_of(
    html: Html, linked: LinkedArticle | None, window: DateWindow
) -> tuple[datetime | None, str]:
    """Return when the article was last changed, by its own word, and where it says so."""
    sightings = list(meta_dates(html, _MODIFIED))
    if linked and linked.modified:
        sightings.insert(
            0, DateCandidate(DateEvidence.SCRIPT, "json-ld dateModified", linked.modified)
        )
    latest = (window.seen or window.now) + _NEAR
    sightings = [each for each in sightings if _EARLIEST <= each.moment <= latest]
    return _refined_date(sightings[0], sightings) if sightings else (None, "")
