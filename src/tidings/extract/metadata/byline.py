"""The byline: authors printed on the page, near its title or below its text."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.metadata.author_names import after_by, clean_names, is_person
from tidings.extract.metadata.author_words import INNER_BY, INNER_LABEL
from tidings.extract.metadata.title_position import first_block_of
from tidings.read.characters.invisible_characters import visible_text
from tidings.read.dates.date_parser import parse_date
from tidings.read.pages.html import Html

_HINTED = (
    '[itemprop="author"], [rel~="author"], address, byline, '
    '[class]:is([class*="byline" i], [class*="author" i], [class*="autor" i])'
)
_NAMED = re.compile(r"author[-_]*(?:name|link)|\bfn\b|(?:author|autor)_?s?$", re.IGNORECASE)
_COMMENT = re.compile(r"comment|kommentar|reply|respond|disqus|related|newsletter", re.IGNORECASE)
_ASIDE = re.compile(
    r"teaser|sidebar|widget|promo|recommend|popular|card|footer|social|bio|photo|foto|image|caption",
    re.IGNORECASE,
)
_NO_BYLINE = re.compile(
    r"foto|photo|bild|image|©|illustration|video|edited|fact.check|übersetz|translat|powered|"
    r"provided|presented|sponsor|copyright",
    re.IGNORECASE,
)
_GLUED = re.compile(r"(?<=[^\W\d_]{3})(?=\d{1,2}[./\s])|(?<=^By)(?=[A-Z])")
_BARS = re.compile(r"\s+[-–—/]\s+|\s*[|·•»]\s*|,\s")
_MAX_NODES = 80
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"\d\d(?!\d)")
_MAX_LINE = 200
_MAX_DATED_LINE = 120
_MAX_NODE_TEXT = 160
_MAX_READ = 200_000  # characters: wrappers around the whole page may be nested
_MAX_LATE_LINE, _MAX_LATE_LINES = 90, 800
_LIKELY, _CERTAIN = 4, 6
_PEERS_REACH = 6  # blocks: several authors are next to each other
_ANCESTORS = 4


class Byline(NamedTuple):
    """Names, and how they were found."""

    names: tuple[str, ...]
    where: str
    sure: bool  # it is next to the title and marked as a byline


NO_BYLINE = Byline((), "", sure=False)


def byline_of(html: Html, found: PageBlocks, span: range) -> Byline:
    """Return the authors printed on the page, by the most reliable sign.

    `span` are the blocks around the title.
    """
    hints = _hinted_names(html, found, span)
    best = max(hints, key=lambda hint: hint.score, default=None)
    if best and best.near and best.score >= _CERTAIN:
        return Byline(_with_peers(best, hints), "author's tag", sure=True)
    if names := _from_lines(found, span, _after_by, _may_sign):
        return Byline(names, "byline", sure=True)
    if best and (best.near or best.score >= _LIKELY):
        return Byline(_with_peers(best, hints), "author's tag", sure=best.near)
    for names, where in (
        (_from_lines(found, span, _after_inner_by, is_person), "byline"),
        (_from_dated(found, span), "line with the date"),
        (_from_late(found, span), "line below the text"),
    ):
        if names:
            return Byline(names, where, sure=where == "line with the date")
    return Byline(best.names, "author's tag", sure=False) if best else NO_BYLINE


def _from_lines(
    found: PageBlocks, span: range, after: Callable[[str], str], valid: Callable[[str], bool]
) -> tuple[str, ...]:
    """The names of a line such as "By Jane Doe" or "Posted on 4 March by Jane Doe"."""
    for at in span:
        text = found.blocks[at].text
        rest = after(_unglued(text)) if len(text) <= _MAX_LINE else ""
        names = clean_names([rest]) if rest else ()
        if names and valid(names[0]):
            return tuple(takewhile(is_person, names)) or names[:1]
    return ()


def _unglued(text: str) -> str:
    """The line with a space between a name and a date, or after "By", if it is missing."""
    if text.startswith("By") or _DIGIT.search(text):  # a quick check for most lines
        return _GLUED.sub(" ", text)
    return text


def _after_by(text: str) -> str:
    """What follows "by" at the beginning of the line or of one of its parts."""
    for part in (text, *_BARS.split(text)):
        if (rest := after_by(part)) and not _NO_BYLINE.search(part[:20]):
            return rest
    return ""


def _after_inner_by(text: str) -> str:
    """What follows "by" within a line that is short or contains a date."""
    pattern = INNER_LABEL if ":" in text or "：" in text else INNER_BY
    match = pattern.search(text) if len(text) <= 80 or _YEAR.search(text) else None
    if match is None or _NO_BYLINE.search(text[max(0, match.start() - 25) : match.start()]):
        return ""
    return text[match.end() :]


def _may_sign(name: str) -> bool:
    return is_person(name) or (" " not in name and len(name) <= 20)


def _from_dated(found: PageBlocks, span: range) -> tuple[str, ...]:
    """The name in a line with the date: "4 March 2024 | Jane Doe"."""
    for at in span:
        text = found.blocks[at].text
        if len(text) > _MAX_DATED_LINE or not _YEAR.search(text) or not parse_date(text):
            continue
        for part in _BARS.split(_unglued(text)):
            if (names := clean_names([part])) and is_person(names[0]) and names[0] == part.strip():
                return names
    return ()


def _from_late(found: PageBlocks, span: range) -> tuple[str, ...]:
    """The names of a short line below the text that is marked as being about the author."""
    for block in found.blocks[span.stop : span.stop + _MAX_LATE_LINES]:
        rest = after_by(block.text) if len(block.text) <= _MAX_LATE_LINE else ""
        if rest and not _NO_BYLINE.search(block.text):
            names = clean_names([rest])
            if names and all(map(is_person, names)):
                return names
    return ()


@dataclass(frozen=True, slots=True)
class _Hint:
    names: tuple[str, ...]
    score: int
    near: bool
    place: int
    kind: str  # hints of the same kind, near each other, name one author each


def _hinted_names(html: Html, found: PageBlocks, span: range) -> list[_Hint]:
    nodes = html.tree.css(_HINTED)[:_MAX_NODES]
    hints = []
    budget = _MAX_READ
    for node in nodes:
        text = node.text(separator=" ")
        budget -= len(text)
        if budget < 0:
            break
        text = visible_text(text[: _MAX_NODE_TEXT * 3])
        if 0 < len(text) <= _MAX_NODE_TEXT and (names := clean_names([_unglued(text)])):
            place = first_block_of(node, found)
            around = _hints_around(node)
            if not _COMMENT.search(around):
                score = _score(node, names) + 2 * (place in span) - 2 * bool(_ASIDE.search(around))
                hints.append(_Hint(names, score, place in span, place, _kind(node)))
    return hints


def _hints_around(node: LexborNode) -> str:
    """The classes and ids of a node and its ancestors."""
    given = (around.attributes for around in _around(node, _ANCESTORS))
    return " ".join(f"{each.get('class') or ''} {each.get('id') or ''}" for each in given)


def _around(node: LexborNode, count: int) -> Iterator[LexborNode]:
    around: LexborNode | None = node
    for _ in range(count):
        if around is None or around.tag in ("body", "main", "html"):
            return
        yield around
        around = around.parent


def _kind(node: LexborNode) -> str:
    given = node.attributes
    return f"{node.tag} {given.get('rel')} {given.get('class')}"


def _score(node: LexborNode, names: tuple[str, ...]) -> int:
    given = node.attributes
    exact = "author" in (given.get("rel") or "") or given.get("itemprop") == "author"
    named = _NAMED.search(given.get("class") or "") is not None
    return 2 * all(map(is_person, names)) + 2 * exact + named


def _with_peers(best: _Hint, hints: list[_Hint]) -> tuple[str, ...]:
    """The names in all tags of the same kind near the best one: one author each."""
    peers = (
        hint
        for hint in hints
        if hint.kind == best.kind and abs(hint.place - best.place) <= _PEERS_REACH
    )
    return clean_names(name for hint in peers for name in hint.names)
