"""What the feed formats share: limits, and how dates, names and tags are written."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from tidings.read.characters.one_line_text import one_line, unescaped_line
from tidings.read.dates.date_parser import parse_date
from tidings.read.feeds.xml_elements import Fields, text_of

MAX_ITEMS: Final = 5_000  # the largest honest feeds have a few hundred
MAX_TITLE: Final = 500
MAX_SUMMARY: Final = 2_000  # a teaser; the article's own page has the rest
_MAX_HREF: Final = 4_000
_MAX_GUID: Final = 1_000
_MAX_NAME: Final = 200
_MAX_NAMES: Final = 30
_MAX_LANGUAGE: Final = 35  # BCP 47, 4.4.1
_MAX_TTL: Final = timedelta(days=366)

_MAIL_AND_NAME = re.compile(
    r"[^\s@]+@[^\s@()]+\s*\(([^()]+)\)"
)  # RSS 2.0: an address, the name in brackets


def href_from(text: str) -> str:
    """Return an address as written, or an empty string if it is too long."""
    href = one_line(text, _MAX_HREF + 1)
    return href if len(href) <= _MAX_HREF else ""


def guid_from(text: str) -> str:
    """Return an item's own identifier."""
    return one_line(text, _MAX_GUID)


def language_from(text: str) -> str | None:
    """Return a language tag as written, or None for an empty one."""
    return one_line(text, _MAX_LANGUAGE) or None


def names_from(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names without repetition, in order."""
    names = {unescaped_line(text, _MAX_NAME): None for text in islice(texts, _MAX_NAMES)}
    names.pop("", None)
    return tuple(names)


def author_from(text: str) -> str:
    """Return the name in an RSS author field, which is a mail address first of all."""
    match = _MAIL_AND_NAME.fullmatch(text.strip()[:_MAX_GUID])
    return match[1] if match else text


def first_date(fields: Fields, *names: str) -> datetime | None:
    """Return the first of these fields that is a date."""
    for name in names:
        for element in fields.get(name, ()):
            if date := parse_date(text_of(element)):
                return date
    return None


def field_texts(fields: Fields, *names: str) -> list[str]:
    """Return the texts of all these fields."""
    return [text_of(element) for name in names for element in fields.get(name, ())]


def ttl_from(minutes: float) -> timedelta | None:
    """Return a time to live in minutes as a timedelta, or None if it is out of range."""
    ttl = timedelta(minutes=min(max(minutes, 0), 1e9))
    return ttl if timedelta() < ttl <= _MAX_TTL else None
