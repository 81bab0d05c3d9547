"""Writes a tree as a query that parses to the same tree."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from tidings.search.query.dates import is_date_word
from tidings.search.query.lexer import has_special_meaning
from tidings.search.query.tree import (
    And,
    Between,
    Boost,
    Field,
    Fuzzy,
    Must,
    Near,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    Word,
)

_YEARS = range(1001, 2999)  # other numbers are only read as years before a time of day


def render(node: Node | None, filters: Iterable[Node] = ()) -> str:
    """Return a query with this tree and these filters."""
    parts = [] if node is None else [_bare(node)]
    # Alternatives need no parentheses here: OR binds closer than a space.
    return " ".join([*parts, *(_bare(part) for part in filters)])


def _bare(node: Node) -> str:
    """The text of a node that stands alone or between spaces."""
    match node:
        case And(parts):
            return " ".join(_bare(part) for part in parts)
        case Or(parts):
            return " OR ".join(_closed(part) for part in parts)
        case Field(name, part):
            return f"{name}:{_closed(part)}"
        case Not(part):
            return f"-{_closed(part)}"
        case Must(part):
            return f"+{_closed(part)}"
        case Boost(part, factor):
            return f"{_closed(part)}^{factor:f}".rstrip("0").rstrip(".")
        case _:
            return _leaf(node)


def _closed(node: Node) -> str:
    """The text of a node next to an operator, in parentheses where it needs them."""
    return f"({_bare(node)})" if isinstance(node, And | Or) else _bare(node)


def _leaf(node: Word | Phrase | Near | Prefix | Fuzzy | Between) -> str:
    match node:
        case Word(text):
            return _word(text)
        case Phrase(text):
            return f'"{text}"'
        case Near(text, slop):
            return f'"{text}"~{slop}'
        case Prefix(text) if " " in text:
            return f'"{text}*"'
        case Prefix(text):
            return f"{_word(text)}*"
        case Fuzzy(text, distance):
            return f"{_word(text)}~{distance}"
        case Between(start, end):
            return f"date:{_limits(start, end)}"


def _word(text: str) -> str:
    return f"\\{text}" if has_special_meaning(text) or is_date_word(text) else text


def _limits(start: datetime | None, end: datetime | None) -> str:
    if start is None and end is None:
        return "*"
    if start and end and (whole := _whole(start, end)):
        return whole
    last = end and _day_or_moment(end - timedelta(seconds=1), "%H%M%S", "235959")
    return f"{(start and _day_or_moment(start, '%H%M%S', '000000')) or ''}..{last or ''}"


def _whole(start: datetime, end: datetime) -> str | None:
    """The year, month or day that the two enclose, if they enclose exactly one."""
    last = end - timedelta(seconds=1)
    if start.year not in _YEARS or end.year not in _YEARS:
        return None
    for form in ("%Y", "%Y-%m", "%Y-%m-%d"):
        same = f"{start:{form}}" == f"{last:{form}}"
        edge = f"{start - timedelta(seconds=1):{form}}" != f"{start:{form}}"
        if same and edge and f"{end:{form}}" != f"{start:{form}}":
            return f"{start:{form}}"
    return None


def _day_or_moment(moment: datetime, clock: str, edge: str) -> str:
    day = moment.date().isoformat()  # %Y has no leading zeros
    short = moment.year in _YEARS and f"{moment:{clock}}" == edge
    return day if short else f"{day}T{moment:%H:%M:%S}Z"
