"""The query of a run as terms with weights, in the languages that it may be written in."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tidings.text.frequency.commonness import rarities
from tidings.text.terms.analysis import analyse
from tidings.text.terms.stopwords import is_stop_word

Rarity = Callable[[Sequence[str], str], Sequence[float]]  # of terms in a language, as `rarities`

_WORDS_PER_PAGE = 5.0  # ln 150: a page has about 150 different words, rarity is a share of words
_LEAST = 0.5  # weight of the most common word that is no stop word
_MAX_TERMS = 64  # of a query: some are whole sentences


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """The terms of a query, and how rare each is: what judges pages and links compare with."""

    text: str
    language: str  # pages in other languages are analysed as this one, too
    weights: Mapping[str, float]  # by term: its frequency in the query times its rarity
    counts: Mapping[str, int] = field(default_factory=dict)  # its frequency in the query
    by_paper: bool = False  # what is a find is decided by the paper's formulas, not by ours


def query_terms(text: str, language: str, rarity: Rarity = rarities) -> QueryTerms:
    """Return the terms of a query without its stop words, unless it has no other words."""
    words = text.split()
    telling = [word for word in words if not is_stop_word(word.strip(".,;:?!()\"'"), language)]
    terms = analyse(" ".join(telling or words), language)[:_MAX_TERMS]
    counts = Counter(terms)
    found = rarity(list(counts), language)
    weights = {
        term: counts[term] * max(_LEAST, rare - _WORDS_PER_PAGE)
        for term, rare in zip(counts, found, strict=True)
    }
    return QueryTerms(text, language, weights, dict(counts))


@lru_cache(maxsize=64)
def terms_in(text: str, language: str) -> QueryTerms:
    """Return a query as it would be written on a page in another language; names stay the same."""
    return query_terms(text, language)
