"""Names in lower case: words that English nearly always capitalises, in texts that do not.

Comments and mails often have no capital letters; newspapers nearly always do.
"""

from tidings.enrich.name_tables.name_cue_words import ORGANISATION_WORDS, PLACE_WORDS, TITLES
from tidings.enrich.name_tables.name_lexicon import brown_cluster
from tidings.text.terms.stopwords import is_stop_word

_MIN_CASE = 11  # of 15 steps from never to always capitalised
_MIN_LETTERS = 3  # letters
# Such words are often capitalised as parts of names; British spellings hardly otherwise.
_CUE_WORDS = ORGANISATION_WORDS | PLACE_WORDS | TITLES


def is_lowercase_name(word: str) -> bool:
    """Return whether a lower-case word is nearly always capitalised elsewhere."""
    if len(word) < _MIN_LETTERS or not (word.islower() and word.isalpha()):
        return False
    if word in _CUE_WORDS or is_stop_word(word, "en"):
        return False
    path, case = brown_cluster(word)
    return case >= _MIN_CASE if path else brown_cluster(word.capitalize())[0] > 0
