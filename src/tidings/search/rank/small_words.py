"""Stop words as the forward index knows them: by their keys, and their languages by theirs."""

from functools import cache

import numpy as np

from tidings.search.rank.vectors import Keys
from tidings.text.stopwords import LANGUAGES, stop_words
from tidings.text.vocabulary import key_of


@cache
def stop_keys(language: int) -> Keys:
    """Return the keys of the stop words of a language, itself a key; none if it has no list."""
    name = _names().get(language)
    return np.array([key_of(term) for term in stop_words(name)] if name else [], np.uint64)


@cache
def _names() -> dict[int, str]:
    return {key_of(name): name for name in LANGUAGES}
