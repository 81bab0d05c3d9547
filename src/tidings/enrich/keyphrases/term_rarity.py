"""How much a term tells, by how few documents of the running corpus have it."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from tidings.text.frequency.corpus import Corpus

# Every term tells something: on a corpus of nothing all tell the same, and in a large one the
# commonest still count where their sentence has few others.
_LEAST = 0.5


def term_rarity(terms: Sequence[str], corpus: Corpus, language: str) -> NDArray[numpy.float64]:
    """Return the inverse document frequency of each term, on a logarithmic scale."""
    documents = corpus.documents(language)
    found = numpy.minimum(corpus.frequencies(terms, language), documents)
    return numpy.log((documents + 1) / (found + 1.0)) + _LEAST
