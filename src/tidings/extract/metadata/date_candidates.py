"""Date candidates: every date on a page that may be its article's. `publication_date` chooses."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.metadata.time_tags import (
    CHANGED,
    TimeTags,
    is_called_published,
    time_tags,
)
from tidings.extract.metadata.title_position import TitlePosition
from tidings.read.dates.date_parser import parse_date
from tidings.read.pages.html import Html
from tidings.read.pages.jsonld import LinkedArticle

_PUBLISHED = (
    "article:published_time article:published og:published_time datepublished "
    "parsely-pub-date sailthru.date date.published publishdate publish-date publish_date pubdate "
    "dc.date.issued dcterms.issued dcterms.created dc.date.created article.published "
    "citation_publication_date cxenseparse:recs:publishtime cxenseparse:publishtime "
    "shareaholic:article_published_time"
).split()
# Their meaning differs from site to site: the issue, the last change, the day of the visit.
_UNCLEAR = "dcterms.date dc.date date datecreated".split()

_DATE_HINT = '[class*="publish" i], [class*="date" i], [class*="time" i], [id*="date" i]'
_URL_DATE = re.compile(
    r"[/\-_]((?:19|20)\d\d)(?:([/\-_])(\d\d?)\2(\d\d?)|(\d\d)(\d\d))(?=[/\-_.?]|$)"
)
_URL_DAY_FIRST = re.compile(r"[/\-_](\d\d)([-_.])(\d\d)\2((?:19|20)\d\d)(?=[/\-_.?]|$)")
_BARS = re.compile(r"[|·•»]")
_DIGIT = re.compile(r"\d")
_STATE = re.compile(
    r'"(?:date_?published|published_?(?:at|date|time|on)|publish_?(?:date|time)|first_?published)"'
    r'\s*:\s*"(\d{4}-\d\d-\d\d[^"]{0,25})"',
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(r"©|\(c\) (?=\d)|copyright|all rights reserved", re.IGNORECASE)
_MAX_MONTH = 7  # characters of 2024-03: not a day
_ONE_DAY = timedelta(days=1)
_RIGHT_BELOW = 8  # blocks: further down is the text, which mentions other days
_RIGHT_ABOVE = 3  # blocks: further up is often the day of the visit
_MAX_CANDIDATES = 25
_MAX_TEXT = 80
_MAX_LINE = 250  # may contain a headline, a byline and a date, with bars between
_MAX_OPENING = 60  # of a paragraph that begins with place and day
_MAX_SCRIPTS = 1_000_000  # characters of all of them
_MAX_READ = 200_000  # characters: wrappers around the whole page may be nested
_MAX_FIRST_LINES = 150  # menus come first on many pages


class DateEvidence(StrEnum):
    """Kinds of evidence: only dates of different kinds confirm each other.

    A time tag and the words in it, or a script and the JSON-LD next to it, are not independent.
    """

    SCRIPT = "script"
    META = "meta"
    ADDRESS = "address"
    SHOWN = "shown"
    FEED = "feed"


class DateCandidate(NamedTuple):
    """A date, where it was found, and which kind of evidence that is."""

    evidence: DateEvidence
    where: str
    moment: datetime
    is_sure: bool = False  # it can only mean the day of publication


def date_candidates(
    html: Html,
    found: PageBlocks,
    linked: LinkedArticle | None,
    position: TitlePosition,
    feed_date: datetime | None,
) -> Iterator[list[DateCandidate]]:
    """Yield the dates in groups, the most reliable first; the expensive ones come last."""
    yield [*_json_ld_dates(linked), *meta_dates(html, _PUBLISHED), *_url_dates(html.url)]
    tags = time_tags(html, found, position)
    yield list(_near_dates(found, position, tags))
    yield [
        *_unclear_dates(html),
        *_feed_dates(feed_date),
        *_if_one_day(_node_dates(tags.far)),
        *_node_dates(tags.others),
    ]
    yield list(_printed_dates(found, position.above[_RIGHT_ABOVE:]))
    yield list(_node_dates(html.tree.css(_DATE_HINT)))
    yield list(_script_dates(html))
    yield list(_printed_dates(found, range(min(_MAX_FIRST_LINES, len(found.blocks)))))


def _json_ld_dates(linked: LinkedArticle | None) -> Iterator[DateCandidate]:
    if linked and linked.published:
        yield DateCandidate(
            DateEvidence.SCRIPT, "json-ld datePublished", linked.published, is_sure=True
        )


def meta_dates(html: Html, names: Iterable[str]) -> Iterator[DateCandidate]:
    """Yield the dates of the meta tags with these names; a year alone is not sure."""
    for name in names:
        text = html.meta.get(name, "")
        if moment := parse_date(text):
            is_sure = len(text.strip()) > _MAX_MONTH
            yield DateCandidate(DateEvidence.META, f"meta {name}", moment, is_sure)


def _unclear_dates(html: Html) -> Iterator[DateCandidate]:
    for each in meta_dates(html, _UNCLEAR):
        yield each._replace(is_sure=False)


def _feed_dates(feed_date: datetime | None) -> Iterator[DateCandidate]:
    if feed_date:
        yield DateCandidate(DateEvidence.FEED, "feed", feed_date, is_sure=True)


def _url_dates(url: str) -> Iterator[DateCandidate]:
    if moment := url_date(url):
        yield DateCandidate(DateEvidence.ADDRESS, "address", moment, is_sure=True)


def url_date(url: str) -> datetime | None:
    """Return the day in a URL, as in /2024/03/04/, or None."""
    if match := _URL_DATE.search(url):
        month, day = match[3] or match[5], match[4] or match[6]
        return parse_date(f"{match[1]}-{month:0>2}-{day:0>2}")
    if match := _URL_DAY_FIRST.search(url):
        return parse_date(f"{match[4]}-{match[3]}-{match[1]}")
    return None


def _near_dates(
    found: PageBlocks, position: TitlePosition, tags: TimeTags
) -> Iterator[DateCandidate]:
    """The dates around the title: time tags called published, other time tags, printed dates."""
    called = [node for node in tags.near if is_called_published(node)]
    yield from _if_one_day(_node_dates(called))
    yield from _if_one_day(_node_dates(node for node in tags.near if node not in called))
    beside = [*position.below[:_RIGHT_BELOW], *position.above[:_RIGHT_ABOVE]]
    yield from _if_one_day(_printed_dates(found, beside))
    yield from _printed_dates(found, position.below[_RIGHT_BELOW:])


def _if_one_day(dates: Iterable[DateCandidate]) -> list[DateCandidate]:
    """The same dates, as sure ones if they name one day; the zone may shift it."""
    found = list(dates)
    days = [each.moment.date() for each in found]
    if not days or max(days) - min(days) > _ONE_DAY:
        return found
    return [each._replace(is_sure=True) for each in found]


def _node_dates(nodes: Iterable[LexborNode]) -> Iterator[DateCandidate]:
    """The dates in the attributes or the text of elements."""
    budget = _MAX_READ
    for node in islice(nodes, _MAX_CANDIDATES):
        given = node.attributes
        moment = _day(given.get("datetime") or given.get("content") or given.get("title") or "")
        if moment is None and budget > 0:
            text = node.text(separator=" ")
            budget -= len(text)
            moment = _day(" ".join(text.split())) if len(text) <= _MAX_TEXT * 4 else None
        if moment:
            where = "time tag" if node.tag == "time" else "visible date"
            yield DateCandidate(DateEvidence.SHOWN, where, moment)


def _day(text: str) -> datetime | None:
    """The day that a text gives; a month or a year is none."""
    return parse_date(text) if len(text) > _MAX_MONTH else None


def _printed_dates(found: PageBlocks, places: Iterable[int]) -> Iterator[DateCandidate]:
    """The dates in short lines, and at the start of paragraphs."""
    for at in places:
        text = found.blocks[at].text
        if not _DIGIT.search(text) or _COPYRIGHT.search(text):
            continue  # most lines
        parts = _BARS.split(text) if len(text) <= _MAX_LINE else [text[:_MAX_OPENING]]
        for part in map(str.strip, parts):
            short = 8 <= len(part) <= _MAX_TEXT and _DIGIT.search(part)
            if short and not CHANGED.match(part) and (moment := parse_date(part)):
                yield DateCandidate(DateEvidence.SHOWN, "printed date", moment)


def _script_dates(html: Html) -> Iterator[DateCandidate]:
    """The date in the data of a page's own scripts."""
    budget = _MAX_SCRIPTS
    for script in html.tree.css("script:not([src])"):
        text = script.text()[:budget]
        budget -= len(text)
        match = _STATE.search(text) if "ublish" in text else None
        if moment := parse_date(match[1] if match else None):
            yield DateCandidate(DateEvidence.SCRIPT, "script", moment)
        if budget <= 0:
            return
