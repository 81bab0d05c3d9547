"""The rarity of terms, by how few documents of the running corpus have them."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from tidings.text.frequency.corpus import Corpus

# Every term counts: in an empty corpus all count the same, and in a large one the most common
# terms still matter in sentences with few others.
_MIN_RARITY = 0.5


def term_rarity(terms: Sequence[str], corpus: Corpus, language: str) -> NDArray[numpy.float64]:
    """Return the inverse document frequency of each term, on a logarithmic scale."""
    documents = corpus.documents(language)
    found = numpy.minimum(corpus.frequencies(terms, language), documents)
    return numpy.log((documents + 1) / (found + 1.0)) + _MIN_RARITY
