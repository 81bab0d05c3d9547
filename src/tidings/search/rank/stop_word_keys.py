"""Stop words as keys of the forward index; languages are keys, too."""

from functools import cache

import numpy as np

from tidings.search.rank.vectors import Keys
from tidings.text.bulk.vocabulary import term_key
from tidings.text.terms.stopwords import LANGUAGES, stop_words


@cache
def stop_word_keys(language: int) -> Keys:
    """Return the keys of the stop words of a language, given as a key; none without a list."""
    name = _names().get(language)
    return np.array([term_key(term) for term in stop_words(name)] if name else [], np.uint64)


@cache
def _names() -> dict[int, str]:
    return {term_key(name): name for name in LANGUAGES}
