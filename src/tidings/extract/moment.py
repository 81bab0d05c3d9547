"""The moment of publication: every date that a page gives its article, weighed for belief."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from tidings.extract.blocks import Blocks
from tidings.extract.headline import Headline, place_of, places_of
from tidings.read.dates import parse_date
from tidings.read.html import Html
from tidings.read.jsonld import LinkedArticle

_PUBLISHED = (
    "article:published_time article:published og:published_time datepublished "
    "parsely-pub-date sailthru.date date.published publishdate publish-date publish_date pubdate "
    "dc.date.issued dcterms.issued dcterms.created dc.date.created article.published "
    "citation_publication_date cxenseparse:recs:publishtime cxenseparse:publishtime "
    "shareaholic:article_published_time"
).split()
# What these mean differs from site to site: the issue, the last change, the day of the visit.
_DATED = "dcterms.date dc.date date datecreated".split()
_MODIFIED = (
    "article:modified_time og:updated_time datemodified dcterms.modified dc.date.modified "
    "article.updated last-modified lastmod revised"
).split()

_TIME_TAG = 'time, [itemprop="datePublished"]'
_DATE_HINT = (
    'abbr[title].published, [class*="publish" i], [class*="date" i], [class*="time" i], '
    '[id*="date" i]'
)
_CHANGED = re.compile(r"updat|modif|changed|aktualis|geändert|actualiz|aggiorn|mis à jour", re.I)
_URL_DATE = re.compile(
    r"[/\-_]((?:19|20)\d\d)(?:([/\-_])(\d\d?)\2(\d\d?)|(\d\d)(\d\d))(?=[/\-_.?]|$)"
)
_URL_DAY_FIRST = re.compile(r"[/\-_](\d\d)([-_.])(\d\d)\2((?:19|20)\d\d)(?=[/\-_.?]|$)")
_BARS = re.compile(r"\s*[|·•»]\s*")
_DIGIT = re.compile(r"\d")
_STATE = re.compile(
    r'"(?:date_?published|published_?(?:at|date|time|on)|publish_?(?:date|time)|first_?published)"'
    r'\s*:\s*"(\d{4}-\d\d-\d\d[^"]{0,25})"',
    re.IGNORECASE,
)
_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)  # older articles are archives', on pages made later
_NEAR = timedelta(days=2)
_ONE_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_FARTHEST = timedelta(hours=12)
_ENOUGH = 3  # questions, after which one answer will do
_RIGHT_ABOVE = 3  # blocks: further up stands the day of the visit
_MAX_CANDIDATES = 25
_MAX_TEXT = 80
_MAX_LINE = 250  # a headline, a byline and a date may share it, with bars between
_MAX_OPENING = 60  # of a paragraph that opens with place and day
_MAX_SCRIPTS, _MAX_SCRIPT = 60, 300_000
_MAX_FIRST_LINES = 150  # menus come first on many pages


class Family(StrEnum):
    """Kinds of evidence: two of one kind repeat each other, two of different kinds agree.

    A time tag and the words in it, or a script and the JSON-LD beside it, are one thing said twice.
    """

    SCRIPT = "script"
    META = "meta"
    ADDRESS = "address"
    SHOWN = "shown"
    FEED = "feed"


class Sighting(NamedTuple):
    """A date, where it stands, and what kind of evidence that is."""

    family: Family
    where: str
    moment: datetime


@dataclass(frozen=True, slots=True)
class Window:
    """Which dates are believed.

    Once it is known when the page was first seen, a date more than two days away from that takes
    two kinds of evidence; without it, any date of the web's own time is believed.
    """

    now: datetime
    seen: datetime | None = None

    def admits(self, sighting: Sighting, others: Iterable[Sighting]) -> bool:
        """Tell whether a date is believed, beside the others that were seen."""
        if not _EARLIEST <= sighting.moment <= (self.seen or self.now) + _NEAR:
            return False
        if self.seen is None or abs(sighting.moment - self.seen) <= _NEAR:
            return True
        return len({other.family for other in others if _same_day(other, sighting)}) > 1


def published_of(
    html: Html,
    found: Blocks,
    linked: LinkedArticle | None,
    headline: Headline,
    window: Window,
    listed: datetime | None = None,
) -> tuple[datetime | None, str]:
    """Return when the article was published and every place that names that day.

    `listed` is the date that a feed or a news sitemap gave. What costs more to find is asked only
    while too little is known.
    """
    sightings: list[Sighting] = []
    best = None
    for asked, more in enumerate(_sightings(html, found, linked, headline, listed), start=1):
        sightings += more
        best = _believed(sightings, window)
        if best and (asked >= _ENOUGH or _is_settled(best, sightings)):
            break
    return _told(best, sightings) if best else (None, "")


def _sightings(
    html: Html,
    found: Blocks,
    linked: LinkedArticle | None,
    headline: Headline,
    listed: datetime | None,
) -> Iterator[list[Sighting]]:
    """The dates, surest places first."""
    yield [*_linked(linked), *_from_meta(html, _PUBLISHED), *_addressed(html.url)]
    near, far = _tagged(html, found, headline)
    yield [*near, *_printed(found, [*headline.below, *headline.above[:_RIGHT_ABOVE]])]
    yield [*_from_meta(html, _DATED), *_fed(listed), *far]
    yield list(_printed(found, headline.above[_RIGHT_ABOVE:]))
    yield list(_visible(html.tree.css(_DATE_HINT)))
    yield list(_scripted(html))
    yield list(_printed(found, range(min(_MAX_FIRST_LINES, len(found.blocks)))))


def _is_settled(best: Sighting, sightings: list[Sighting]) -> bool:
    """Tell whether two places agree and the day is that of the article's own zone."""
    agreeing = sum(_same_day(best, other) for other in sightings)
    return agreeing > 1 and not _is_universal(best.moment)


