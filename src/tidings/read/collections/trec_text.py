"""TREC text collections: newswire in SGML, such as AP, WSJ, FT, LA Times, FBIS, AQUAINT, Gigaword.

Tags differ from paper to paper. Nothing is expanded but character entities.
"""

import html
import re
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Final

from tidings.read.collections.invented_address import invented_address
from tidings.read.collections.record import NoRecord, ParsedRecord, SkipReason, TextRecord
from tidings.read.collections.trec_web import docno_of
from tidings.read.dates.date_parser import parse_date

_TITLES: Final = ("HEADLINE", "HEAD", "HL", "TI", "TITLE", "TTL", "H3", "H2", "H1")
_TEXTS: Final = ("LEADPARA", "TEXT", "GRAPHIC")
_DATES: Final = ("DATE_TIME", "DATETIME", "DATE", "DATE1", "DD", "PUBDATE", "STORY_DATE")
_AUTHORS: Final = ("BYLINE", "AUTHOR", "AU", "BY")
_LANGUAGES: Final = ("LANGUAGE", "LANG")
_SECTIONS: Final = ("SECTION", "CATEGORY")
_PUBLISHERS: Final = ("PUB", "SOURCE", "SO", "JOURNAL")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,500}>|<!--.{0,5000}?-->", re.DOTALL)
_PARAGRAPH: Final = re.compile(
    r"</?(?:P|BR|HR|TR|LI|H[1-6])\b[^<>]{0,500}>|\n[ \t]*\n", re.IGNORECASE
)
_INDENTED: Final = re.compile(r"\n(?:   +|\t)(?=\S)")  # AP and FT begin paragraphs so
_SPACE: Final = re.compile(r"\s+")
_BY: Final = re.compile(r"^\s*(?:by|von|par|por|di)\s+", re.IGNORECASE)
_AND: Final = re.compile(r"\s+and\s+|\s*;\s*", re.IGNORECASE)
_FT_TITLE: Final = re.compile(r"^FT\s+\d{1,2} [A-Z]{3} \d\d\s*/\s*")
_LONG_DAY: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d{2})")
_SHORT_DAY: Final = re.compile(r"[A-Z]{2,6}(\d\d)(\d\d)(\d\d)-")
_MONTH_FIRST: Final = "LA"  # the numbers of the LA Times begin with the month
_LAST_SHORT_YEAR: Final = 50  # 50 is 1950, 49 is 2049
_FIELD_CHARS: Final = 500
_DATE_CHARS: Final = 80
_TITLE_CHARS: Final = 120


def parse_trec_text(content: bytes, collection: str) -> ParsedRecord:
    """Return the article of a record; its address is invented, from the collection and number."""
    source = _decoded(content)
    name = docno_of(content[:4096])
    if not name:
        return NoRecord(SkipReason.BROKEN, "without <DOCNO>")
    text = "\n".join(filter(None, (_paragraphs(part) for part in _all(source, _TEXTS))))
    if not text:
        return NoRecord(SkipReason.NO_TEXT, name)
    title = _FT_TITLE.sub("", _first(source, _TITLES))
    return TextRecord(
        url=invented_address(name, collection),
        title=title or text.partition("\n")[0][:_TITLE_CHARS],
        text=text,
        published=_published(source, name),
        authors=tuple(_authors(_first(source, _AUTHORS))),
        language=_language(_first(source, _LANGUAGES)),
        section=_first(source, _SECTIONS),
        publisher=_first(source, _PUBLISHERS),
    )


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _all(source: str, names: Iterable[str]) -> list[str]:
    """Return what is in all elements with one of these names, in the order of the names."""
    return [part for name in names for part in _element(name).findall(source)]


@cache
def _element(name: str) -> re.Pattern[str]:
    return re.compile(rf"<{name}(?:\s[^<>]*)?>(.*?)</{name}\s*>", re.DOTALL | re.IGNORECASE)


def _first(source: str, names: Iterable[str]) -> str:
    """Return the first element that says anything, as one line."""
    return next(filter(None, (_line(part) for part in _all(source, names))), "")[:_FIELD_CHARS]


def _line(part: str) -> str:
    return _SPACE.sub(" ", html.unescape(_TAG.sub(" ", part))).strip()


def _paragraphs(part: str) -> str:
    blocks = _PARAGRAPH.split(_INDENTED.sub("\n\n", part))
    return "\n".join(filter(None, map(_line, blocks)))


def _authors(byline: str) -> list[str]:
    return [name.strip(" ,") for name in _AND.split(_BY.sub("", byline)) if name.strip(" ,")]


def _language(text: str) -> str:
    """Return the code of a language; names of languages are left to the detector."""
    return text.lower() if len(text) == 2 and text.isascii() and text.isalpha() else ""


def _published(source: str, name: str) -> datetime | None:
    """Return the day that an element says, else the one in the record's number."""
    for part in _all(source, _DATES):
        if (moment := _day(_line(part)[:_DATE_CHARS])) is not None:
            return moment
    if found := _LONG_DAY.search(name):
        return parse_date(f"{found[1]}-{found[2]}-{found[3]}")
    if found := _SHORT_DAY.match(name):
        one, two, three = found.groups()
        year, month, day = (three, one, two) if name.startswith(_MONTH_FIRST) else (one, two, three)
        return parse_date(f"{_century(year)}{year}-{month}-{day}")
    return None


def _day(text: str) -> datetime | None:
    """Return the moment of a date; six digits are YYMMDD, as the FT writes them."""
    if len(text) == 6 and text.isascii() and text.isdecimal():
        return parse_date(f"{_century(text[:2])}{text[:2]}-{text[2:4]}-{text[4:]}")
    return parse_date(text)


def _century(year: str) -> int:
    return 19 if int(year) >= _LAST_SHORT_YEAR else 20
