"""How relevant a page is for a query: the paper's formula in two readings, and ours.

It is called in worker processes: values in, values out.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import nlargest

from tidings.crawl.agents.query_terms import QueryTerms, terms_in
from tidings.model.agents.page_sight import PageRelevance
from tidings.text.terms.analysis import analyse
from tidings.text.terms.stopwords import stop_words

FIND = 0.5  # relevance from which a page is a find

_MAX_WORDS = 1_500  # of a text: what a page is about is said before
_TITLE_WEIGHT = 2  # a word of the title counts as this many of the text
_AVERAGE_LENGTH = 180.0  # terms of a page of average length
_SATURATION, _LENGTH_SHARE = 1.2, 0.5  # BM25's k1 and b
_TELLING_TERMS = 32  # of a page
_WHOLE_TERMS = 3  # of a query
_SLOPE, _MIDDLE = 8.0, 0.6  # of the logistic curve from coverage to relevance, by F1


def page_relevance(query: QueryTerms, title: str, text: str, language: str) -> PageRelevance:
    """Return how relevant a page is; one in another language is also read as the query's."""
    found = _in_one_language(query, title, text)
    if not language or language == query.language:
        return found
    other = _in_one_language(terms_in(query.text, language), title, text)
    return other if other.ours > found.ours else found


def _in_one_language(query: QueryTerms, title: str, text: str) -> PageRelevance:
    words = text.split(None, _MAX_WORDS)[:_MAX_WORDS]
    body = analyse(" ".join(words), query.language)
    return relevance_of_terms(query, analyse(title, query.language), body)


def relevance_of_terms(
    query: QueryTerms, head: Sequence[str], body: Sequence[str]
) -> PageRelevance:
    """Return how relevant the terms of a title and a text are."""
    counts = Counter(head)
    counts.update(body)
    return PageRelevance(
        ours=round(_probability(coverage(query, head, body)), 4),
        printed=round(printed_similarity(query.counts, counts), 4),
        cosine=round(cosine_similarity(query.counts, counts), 4),
        terms=telling_terms(query, counts),
    )


def telling_terms(query: QueryTerms, counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return the terms that a page repeats most, without the query's."""
    without = stop_words(query.language) | query.weights.keys()
    others = [(count, term) for term, count in counts.items() if term not in without]
    found = nlargest(_TELLING_TERMS, others)
    return tuple(term for _, term in found)


def printed_similarity(query: Mapping[str, int], page: Mapping[str, int]) -> float:
    """Return the paper's formula (1) as printed, cut at 1: it favours long pages."""
    common = sum(count * page.get(term, 0) for term, count in query.items())
    least = min(_square(query), _square(page))
    return min(1.0, common / least) if least else 0.0


def cosine_similarity(query: Mapping[str, int], page: Mapping[str, int]) -> float:
    """Return the usual reading of formula (1): the cosine of the angle between both."""
    common = sum(count * page.get(term, 0) for term, count in query.items())
    return common / math.sqrt(_square(query) * _square(page)) if common else 0.0


def coverage(query: QueryTerms, title: Sequence[str], text: Sequence[str]) -> float:
    """Return how much of the query a page is about; 1 is as much as its three heaviest terms.

    Each term counts by BM25's saturation, so one word that is repeated is not the whole query. Of a
    query that is a whole sentence, three of its rarer words are as much as of a short one: over all
    words, no threshold suits queries of all lengths.
    """
    whole = heaviest(query)
    if not whole:
        return 0.0
    counts = Counter(term for term in text if term in query.weights)
    for term in title:
        if term in query.weights:
            counts[term] += _TITLE_WEIGHT
    length = (len(title) + len(text)) / _AVERAGE_LENGTH
    half = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length)
    found = sum(query.weights[term] * count / (count + half) for term, count in counts.items())
    return found / whole


def is_find(query: QueryTerms, title: Sequence[str], text: Sequence[str]) -> bool:
    """Return whether a page with these terms is a find, without anything else about it."""
    return _probability(coverage(query, title, text)) >= FIND


def heaviest(query: QueryTerms) -> float:
    """Return the weight of the terms that make a whole."""
    return sum(nlargest(_WHOLE_TERMS, query.weights.values()))


def _probability(covered: float) -> float:
    if not covered:
        return 0.0
    return 1.0 / (1.0 + math.exp(-_SLOPE * (covered - _MIDDLE)))


def _square(counts: Mapping[str, int]) -> int:
    return sum(count * count for count in counts.values())