def _believed(sightings: list[Sighting], window: Window) -> Sighting | None:
    return next((each for each in sightings if window.admits(each, sightings)), None)


def _told(best: Sighting, sightings: list[Sighting]) -> tuple[datetime, str]:
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


def _local(moment: datetime, sightings: list[Sighting]) -> datetime:
    """The same moment on the day that the reader sees, in the nearest zone where it is that day."""
    days = [
        each.moment.date() for each in sightings if each.family in (Family.ADDRESS, Family.SHOWN)
    ]
    if not days or moment.date() in days:
        return moment
    into_day = timedelta(hours=moment.hour, minutes=moment.minute, seconds=moment.second)
    west = -(into_day // _HOUR + 1) * _HOUR
    east = -((into_day - timedelta(days=1)) // _HOUR) * _HOUR
    offset = west if days[0] < moment.date() else east
    return moment.astimezone(timezone(offset)) if abs(offset) <= _FARTHEST else moment


def _same_day(one: Sighting, other: Sighting) -> bool:
    """Tell whether two places may mean one day, each in its own zone."""
    if _has_hour(one.moment) and _has_hour(other.moment):
        return abs(one.moment - other.moment) <= _ONE_DAY
    return abs(one.moment.date() - other.moment.date()) <= _ONE_DAY


def _linked(linked: LinkedArticle | None) -> Iterator[Sighting]:
    if linked and linked.published:
        yield Sighting(Family.SCRIPT, "json-ld datePublished", linked.published)


def _from_meta(html: Html, names: Iterable[str]) -> Iterator[Sighting]:
    for name in names:
        if moment := parse_date(html.meta.get(name)):
            yield Sighting(Family.META, f"meta {name}", moment)


def _fed(listed: datetime | None) -> Iterator[Sighting]:
    if listed:
        yield Sighting(Family.FEED, "feed", listed)


def _addressed(url: str) -> Iterator[Sighting]:
    if moment := url_date(url):
        yield Sighting(Family.ADDRESS, "address", moment)


def url_date(url: str) -> datetime | None:
    """Return the day that an address names, as in /2024/03/04/, or None."""
    if match := _URL_DATE.search(url):
        month, day = match[3] or match[5], match[4] or match[6]
        return parse_date(f"{match[1]}-{month:0>2}-{day:0>2}")
    if match := _URL_DAY_FIRST.search(url):
        return parse_date(f"{match[4]}-{match[3]}-{match[1]}")
    return None


def _tagged(html: Html, found: Blocks, headline: Headline) -> tuple[list[Sighting], list[Sighting]]:
    """The time tags near the title and the others; those that tell of a change come last."""
    nodes = html.tree.css(_TIME_TAG)[:_MAX_CANDIDATES]
    if not nodes:
        return [], []
    nodes.sort(key=_is_of_change)
    places = places_of(found)
    near = [node for node in nodes if place_of(node, places) in headline.span]
    far = [node for node in nodes if place_of(node, places) not in headline.span]
    return list(_visible(near)), list(_visible(far))


def _is_of_change(node: LexborNode) -> bool:
    given = node.attributes
    hint = f"{given.get('itemprop') or ''} {given.get('class') or ''}"
    return _CHANGED.search(hint) is not None and "publish" not in hint.lower()


def _visible(nodes: Iterable[LexborNode]) -> Iterator[Sighting]:
    for node in islice(nodes, _MAX_CANDIDATES):
        given = node.attributes
        written = given.get("datetime") or given.get("content") or given.get("title")
        moment = parse_date(written) or parse_date(_short_text(node))
        if moment:
            where = "time tag" if node.tag == "time" else "visible date"
            yield Sighting(Family.SHOWN, where, moment)


def _short_text(node: LexborNode) -> str:
    """The node's text if it is short; a wrapper around half the page is not read through."""
    text = node.text(separator=" ")
    return " ".join(text.split()) if len(text) <= _MAX_TEXT * 4 else ""


def _printed(found: Blocks, places: Iterable[int]) -> Iterator[Sighting]:
    """The short lines that hold a date, and the paragraphs that begin with one."""
    for at in places:
        text = found.blocks[at].text
        parts = _BARS.split(text) if len(text) <= _MAX_LINE else [text[:_MAX_OPENING]]
        for part in parts:
            short = 8 <= len(part) <= _MAX_TEXT and _DIGIT.search(part)
            if short and not _CHANGED.match(part) and (moment := parse_date(part)):
                yield Sighting(Family.SHOWN, "printed date", moment)


def _scripted(html: Html) -> Iterator[Sighting]:
    """The date that a page keeps for its own scripts."""
    for script in html.tree.css("script:not([src])")[:_MAX_SCRIPTS]:
        text = script.text()
        match = _STATE.search(text[:_MAX_SCRIPT]) if "ublish" in text else None
        if moment := parse_date(match[1] if match else None):
            yield Sighting(Family.SCRIPT, "script", moment)


def modified_of(
    html: Html, linked: LinkedArticle | None, window: Window
) -> tuple[datetime | None, str]:
    """Return when the article was last changed, by its own word, and where it says so."""
    sightings = list(_from_meta(html, _MODIFIED))
    if linked and linked.modified:
        sightings.insert(0, Sighting(Family.SCRIPT, "json-ld dateModified", linked.modified))
    latest = (window.seen or window.now) + _NEAR
    sightings = [each for each in sightings if _EARLIEST <= each.moment <= latest]
    return _told(sightings[0], sightings) if sightings else (None, "")
