"""Who wrote an entry: names as feeds write them, often beside or instead of a mail address."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from lxml import etree

from tidings.read.characters.one_line_text import doubtful_line
from tidings.read.feeds.feed_fields import MAX_NAME, MAX_NAMES
from tidings.read.feeds.xml_elements import Fields, fields_of, first_text, text_of

_MAIL: Final = r"(?:mailto:)?[^\s@<>()\[\]]{1,100}@[^\s@<>()\[\],;]{1,200}"
# RSS 2.0: an address, the name in brackets (which may contain brackets).
_MAIL_AND_NAME = re.compile(rf"{_MAIL}\s*+\(([^()]++(?:\([^()]*+\)[^()]*+)?)\)")
_BRACKETED_MAIL = re.compile(rf"[<(\[]?\s*+{_MAIL}\s*+[>)\]]?(?:\(\))?")


def authors_from(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names in these texts without their mail addresses, in order."""
    lines = (doubtful_line(text, MAX_NAME) for text in islice(texts, MAX_NAMES))
    names = dict.fromkeys(_name(line) if "@" in line else line for line in lines)
    names.pop("", None)
    return tuple(names)


def _name(text: str) -> str:
    if match := _MAIL_AND_NAME.fullmatch(text):
        return match[1]
    named = _MAIL_AND_NAME.sub(r"\1", text)
    return _BRACKETED_MAIL.sub("", named).strip("\"' ,;<>") or text.strip("<([])> ")


def author_texts(fields: Fields, *names: str) -> list[str]:
    """Return what these fields say about people: Atom has elements for the parts, RSS has text."""
    return [_person(element) for name in names for element in fields.get(name, ())]


def _person(element: etree._Element) -> str:
    if len(element) == 0:
        return element.text or ""
    parts = fields_of(element)
    return first_text(parts, "name", "atom:name", "email", "atom:email") or text_of(element)
