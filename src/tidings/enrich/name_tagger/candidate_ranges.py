"""Candidate ranges: the parts of a sentence that may contain a name; the tagger skips the rest."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

from tidings.enrich.name_tables.name_cue_words import PARTICLES
from tidings.enrich.name_tagger.casing import CAPITALISED, WORD_CASING, capitalised_flags
from tidings.text.terms.stopwords import is_stop_word

_CONNECTORS = PARTICLES | frozenset("of the and for in on at & ' ’ s - – . / to with a".split())
_MAX_CONNECTORS = 2  # in a row inside a name: "of the"
_MAX_TOKENS = 60  # a longer run of capitalised words is a list, or text in capitals


def candidate_ranges(words: Sequence[str], first: int, end: int) -> list[tuple[int, int]]:
    """Return the candidate ranges of a sentence, each as first token and end."""
    found: list[tuple[int, int]] = []
    stop = first
    for at in compress(range(first, end), capitalised_flags(words[first:end])):
        if at < stop:
            continue
        stop = _range_end(words, at, min(end, at + _MAX_TOKENS))
        if stop > at + 1 or not _is_opening_word(words[at]):
            found.append((_range_start(words, first if not found else found[-1][1], at), stop))
    return found


def _range_end(words: Sequence[str], at: int, end: int) -> int:
    """The end after the last capitalised word that connectors lead to."""
    stop = at + 1
    at = stop
    while at < end and at - stop <= _MAX_CONNECTORS:
        if WORD_CASING[words[at]] & CAPITALISED or words[at][0].isdigit():
            stop = at + 1
        elif words[at] not in _CONNECTORS:
            break
        at += 1
    return stop


def _range_start(words: Sequence[str], first: int, at: int) -> int:
    """Start before particles and numbers that may belong to a name: al-Qaida, 65 Air Division."""
    before = at
    if before - 1 > first and words[before - 1] == "-":
        before -= 1
    if before > first and (words[before - 1] in PARTICLES or words[before - 1][0].isdigit()):
        return before - 1
    return at


@lru_cache(maxsize=1 << 12)
def _is_opening_word(word: str) -> bool:
    """Whether a single word is capitalised only because it starts a sentence: The, But, I."""
    return len(word) == 1 or is_stop_word(word, "en")
