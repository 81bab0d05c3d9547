"""Author names as printed on pages, cleaned. It does not know real people."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from tidings.extract.metadata.author_words import (
    AGENCIES,
    BY,
    DEGREES,
    FIRST_WORDS,
    LINKERS,
    NOISE,
    OWNERS,
    PARTICLES,
    ROLES,
)
from tidings.read.characters.invisible_characters import visible_text
from tidings.read.dates.date_names import month_names
from tidings.read.dates.weekdays import WEEKDAYS

MAX_AUTHORS = 20
_MAX_NAME = 70
_MAX_WORDS = 7
_MAX_TEXT = 400

_MAIL = re.compile(r"(?<![^\s@])[^\s@]+@[^\s@]+\.[^\s@]+")
_HANDLE = re.compile(r"(?<=\s)@\w+")
_BRACKETS = re.compile(r"\s*[(\[（【][^()\[\]（）【】]{0,80}[)\]）】]?")
_BRACKET = re.compile(r"[(\[（【]")
_SPLIT = re.compile(
    r"\s*[,;|•·、，；]\s*|\s(?:and|und|et|y|och|og|ja|i|&|и|та|și|ve|و|e|en|dan)\s",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"https?:|www\.|[<>{}=\\©]|\d{4,}|\d[:.]\d|^\d|^(?:null|none|undefined|no author|unknown)$",
    re.IGNORECASE,
)
_FIRST = re.compile(r"[\W_]*([^\W_]+)")
_EDGES = " .,;:|-–—()[]*\"'“”„»«›/+†"
_DOTTED = re.compile(r"(?:^|\s)(?:\w\.|[JS]r\.)$")


def clean_names(raw: Iterable[str]) -> tuple[str, ...]:
    """Return the names in order, each once, without "by", addresses, degrees and roles.

    An agency or a newsroom is dropped next to a person, but kept alone.
    """
    found: dict[str, str] = {}
    for text in raw:
        for name in _names_in(text[: _MAX_TEXT * 20]):
            found.setdefault(name.casefold(), name)
    return tuple(found.values())[:MAX_AUTHORS]


@lru_cache(maxsize=512)  # a page names its authors several times
def _names_in(text: str) -> tuple[str, ...]:
    text = visible_text(text)[:_MAX_TEXT]
    if "@" in text:
        text = _HANDLE.sub("", _MAIL.sub(" ", text))
    text = without_by(_BRACKETS.sub(" ", text) if _BRACKET.search(text) else text)
    parts = (_bare_name(part) for part in _SPLIT.split(text))
    names = [part for part in parts if part and _is_name(part)]
    people = [name for name in names if not _is_role(name)]
    if people and " " in people[0]:
        # "Jane Doe, Berlin" and "Jane Doe, dpa": one word after a full name is not a name.
        people = [name for name in people if " " in name and name.casefold() not in AGENCIES]
    return tuple(people or names[:1])


def without_by(text: str) -> str:
    """Return a byline without the words before the names."""
    rest = after_by(text)
    return text if rest is None else rest


def after_by(text: str) -> str | None:
    """Return what follows "by" in a line that begins with it, or None for other lines."""
    first = _FIRST.match(text)
    if first and first[1].isascii() and first[1].lower() not in FIRST_WORDS:
        return None
    match = BY.match(text)
    return text[match.end() :].lstrip(" :：/|") if match else None


def _bare_name(part: str) -> str:
    """One name without what surrounds it: a date, a role, "all posts"."""
    words = list(_name_words(without_by(part.strip(_EDGES)).split()))
    name = " ".join(words)
    return _usual_case(name if _DOTTED.search(name) else name.strip(_EDGES))


def _name_words(words: list[str]) -> Iterator[str]:
    for at, word in enumerate(words):
        plain = word.strip(_EDGES).casefold()
        if at and (_ends_name(word, plain) or _begins_date(words[at:])):
            return
        if at > 1 and (plain in ROLES or plain in OWNERS) and is_person(" ".join(words[:at])):
            return  # "Jane Doe Political Editor", "JANE DOE FOR THE DAILY"
        if plain not in DEGREES or at == 0:
            yield word


def _ends_name(word: str, plain: str) -> bool:
    return plain in NOISE or not plain or word in LINKERS or word[0].isdigit()


def _begins_date(words: list[str]) -> bool:
    plain = words[0].strip(_EDGES).casefold()
    # Weekdays and months are also names, so they count only before the digits of a date.
    if plain in WEEKDAYS:
        return any(word[0].isdigit() for word in words[1:3])
    return (plain in month_names() or plain in LINKERS) and len(words) > 1 and words[1][0].isdigit()


def _usual_case(name: str) -> str:
    """The name in usual case if it is all capitals; short words alone may be initials."""
    words = name.split()
    if not name.isupper() or len(words) < 2 or max(map(len, words)) <= 3:
        return name
    return " ".join(
        word.lower() if word.casefold() in PARTICLES and at else word.title()
        for at, word in enumerate(words)
    )


def _is_role(name: str) -> bool:
    return any(word.strip(_EDGES).casefold() in ROLES for word in name.split())


def _is_name(text: str) -> bool:
    return (
        2 <= len(text) <= _MAX_NAME
        and len(text.split()) <= _MAX_WORDS
        and not _NO_NAME.search(text)
        and text.split()[0].casefold() not in NOISE
        and any(character.isalpha() for character in text)
    )


def is_person(name: str) -> bool:
    """Return whether a name looks like a person's: a few words with capital initials."""
    words = name.split()
    if not 2 <= len(words) <= 5:
        return len(words) == 1 and 2 <= len(name) <= 5 and _is_dense(name)
    if (
        _is_role(name)
        or name.casefold() in AGENCIES
        or any(character.isdigit() for character in name)
    ):
        return False
    main = [word for word in words if word.casefold().rstrip(".") not in PARTICLES]
    return len(main) >= 2 and all(not word[0].islower() and word[0].isalpha() for word in main)


def _is_dense(name: str) -> bool:
    return all("\u3040" <= character <= "\ud7a3" for character in name)
