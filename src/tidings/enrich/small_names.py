"""Names written small: words that English nearly always writes large, told where a text does not.

Comments and mails often have no capital letters; newspapers hardly ever lack one.
"""

from tidings.enrich.lexicon import alike
from tidings.enrich.name_words import ORGANISATION_WORDS, PLACE_WORDS, TITLES
from tidings.text.terms.stopwords import is_stop_word

_ALWAYS = 11  # of 15 steps from always small to always large
_SHORTEST = 3  # letters
# What things are called is often large as a part of names; British spellings hardly otherwise.
_CALLED = ORGANISATION_WORDS | PLACE_WORDS | TITLES


def is_small_name(word: str) -> bool:
    """Tell whether a word is written small although it is nearly always written large."""
    if len(word) < _SHORTEST or not (word.islower() and word.isalpha()):
        return False
    if word in _CALLED or is_stop_word(word, "en"):
        return False
    path, case = alike(word)
    return case >= _ALWAYS if path else alike(word.capitalize())[0] > 0
