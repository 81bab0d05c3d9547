"""Meta robots and X-Robots-Tag: the strictest of the rules for us; ignores those for other robots.

The header's grammar is Google's: an optional robot name, then rules separated by commas. Proxies
join several headers into one, so a name may appear in the middle.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import lru_cache

from tidings.model.web.rights import RobotsMeta
from tidings.read.dates.date_parser import parse_date
from tidings.read.pages.html import Html

AGENT = "tidings"

_WITH_VALUE = frozenset(
    {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
)
_WORDS = frozenset(
    "all index follow none noindex nofollow noarchive nocache nosnippet noimageindex notranslate "
    "indexifembedded noai noimageai archive snippet noodp noydir nositelinkssearchbox".split()
)
_NAMED = re.compile(r"\s*([A-Za-z][\w.\-]*|\*)\s*:(.*)", re.DOTALL)
_NUMBER = re.compile(r"\s*(-?[0-9]{1,9})\s*")
_ZONES = (("PST", "-0800"), ("PDT", "-0700"), ("EST", "-0500"), ("EDT", "-0400"),
          ("CST", "-0600"), ("CDT", "-0500"), ("MST", "-0700"), ("MDT", "-0600"))  # fmt: skip
_MAX_CHARS = 4_000


def robots_meta(html: Html, x_robots_tag: Sequence[str] = ()) -> RobotsMeta:
    """Return the strictest combination of the page's rules and its X-Robots-Tag headers."""
    rules = robots_rules(x_robots_tag)
    for name, content in html.metas:
        if name in ("robots", AGENT):
            rules |= _meta_rules(content)
    return rules


def robots_rules(x_robots_tag: Sequence[str]) -> RobotsMeta:
    """Return the strictest combination of X-Robots-Tag headers."""
    rules = RobotsMeta()
    for value in x_robots_tag:
        rules |= _strictest(_for_us(value))
    return rules


@lru_cache(maxsize=256)  # most pages, of most sites, have the same value
def _meta_rules(content: str) -> RobotsMeta:
    return _strictest(_rules(content))


def _for_us(value: str) -> Iterator[tuple[str, str]]:
    """Yield the rules of an X-Robots-Tag value, without those for other robots."""
    applies = True
    for name, argument in _rules(value, named=True):
        if name.startswith("@"):
            applies = name[1:] in (AGENT, "*", "robots")
        elif applies:
            yield name, argument


def _rules(content: str, named: bool = False) -> Iterator[tuple[str, str]]:
    """Yield rules as (word, value); with `named`, also (@robot, "") where one is named."""
    pieces = content[:_MAX_CHARS].split(",")
    while pieces:
        piece = pieces.pop(0)
        found = _NAMED.fullmatch(piece)
        if found is None:
            yield piece.strip().lower(), ""
            continue
        name, rest = found[1].lower(), found[2]
        if name == "unavailable_after":
            # A date may contain a comma: it ends before the next rule.
            while pieces and not _is_rule(pieces[0]):
                rest += "," + pieces.pop(0)
            yield name, rest.strip()
        elif name in _WITH_VALUE:
            yield name, rest.strip()
        elif named:
            yield "@" + name, ""
            pieces.insert(0, rest)


def _is_rule(piece: str) -> bool:
    return piece.strip().lower() in _WORDS or _NAMED.fullmatch(piece) is not None


def _strictest(rules: Iterable[tuple[str, str]]) -> RobotsMeta:
    strictest = RobotsMeta()
    for name, value in rules:
        strictest |= _rule_meaning(name, value)
    return strictest


def _rule_meaning(name: str, value: str) -> RobotsMeta:
    if name == "max-snippet":
        number = _NUMBER.fullmatch(value)
        limit = int(number[1]) if number else -1
        return RobotsMeta(nosnippet=limit == 0, max_snippet=limit if limit > 0 else None)
    if name == "unavailable_after":
        return _unavailable_after(value)
    none = name == "none"
    return RobotsMeta(
        noindex=none or name == "noindex",
        nofollow=none or name == "nofollow",
        noarchive=name in ("noarchive", "nocache"),
        nosnippet=name == "nosnippet",
        noai=name == "noai",
    )


def _unavailable_after(value: str) -> RobotsMeta:
    for zone, offset in _ZONES:
        value = value.replace(zone, offset)
    moment = parse_date(value)
    if moment is not None and not re.search(r"\d:\d", value):
        moment += timedelta(days=1)  # a date without a time includes the whole day
    return RobotsMeta(unavailable_after=moment)
