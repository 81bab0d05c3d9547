"""Date candidates: every date on a page that may be its article's. `publication_date` chooses."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from enum import StrEnum
from itertools import compress, islice
from operator import not_
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.metadata.title_position import TitlePosition, first_block_of
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
_BARS = re.compile(r"[|·•»]")
_DIGIT = re.compile(r"\d")
_STATE = re.compile(
    r'"(?:date_?published|published_?(?:at|date|time|on)|publish_?(?:date|time)|first_?published)"'
    r'\s*:\s*"(\d{4}-\d\d-\d\d[^"]{0,25})"',
    re.IGNORECASE,
)
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


def date_candidates(
    html: Html,
    found: PageBlocks,
    linked: LinkedArticle | None,
    position: TitlePosition,
    feed_date: datetime | None,
) -> Iterator[list[DateCandidate]]:
    """Yield the dates in groups, the most reliable first; the expensive ones come last."""
    yield [*_json_ld_dates(linked), *meta_dates(html, _PUBLISHED), *_url_dates(html.url)]
    near, far = _time_tag_dates(html, found, position)
    yield [*near, *_printed_dates(found, [*position.below, *position.above[:_RIGHT_ABOVE]])]
    yield [*meta_dates(html, _UNCLEAR), *_feed_dates(feed_date), *far]
    yield list(_printed_dates(found, position.above[_RIGHT_ABOVE:]))
    yield list(_node_dates(html.tree.css(_DATE_HINT)))
    yield list(_script_dates(html))
    yield list(_printed_dates(found, range(min(_MAX_FIRST_LINES, len(found.blocks)))))


def _json_ld_dates(linked: LinkedArticle | None) -> Iterator[DateCandidate]:
    if linked and linked.published:
        yield DateCandidate(DateEvidence.SCRIPT, "json-ld datePublished", linked.published)


def meta_dates(html: Html, names: Iterable[str]) -> Iterator[DateCandidate]:
    """Yield the dates of the meta tags with these names."""
    for name in names:
        if moment := parse_date(html.meta.get(name)):
            yield DateCandidate(DateEvidence.META, f"meta {name}", moment)


def _feed_dates(feed_date: datetime | None) -> Iterator[DateCandidate]:
    if feed_date:
        yield DateCandidate(DateEvidence.FEED, "feed", feed_date)


def _url_dates(url: str) -> Iterator[DateCandidate]:
    if moment := url_date(url):
        yield DateCandidate(DateEvidence.ADDRESS, "address", moment)


def url_date(url: str) -> datetime | None:
    """Return the day in a URL, as in /2024/03/04/, or None."""
    if match := _URL_DATE.search(url):
        month, day = match[3] or match[5], match[4] or match[6]
        return parse_date(f"{match[1]}-{month:0>2}-{day:0>2}")
    if match := _URL_DAY_FIRST.search(url):
        return parse_date(f"{match[4]}-{match[3]}-{match[1]}")
    return None


def _time_tag_dates(
    html: Html, found: PageBlocks, position: TitlePosition
) -> tuple[list[DateCandidate], list[DateCandidate]]:
    """The time tags near the title, and the others; those about a change come last."""
    nodes = html.tree.css(_TIME_TAG)[:_MAX_CANDIDATES]
    if not nodes:
        return [], []
    nodes.sort(key=_is_about_change)
    is_near = [first_block_of(node, found) in position.span for node in nodes]
    near = compress(nodes, is_near)
    far = compress(nodes, map(not_, is_near))
    return list(_node_dates(near)), list(_node_dates(far))


def _is_about_change(node: LexborNode) -> bool:
    given = node.attributes
    hint = f"{given.get('itemprop') or ''} {given.get('class') or ''}"
    return _CHANGED.search(hint) is not None and "publish" not in hint.lower()


def _node_dates(nodes: Iterable[LexborNode]) -> Iterator[DateCandidate]:
    budget = _MAX_READ
    for node in islice(nodes, _MAX_CANDIDATES):
        given = node.attributes
        moment = parse_date(given.get("datetime") or given.get("content") or given.get("title"))
        if moment is None and budget > 0:
            text = node.text(separator=" ")
            budget -= len(text)
            moment = parse_date(" ".join(text.split())) if len(text) <= _MAX_TEXT * 4 else None
        if moment:
            where = "time tag" if node.tag == "time" else "visible date"
            yield DateCandidate(DateEvidence.SHOWN, where, moment)


def _printed_dates(found: PageBlocks, places: Iterable[int]) -> Iterator[DateCandidate]:
    """The dates in short lines, and at the start of paragraphs."""
    for at in places:
        text = found.blocks[at].text
        if not _DIGIT.search(text):
            continue  # most lines
        parts = _BARS.split(text) if len(text) <= _MAX_LINE else [text[:_MAX_OPENING]]
        for part in map(str.strip, parts):
            short = 8 <= len(part) <= _MAX_TEXT and _DIGIT.search(part)
            if short and not _CHANGED.match(part) and (moment := parse_date(part)):
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
