"""How two URLs of one page differ, as a rule. Pure functions; nothing is learned here.

A rule names what does not matter in a URL: `?name` a parameter (`?;name` one in the path), `order`
the order of parameters, `host` the host, `+word` an optional folder, `n template` the n-th segment
of paths with a template, `n# template` the words next to the number in that segment.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from tidings.extract.site_memory.url_template import general_template, template_of
from tidings.read.url import host_of, path_of

ORDER, HOST = "order", "host"

_NUMBER = re.compile(r"\d{3,}")
_VARIANT = re.compile(r"[a-z]{1,12}")


@dataclass(frozen=True, slots=True)
class UrlParts:
    """The parts of a URL; path parameters are parameters whose name begins with `;`."""

    host: str
    segments: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]
    form: str  # the general template of the path

    def text(self) -> str:
        """Return the parts as one text, the same for equal URLs."""
        query = "&".join(f"{name}={value}" for name, value in self.parameters)
        return f"{self.host}/{'/'.join(self.segments)}?{query}"


@dataclass(frozen=True, slots=True)
class UrlDifference:
    """How two URLs differ, with the differing values."""

    rule: str
    values: tuple[str, ...]


@lru_cache(maxsize=4_096)
def url_parts(url: str) -> UrlParts:
    """Return the parts of a URL."""
    path, _, query = path_of(url).partition("?")
    bare: list[str] = []
    parameters: list[tuple[str, str]] = []
    for segment in path.split("/")[1:]:
        word, *inner = segment.split(";")
        bare.append(word)
        parameters += [_pair(f";{part}") for part in inner if part]
    parameters += [_pair(part) for part in query.split("&") if part]
    form = general_template(template_of("https://x/" + "/".join(bare)))
    return UrlParts(host_of(url), tuple(bare), tuple(parameters), form)


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def single_difference(one: str, other: str) -> UrlDifference | None:
    """Return the single difference between two URLs, or None if there are more."""
    a, b = url_parts(one), url_parts(other)
    parts = (a.host != b.host, a.segments != b.segments, a.parameters != b.parameters)
    if sum(parts) != 1:
        return None
    if parts[0]:
        return UrlDifference(HOST, (a.host, b.host))
    return _in_path(a, b) if parts[1] else _in_parameters(a.parameters, b.parameters)


def _in_parameters(
    one: tuple[tuple[str, str], ...], other: tuple[tuple[str, str], ...]
) -> UrlDifference | None:
    if sorted(one) == sorted(other):
        return UrlDifference(ORDER, ())
    different = {name for name, _ in set(one) ^ set(other)}
    if len(different) != 1:
        return None
    name = different.pop()
    if [pair for pair in one if pair[0] != name] != [pair for pair in other if pair[0] != name]:
        return None
    values = tuple(value for key, value in (*one, *other) if key == name and value)
    return UrlDifference(f"?{name}", values)


def _in_path(a: UrlParts, b: UrlParts) -> UrlDifference | None:
    if abs(len(a.segments) - len(b.segments)) == 1:
        return _one_segment_more(*sorted((a.segments, b.segments), key=len))
    different = [
        at for at, (x, y) in enumerate(zip(a.segments, b.segments, strict=False)) if x != y
    ]
    if len(a.segments) != len(b.segments) or len(different) != 1:
        return None
    at = different[0]
    x, y = a.segments[at], b.segments[at]
    if x.isdigit() or y.isdigit() or a.form != b.form:
        return None  # another number is another page, even if it looks the same today
    numbers = _number(x), _number(y)
    if numbers[0] != numbers[1]:
        return UrlDifference(f"{at} {a.form}", (x, y)) if _is_random(x) and _is_random(y) else None
    return UrlDifference(f"{at}{'#' if numbers[0] else ''} {a.form}", (x, y))


def _one_segment_more(short: tuple[str, ...], long: tuple[str, ...]) -> UrlDifference | None:
    for at, segment in enumerate(long):
        if long[:at] + long[at + 1 :] == short:
            return UrlDifference(f"+{segment}", ()) if _VARIANT.fullmatch(segment) else None
    return None


def _number(segment: str) -> str:
    """Return the longest number in a path segment, or an empty string."""
    return max(_NUMBER.findall(segment), key=len, default="")


def _is_random(segment: str) -> bool:
    """Return whether a segment looks random: long, with alternating letters and digits."""
    changes = sum(x.isdigit() != y.isdigit() for x, y in pairwise(segment))
    return len(segment) >= 8 and changes >= 3


def alias_key(url: str, rules: Iterable[str]) -> str:
    """Return a URL as text, without the parts that do not matter by the rules."""
    parts = url_parts(url)
    for rule in rules:
        parts = _applied(parts, rule)
    return parts.text()


def rule_applies(url: str, rule: str) -> bool:
    """Return whether a rule removes something from a URL."""
    parts = url_parts(url)
    return _applied(parts, rule) != parts


def _applied(address: UrlParts, rule: str) -> UrlParts:
    if rule == ORDER:
        return replace(address, parameters=tuple(sorted(address.parameters)))
    if rule == HOST:
        return replace(address, host="")
    if rule[0] == "?":
        left = tuple(pair for pair in address.parameters if pair[0] != rule[1:])
        return replace(address, parameters=left)
    if rule[0] == "+":
        others = tuple(segment for segment in address.segments if segment != rule[1:])
        return replace(address, segments=others)
    place, _, form = rule.partition(" ")
    return _without_part(address, place) if address.form == form else address


def _without_part(address: UrlParts, place: str) -> UrlParts:
    at = int(place.rstrip("#"))
    left = _number(address.segments[at]) if place.endswith("#") else ""
    segments = (*address.segments[:at], left, *address.segments[at + 1 :])
    return replace(address, segments=segments)
