"""Topics: what a site is followed for, as words to find in its pages. Nothing is learned here.

Words are alternatives, each a little evidence; "several words" in quotes stand in a row, and a
page with a -word is out. Words of scripts without spaces are rows of letters, found like quotes.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tidings.text.language.distinctive_words import DISTINCTIVE_WORDS
from tidings.text.terms.analysis import lookup_terms

MAX_LENGTH = 1_000  # characters; a topic is a few words, not a text
_MAX_OPERANDS = 32
_OPERATORS = frozenset({"OR", "AND", "|"})  # people type them; here they change nothing
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂「」『』", '"'))
_part = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)(?:"|$)|(?P<word>[^\s"]+))')

# The terms that an operand is found by, each with its place: several of them stand in a row.
_Probe = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class FocusTopic:
    """A topic taken apart: words and phrases as typed."""

    wanted: tuple[str, ...]
    unwanted: tuple[str, ...] = ()

    def is_common(self, operand: int) -> bool:
        """Tell whether a wanted word is a small word that says nothing by itself."""
        return self.wanted[operand].lower() in DISTINCTIVE_WORDS


@lru_cache(maxsize=256)
def focus_topic(words: str) -> FocusTopic:
    """Return the parts of a topic; any text is one, though it may want nothing."""
    wanted: dict[str, None] = {}
    unwanted: dict[str, None] = {}
    for match in _part.finditer(words[:MAX_LENGTH].translate(_QUOTES)):
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
        """Return how often each wanted operand stands among the terms of a text."""
        places = self._places(terms)
        return tuple(_count(probe, places) for probe in self.wanted)

    def forbids(self, terms: Sequence[str]) -> bool:
        """Tell whether an unwanted operand stands among the terms of a text."""
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
    """Return what to look for in texts of a language."""
    wanted = tuple(tuple(lookup_terms(operand, language)) for operand in topic.wanted)
    unwanted = tuple(tuple(lookup_terms(operand, language)) for operand in topic.unwanted)
    terms = frozenset(term for probe in (*wanted, *unwanted) for _, term in probe)
    return TopicMatcher(wanted, unwanted, terms)


def _count(probe: _Probe, places: Mapping[str, set[int]]) -> int:
    """How often the terms of a probe stand as far from each other as it says."""
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
