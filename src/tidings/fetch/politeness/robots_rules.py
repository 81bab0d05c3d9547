"""Parses the rules of a robots.txt that apply to us (RFC 9309). It fetches nothing."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from dataclasses import dataclass

from protego import Protego

from tidings.fetch.transport.request_headers import PRODUCT
from tidings.read.rights.content_signal import ContentSignal, read_signals
from tidings.read.url import canonical

_USER_AGENT = re.compile(r"user[- ]?agent(?:\s*:(.*)|\s+([^:]*))", re.IGNORECASE | re.ASCII)
_DELAY = re.compile(r"crawl-delay\s*:", re.IGNORECASE | re.ASCII)
# What ends the names of a group; misspelt or without a colon, as the parser accepts it.
_RULE = re.compile(
    r"(?:allow|disallow|dissallow|dissalow|disalow|diasllow|disallaw)(?:\s*:|\s|$)",
    re.IGNORECASE | re.ASCII,
)
# RFC 9309, 2.2.1: a name is a product token; our name with a version added means us as well.
_VERSIONED = re.compile(
    rf"^(\s*user[- ]?agent\s*:\s*{PRODUCT})[/ ][^\r\n#]*", re.IGNORECASE | re.ASCII | re.MULTILINE
)
_MARKUP = re.compile(r"\s*<(?:!doctype|!--|\?xml|html|head|body|script)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The part of a robots.txt that applies to us; empty text allows everything."""

    text: str = ""
    crawl_delay: float | None = None
    sitemaps: tuple[str, ...] = ()
    signals: tuple[ContentSignal, ...] = ()


def read_rules(body: bytes, url: str, cut: bool = False) -> RobotsRules:
    """Return the rules in a robots.txt found at `url`; `cut`: its end is missing."""
    if cut:
        # Ignore an incomplete line: "Disallow: /" may be the start of "Disallow: /tmp".
        body = body[: body.rfind(b"\n") + 1]
    text = _VERSIONED.sub(r"\1", _text(body))
    if not text:
        return RobotsRules()
    ours = without_other_robots(text)
    robots = Protego.parse(ours)
    found = (canonical(href, url) for href in robots.sitemaps)
    sitemaps = tuple(dict.fromkeys(href for href in found if href))
    return RobotsRules(ours, robots.crawl_delay(PRODUCT), sitemaps, read_signals(text, PRODUCT))


def without_other_robots(text: str) -> str:
    """Return the robots.txt without the rules of other robots.

    A parsed file takes 17 times its size in memory, and most of it addresses other robots. Only
    lines that are clearly rules for them are dropped; the parser interprets the rest.
    """
    kept: list[str] = []
    among_names, for_us = False, True
    for line in grouped_lines(text):
        name, rule = _USER_AGENT.fullmatch(line), _RULE.match(line)
        if name is not None:
            for_us = (among_names and for_us) or _names_us(name[1] or name[2] or "")
        among_names = name is not None
        if for_us or not (rule or _DELAY.match(line)):
            kept.append(line)
    return "\n".join(kept)


def grouped_lines(text: str) -> Iterator[str]:
    """Yield the lines that say something, with our names in each group next to each other.

    Only rules end the names of a group (RFC 9309, 2.2.4: other records must not). The parser ends
    them at any line, so our names before such a line are repeated after it: what the line says is
    for these, and the rules that follow are for the names after it, too.
    """
    ours: dict[str, None] = {}  # lines of the current group that name us
    among_names = False  # the line before was a name
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        name = _USER_AGENT.fullmatch(line)
        if name is None:
            among_names = False
            if _RULE.match(line):
                ours.clear()
        else:
            if not among_names:
                yield from ours
            among_names = True
            if _names_us(name[1] or name[2] or ""):
                ours[line.lower()] = None
        yield line


def _names_us(name: str) -> bool:
    token = name.strip().lower().replace("*", "")
    return not token or PRODUCT.lower().startswith(token)


def _text(body: bytes) -> str:
    if body.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text = body.decode("utf-16", "replace")
    else:
        text = body.decode("utf-8-sig", "replace")
    # An HTML page or an image in its place sets no rules.
    return "" if "\0" in text or _MARKUP.match(text) else text
