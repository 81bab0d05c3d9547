"""Names by their capital letters, for languages without a model: what is not clear is left out.

A run of large words is a name if something says what it names: a gazetteer, a title before it, a
first name, a word such as "Ministry". German writes every noun large, so there nothing else will
do; elsewhere a run of two words that nobody writes small is taken for a person.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tidings.enrich.name_tables.gazetteer import GazetteerPlace, places_named
from tidings.enrich.name_tables.name_cue_words import (
    ORGANISATION_WORDS,
    PARTICLES,
    PLACE_WORDS,
    TITLES,
)
from tidings.enrich.name_tables.name_lexicon import name_commonness
from tidings.enrich.name_tables.name_span import NameSpan
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import ParsedText
from tidings.text.terms.stopwords import is_stop_word

_JOINTS = frozenset("de da di del della dos das du van von bin ibn al el ben ter ten af av".split())
_CAPITAL_NOUNS = frozenset({"de", "lb"})
_LONGEST_NAME = 6  # words
_LONGEST_SHORT = 6  # letters of an abbreviation
_KNOWN = 130  # of 255: how common a first name is at least
_TOWN = 100_000  # people; the name of a smaller one may as well be a surname


def spans_of(parsed: ParsedText) -> list[NameSpan]:
    """Return the names of a text."""
    small = {word for word in parsed.words if word.islower()}
    known = _inner_words(parsed)
    spans = []
    for first, end in _runs(parsed, small, known):
        kind = _kind_of(parsed, first, end)
        if kind is None and (later := _given_within(parsed, first, end)):
            first, kind = later, EntityKind.PERSON
        if kind is not None:
            spans.append(NameSpan(first, end, kind))
    return spans


def _given_within(parsed: ParsedText, first: int, end: int) -> int:
    """Where a first name stands inside a run, with more after it: Präsidenten Emmanuel Macron."""
    for at in range(first + 1, end - 1):
        if name_commonness(parsed.words[at])[0] >= _KNOWN:
            return at
    return 0


def _inner_words(parsed: ParsedText) -> set[str]:
    """The large words that stand elsewhere than where any word would be large."""
    found: set[str] = set()
    for first, end in parsed.bounds:
        found.update(word for word in parsed.words[first + 1 : end] if starts_with_capital(word))
    return found


@lru_cache(maxsize=1 << 15)
def starts_with_capital(word: str) -> bool:
    """Return whether a word begins with a capital letter, as names do."""
    return word[0].isupper() and (len(word) > 1 or word == "O")


def _runs(parsed: ParsedText, small: set[str], known: set[str]) -> Iterator[tuple[int, int]]:
    """Yield the runs of large words, of which the first of a sentence is one only for a reason."""
    for begin, end in parsed.bounds:
        at = begin
        while at < end:
            if not _may_open(parsed, at, at == begin, small, known):
                at += 1
                continue
            stop = _run_end(parsed, at, end)
            yield at, stop
            at = stop


def _may_open(parsed: ParsedText, at: int, opens: bool, small: set[str], known: set[str]) -> bool:
    word = parsed.words[at]
    if not starts_with_capital(word) or is_stop_word(word, parsed.language):
        return False
    lowered = parsed.lowered[at]
    if lowered in TITLES and not places_named(word):
        return False
    return not opens or word in known or (lowered not in small and _is_listed(word))


def _is_listed(word: str) -> bool:
    return bool(places_named(word)) or name_commonness(word)[0] >= _KNOWN or _is_short(word)


def _run_end(parsed: ParsedText, first: int, end: int) -> int:
    """Where a run ends: particles join what is large on both sides; blanks alone part words."""
    at = last = first + 1
    while at < min(end, first + _LONGEST_NAME) and _adjoins(parsed, at):
        word = parsed.words[at]
        if starts_with_capital(word) and _may_go_on(word, parsed.language):
            last = at + 1
        elif word != "-" and not _joins(parsed.lowered[at], parsed.lowered[at - 1]):
            break
        at += 1
    return last


def _may_go_on(word: str, language: str) -> bool:
    return word.lower() in PARTICLES or not is_stop_word(word, language)


def _joins(word: str, prior: str) -> bool:
    """Whether a small word is part of a name: van, but den only after van."""
    return word in _JOINTS or (word in PARTICLES and prior in _JOINTS)


def _adjoins(parsed: ParsedText, at: int) -> bool:
    return parsed.starts[at] - parsed.starts[at - 1] - len(parsed.words[at - 1]) <= 1


def _kind_of(parsed: ParsedText, first: int, end: int) -> EntityKind | None:
    lowered = parsed.lowered[first:end]
    name = parsed.text[parsed.starts[first] : parsed.starts[end - 1] + len(parsed.words[end - 1])]
    if any(word in ORGANISATION_WORDS for word in lowered):
        return EntityKind.ORGANISATION
    if is_place(places_named(name)):
        return EntityKind.PLACE
    if _is_person(parsed, first, end):
        return EntityKind.PERSON
    if lowered[0] in PLACE_WORDS or lowered[-1] in PLACE_WORDS:
        return (
            EntityKind.PLACE if end - first > 1 and parsed.language not in _CAPITAL_NOUNS else None
        )
    if _is_short(name) and end - first == 1:
        return EntityKind.ORGANISATION
    return _guess(parsed, lowered, end - first)


def _guess(parsed: ParsedText, lowered: Sequence[str], words: int) -> EntityKind | None:
    if parsed.language in _CAPITAL_NOUNS or words not in (2, 3):
        return None
    return EntityKind.PERSON if name_commonness(lowered[-1])[1] else None


def is_place(listed: Sequence[GazetteerPlace]) -> bool:
    """Return whether a name is that of a place that needs no further reason."""
    return any(each.level != "city" or each.people >= _TOWN for each in listed)


def _is_person(parsed: ParsedText, first: int, end: int) -> bool:
    titled = first > 0 and parsed.lowered[first - 1].rstrip(".") in TITLES
    named = name_commonness(parsed.words[first])[0] >= _KNOWN
    return (named and end - first > 1) or (titled and not named)


def _is_short(word: str) -> bool:
    """Whether it is an abbreviation such as NATO."""
    letters = word.replace(".", "")
    return 2 <= len(letters) <= _LONGEST_SHORT and letters.isalpha() and letters.isupper()
