"""Names written small: words that English nearly always writes large, told where a text does not.

Comments and mails often have no capital letters; newspapers hardly ever lack one.
"""

from tidings.enrich.name_tables.name_cue_words import ORGANISATION_WORDS, PLACE_WORDS, TITLES
from tidings.enrich.name_tables.name_lexicon import brown_cluster
from tidings.text.terms.stopwords import is_stop_word

_ALWAYS = 11  # of 15 steps from always small to always large
_SHORTEST = 3  # letters
# What things are called is often large as a part of names; British spellings hardly otherwise.
_CUE_WORDS = ORGANISATION_WORDS | PLACE_WORDS | TITLES


def is_lowercase_name(word: str) -> bool:
    """Return whether a word is written small although it is nearly always written large."""
    if len(word) < _SHORTEST or not (word.islower() and word.isalpha()):
        return False
    if word in _CUE_WORDS or is_stop_word(word, "en"):
        return False
    path, case = brown_cluster(word)
    return case >= _ALWAYS if path else brown_cluster(word.capitalize())[0] > 0
