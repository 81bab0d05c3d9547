"""Stretches: the parts of a sentence in which a name can be; everything else is never looked at."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

from tidings.enrich.name_tables.name_cue_words import PARTICLES
from tidings.enrich.name_tagger.casing import CAPITALISED, WORD_CASING, capitalised_flags
from tidings.text.terms.stopwords import is_stop_word

_JOINTS = PARTICLES | frozenset("of the and for in on at & ' ’ s - – . / to with a".split())
_MOST_JOINTS = 2  # small words in a row inside a name: "of the"
_LONGEST = 60  # tokens; a longer run of large words is a list, or shouting


def candidate_ranges(words: Sequence[str], first: int, end: int) -> list[tuple[int, int]]:
    """Return the stretches of a sentence as tokens from and up to."""
    found: list[tuple[int, int]] = []
    stop = first
    for at in compress(range(first, end), capitalised_flags(words[first:end])):
        if at < stop:
            continue
        stop = _stop(words, at, min(end, at + _LONGEST))
        if stop > at + 1 or not _is_opening_word(words[at]):
            found.append((_start(words, first if not found else found[-1][1], at), stop))
    return found


def _stop(words: Sequence[str], at: int, end: int) -> int:
    """Beyond the last large word that joints lead to."""
    stop = at + 1
    at = stop
    while at < end and at - stop <= _MOST_JOINTS:
        if WORD_CASING[words[at]] & CAPITALISED or words[at][0].isdigit():
            stop = at + 1
        elif words[at] not in _JOINTS:
            break
        at += 1
    return stop


def _start(words: Sequence[str], first: int, at: int) -> int:
    """Particles and numbers before a large word may belong to it: al-Qaida, 65 Air Division."""
    before = at
    if before - 1 > first and words[before - 1] == "-":
        before -= 1
    if before > first and (words[before - 1] in PARTICLES or words[before - 1][0].isdigit()):
        return before - 1
    return at


@lru_cache(maxsize=1 << 12)
def _is_opening_word(word: str) -> bool:
    """Whether a word that stands alone is large only because it opens a sentence: The, But, I."""
    return len(word) == 1 or is_stop_word(word, "en")
