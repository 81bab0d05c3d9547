"""The topic that a site is followed for, as words to find in its pages. Nothing is learned here.

Words are alternatives, and each is some evidence. Words in "quotes" must be adjacent. A page with
a -word is rejected. Words of scripts without spaces are matched like quotes, letter by letter.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tidings.text.language.distinctive_words import DISTINCTIVE_WORDS
from tidings.text.terms.analysis import lookup_terms

MAX_LENGTH = 1_000  # characters; a topic is a few words, not a text
_MAX_OPERANDS = 32
_OPERATORS = frozenset({"OR", "AND", "|"})  # people type them; they are ignored
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂「」『』", '"'))
_PART = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)(?:"|$)|(?P<word>[^\s"]+))')

# The terms of an operand, each with its position: several terms must be adjacent.
_Probe = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class FocusTopic:
    """A parsed topic: words and phrases as typed."""

    wanted: tuple[str, ...]
    unwanted: tuple[str, ...] = ()

    def is_common(self, operand: int) -> bool:
        """Return whether a wanted word is a function word without meaning of its own."""
        return self.wanted[operand].lower() in DISTINCTIVE_WORDS


@lru_cache(maxsize=256)
def focus_topic(words: str) -> FocusTopic:
    """Parse a topic; any text is valid, but it may have no wanted words."""
    wanted: dict[str, None] = {}
    unwanted: dict[str, None] = {}
    for match in _PART.finditer(words[:MAX_LENGTH].translate(_QUOTES)):
        minus, phrase, word = match.group("minus", "phrase", "word")
        operand = (phrase or word or "").strip()
        if (word in _OPERATORS and not minus) or not lookup_terms(operand, ""):
            continue
        (unwanted if minus else wanted)[operand] = None
    return FocusTopic(tuple(wanted)[:_MAX_OPERANDS], tuple(unwanted)[:_MAX_OPERANDS])


@dataclass(frozen=True, slots=True)
class TopicMatcher:
    """A topic's operands as the terms of one language."""

    wanted: tuple[_Probe, ...]
    unwanted: tuple[_Probe, ...]
    terms: frozenset[str]  # of all of them

    def hits(self, terms: Sequence[str]) -> tuple[int, ...]:
        """Return how often each wanted operand occurs in the terms of a text."""
        places = self._places(terms)
        return tuple(_count(probe, places) for probe in self.wanted)

    def forbids(self, terms: Sequence[str]) -> bool:
        """Return whether an unwanted operand occurs in the terms of a text."""
        if not self.unwanted:
            return False
        places = self._places(terms)
        return any(_count(probe, places) for probe in self.unwanted)

    def _places(self, terms: Sequence[str]) -> dict[str, set[int]]:
        places: dict[str, set[int]] = {}
        for place, term in enumerate(terms):
            if term in self.terms:
                places.setdefault(term, set()).add(place)
        return places


@lru_cache(maxsize=256)
def topic_matcher(topic: FocusTopic, language: str) -> TopicMatcher:
    """Return the matcher for texts of a language."""
    wanted = tuple(tuple(lookup_terms(operand, language)) for operand in topic.wanted)
    unwanted = tuple(tuple(lookup_terms(operand, language)) for operand in topic.unwanted)
    terms = frozenset(term for probe in (*wanted, *unwanted) for _, term in probe)
    return TopicMatcher(wanted, unwanted, terms)


def _count(probe: _Probe, places: Mapping[str, set[int]]) -> int:
    """Count the places where all terms of a probe have its relative positions."""
    if not probe:
        return 0
    (first, term), *others = probe
    starts = places.get(term, set())
    if not others:
        return len(starts)
    return sum(
        all(start - first + place in places.get(other, ()) for place, other in others)
        for start in starts
    )
