"""Names by their capital letters, for languages without a model; unclear cases are left out.

A run of capitalised words is a name if something shows its kind: the gazetteer, a title before it,
a first name, a word such as "Ministry". German capitalises every noun, so there one of these is
required; elsewhere a run of two or three words that ends in a surname is taken for a person.
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

_CONNECTORS = frozenset(
    "de da di del della dos das du van von bin ibn al el ben ter ten af av".split()
)
_CAPITAL_NOUNS = frozenset({"de", "lb"})
_MAX_NAME_WORDS = 6  # words
_MAX_ABBREVIATION = 6  # letters of an abbreviation
_MIN_COMMONNESS = 130  # of 255, of a first name
_MIN_PEOPLE = 100_000  # the name of a smaller town may as well be a surname


def spans_of(parsed: ParsedText) -> list[NameSpan]:
    """Return the names of a text."""
    lowercase_words = {word for word in parsed.words if word.islower()}
    known = _inner_words(parsed)
    spans = []
    for first, end in _runs(parsed, lowercase_words, known):
        kind = _kind_of(parsed, first, end)
        if kind is None and (later := _first_name_inside(parsed, first, end)):
            first, kind = later, EntityKind.PERSON
        if kind is not None:
            spans.append(NameSpan(first, end, kind))
    return spans


def _first_name_inside(parsed: ParsedText, first: int, end: int) -> int:
    """The index of a first name inside a run, with more after it: Präsidenten Emmanuel Macron."""
    for at in range(first + 1, end - 1):
        if name_commonness(parsed.words[at])[0] >= _MIN_COMMONNESS:
            return at
    return 0


def _inner_words(parsed: ParsedText) -> set[str]:
    """The capitalised words that do not start a sentence."""
    found: set[str] = set()
    for first, end in parsed.bounds:
        found.update(word for word in parsed.words[first + 1 : end] if starts_with_capital(word))
    return found


@lru_cache(maxsize=1 << 15)
def starts_with_capital(word: str) -> bool:
    """Return whether a word begins with a capital letter, as names do."""
    return word[0].isupper() and (len(word) > 1 or word == "O")


def _runs(
    parsed: ParsedText, lowercase_words: set[str], known: set[str]
) -> Iterator[tuple[int, int]]:
    """Yield the runs of capitalised words; the first word of a sentence needs another reason."""
    for sentence_start, end in parsed.bounds:
        at = sentence_start
        while at < end:
            if not _may_start_name(parsed, at, at == sentence_start, lowercase_words, known):
                at += 1
                continue
            stop = _run_end(parsed, at, end)
            yield at, stop
            at = stop


def _may_start_name(
    parsed: ParsedText, at: int, is_first: bool, lowercase_words: set[str], known: set[str]
) -> bool:
    word = parsed.words[at]
    if not starts_with_capital(word) or is_stop_word(word, parsed.language):
        return False
    lowered = parsed.lowered[at]
    if lowered in TITLES and not places_named(word):
        return False
    return not is_first or word in known or (lowered not in lowercase_words and _is_listed(word))


def _is_listed(word: str) -> bool:
    return (
        bool(places_named(word))
        or name_commonness(word)[0] >= _MIN_COMMONNESS
        or _is_abbreviation(word)
    )


def _run_end(parsed: ParsedText, first: int, end: int) -> int:
    """The end of a run: particles join capitalised words; only a space may be between words."""
    at = last = first + 1
    while at < min(end, first + _MAX_NAME_WORDS) and _adjoins(parsed, at):
        word = parsed.words[at]
        if starts_with_capital(word) and _may_continue_name(word, parsed.language):
            last = at + 1
        elif word != "-" and not _joins(parsed.lowered[at], parsed.lowered[at - 1]):
            break
        at += 1
    return last


def _may_continue_name(word: str, language: str) -> bool:
    return word.lower() in PARTICLES or not is_stop_word(word, language)


def _joins(word: str, prior: str) -> bool:
    """Whether a lower-case word is part of a name: van, but den only after van."""
    return word in _CONNECTORS or (word in PARTICLES and prior in _CONNECTORS)


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
    if _is_abbreviation(name) and end - first == 1:
        return EntityKind.ORGANISATION
    return _guess(parsed, lowered, end - first)


def _guess(parsed: ParsedText, lowered: Sequence[str], words: int) -> EntityKind | None:
    if parsed.language in _CAPITAL_NOUNS or words not in (2, 3):
        return None
    return EntityKind.PERSON if name_commonness(lowered[-1])[1] else None


def is_place(listed: Sequence[GazetteerPlace]) -> bool:
    """Return whether a name is a place without further evidence."""
    return any(each.level != "city" or each.people >= _MIN_PEOPLE for each in listed)


def _is_person(parsed: ParsedText, first: int, end: int) -> bool:
    has_title = first > 0 and parsed.lowered[first - 1].rstrip(".") in TITLES
    has_first_name = name_commonness(parsed.words[first])[0] >= _MIN_COMMONNESS
    return (has_first_name and end - first > 1) or (has_title and not has_first_name)


def _is_abbreviation(word: str) -> bool:
    """Whether a word is an abbreviation such as NATO."""
    letters = word.replace(".", "")
    return 2 <= len(letters) <= _MAX_ABBREVIATION and letters.isalpha() and letters.isupper()
