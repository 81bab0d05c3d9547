"""What the feed formats share: limits, and how dates, names and tags are written."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from tidings.read.characters.one_line_text import doubtful_line, one_line
from tidings.read.dates.date_parser import parse_date
from tidings.read.feeds.xml_elements import Fields, text_of

MAX_ITEMS: Final = 5_000  # the largest honest feeds have a few hundred
MAX_TITLE: Final = 500
MAX_SUMMARY: Final = 2_000  # a teaser; the article's own page has the rest
_MAX_HREF: Final = 4_000
_MAX_GUID: Final = 1_000
MAX_NAME: Final = 200
MAX_NAMES: Final = 30
_MAX_LANGUAGE: Final = 35  # BCP 47, 4.4.1
_MAX_TTL: Final = timedelta(days=366)


def href_from(text: str) -> str:
    """Return an address as written, or an empty string if it is too long."""
    text = text.strip()
    if "\n" in text:  # a long address was wrapped
        text = "".join(line.strip() for line in text[: 2 * _MAX_HREF].splitlines())
    if "&amp;" in text:  # escaped twice
        text = text.replace("&amp;", "&")
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
    names = {doubtful_line(text, MAX_NAME): None for text in islice(texts, MAX_NAMES)}
    names.pop("", None)
    return tuple(names)


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
