"""The terms that a word may stand for, by language, prefix and similarity. No index is needed."""

from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from tidings.text.language.detection import UNKNOWN
from tidings.text.terms.analysis import lookup_terms

# The terms of a word in one language, each with its position; several terms are in a row.
Probe = tuple[tuple[int, str], ...]

MAX_SHORT: Final = 3  # letters of a word in which only one may differ
_MAX_STEMMED: Final = 6  # languages in which completions of a prefix are stemmed, at .6 ms each
_MAX_CORRECTED: Final = 3  # languages in which edits of a misspelt word are stemmed

# Word endings that stemmers remove, in the languages with most news. A typed prefix may stop
# anywhere within them (governm* means government, whose stem is govern).
_ENDINGS: Final = (
    "s es ed er ing ings ment ments tion tions sion sions ation ations ity ities al als ally ly "
    "ness ive ives able ible ance ances ence ences ism isms ist ists ize izes ized izing ful ous "
    "en ern em ung ungen keit keiten heit heiten lich liche lichen isch ische ischen "
    "ment ement ements euse eux ique iques isme iste istes ité ités er ez ons "
    "ción ciones mente idad idades ismo ista istas ico ica icos icas ar ado ada ados adas "
    "zione zioni mento menti ità ale ali ção ções dade dades ing ingen heid lijk lijke "
    "ов ами ого ему ость ости ения ение ский ская ские"
).split()
_TAILS: Final = tuple({word[at:] for word in _ENDINGS for at in range(len(word))})


@lru_cache(maxsize=8_192)
def probes_of(text: str, languages: tuple[str, ...]) -> tuple[Probe, ...]:
    """Return the different ways to look up a text: as typed, and stemmed by each language."""
    found = (tuple(lookup_terms(text, language)) for language in (UNKNOWN, *languages))
    return tuple(dict.fromkeys(probe for probe in found if probe))


def words_of(text: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the terms that a text of one word may stand for, in any language."""
    probes = probes_of(text, languages)
    return tuple(dict.fromkeys(probe[0][1] for probe in probes if len(probe) == 1))


def prefix_starts(text: str) -> tuple[str, ...]:
    """Return how terms of words with this prefix begin, as long as stemming does not matter."""
    return tuple(dict.fromkeys(probe[0][1] for probe in probes_of(text, ())))


def prefix_stems(text: str, languages: tuple[str, ...]) -> frozenset[str]:
    """Return the stems of words with this prefix that may not begin with it.

    Stems may be shorter than the prefix: politic* means politics, whose stem is polit.
    """
    return _stems(text, languages[:_MAX_STEMMED])


def one_edit_terms(text: str, languages: tuple[str, ...]) -> frozenset[str]:
    """Return the terms of all words at most one letter away from a word.

    People misspell words, not stems: the stem of govrnment is not near govern.
    """
    return _one_edit_terms(text, languages[:_MAX_CORRECTED])


@lru_cache(maxsize=256)
def _stems(start: str, languages: tuple[str, ...]) -> frozenset[str]:
    """The stems of completions, which may be shorter than the prefix or end differently."""
    words = (start, *(start + tail for tail in _TAILS))
    looked_up = (lookup_terms(word, language) for language in languages for word in words)
    found = {probe[0][1] for probe in looked_up if len(probe) == 1}
    kept = len(start) - max(map(len, _ENDINGS))
    return frozenset(term for term in found if len(term) >= max(kept, 3, len(start) // 2))


@lru_cache(maxsize=256)
def _one_edit_terms(word: str, languages: tuple[str, ...]) -> frozenset[str]:
    """The terms of all words at most one letter away from a word."""
    texts = {word.lower(), *_edits(word.lower())}
    looked_up = (
        lookup_terms(text, language) for language in (UNKNOWN, *languages) for text in texts
    )
    return frozenset(probe[0][1] for probe in looked_up if len(probe) == 1)


def _edits(term: str) -> set[str]:
    """Every word one letter away: removed, added, changed or swapped with the next."""
    letters = ascii_lowercase + "".join(sorted({each for each in term if not each.isascii()}))
    parts = [(term[:at], term[at:]) for at in range(len(term) + 1)]
    return {
        *(head + tail[1:] for head, tail in parts if tail),
        *(head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1),
        *(head + letter + tail[1:] for head, tail in parts if tail for letter in letters),
        *(head + letter + tail for head, tail in parts for letter in letters),
    } - {""}
