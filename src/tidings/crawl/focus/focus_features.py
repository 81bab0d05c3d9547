"""Features of pages and links for the focus classifiers: their words, addresses and positions.

The feature names are hashed into stored models: never change them.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from urllib.parse import unquote

from tidings.crawl.focus.classifier import Features, bucket
from tidings.extract.site_memory.url_template import template_of
from tidings.model.crawl.link_prospect import LinkProspect
from tidings.read.url import path_of
from tidings.text.language.distinctive_words import DISTINCTIVE_WORDS
from tidings.text.terms.analysis import analyse

PAGE_BUCKETS = 8_192  # an article has 200 different words, a topic's vocabulary a few thousand
LINK_BUCKETS = 4_096

_MAX_TERMS = 800  # of a text: the beginning of an article shows what it is about
_TITLE_WEIGHT = 1.5  # a word of the title counts as this many of the text
_MAX_WORDS = 40  # of a link: a headline, or a feed's title and summary
_NON_WORD = re.compile(r"[\W_]+|\d+")


def page_features(
    title: Sequence[str], text: Sequence[str], without: frozenset[str]
) -> tuple[Features, tuple[str, ...]]:
    """Return the features of a text by its terms, and the terms themselves in the same order.

    `without` are the topic's own terms: they are counted separately, and with them the classifier
    would learn nothing else.
    """
    counts: Counter[str] = Counter(text[:_MAX_TERMS])
    amounts = {term: float(count) for term, count in counts.items()}
    for term in title:
        amounts[term] = amounts.get(term, 0.0) + _TITLE_WEIGHT
    terms = [term for term in amounts if term not in without and term not in DISTINCTIVE_WORDS]
    values = [1.0 + math.log(max(1.0, amounts[term])) for term in terms]
    length = math.sqrt(sum(value * value for value in values)) or 1.0
    features = zip(map(_page_bucket, terms), (value / length for value in values), strict=True)
    return tuple(features), tuple(terms)


@lru_cache(maxsize=65_536)
def _page_bucket(term: str) -> int:
    return bucket(term, PAGE_BUCKETS)


@lru_cache(maxsize=20_000)  # menus are on every page of a site
def address_terms(url: str, language: str) -> tuple[str, ...]:
    """Return the terms in a URL's path."""
    words = _NON_WORD.sub(" ", unquote(path_of(url), errors="replace"))
    return tuple(analyse(words, language)[:_MAX_WORDS])


@lru_cache(maxsize=20_000)
def link_terms(words: str, language: str) -> tuple[str, ...]:
    """Return the terms of a link's text."""
    return tuple(analyse(words, language)[:_MAX_WORDS])


def link_features(
    url: str, parent: str, prospect: LinkProspect, language: str, without: frozenset[str]
) -> Features:
    """Return the features of a link: its words, its URL, and its position."""
    words = [term for term in link_terms(prospect.words, language) if term not in without]
    address = [term for term in address_terms(url, language) if term not in without]
    names = {f"w {term}" for term in words} | {f"a {term}" for term in address}
    names |= set(_position_features(url, parent, prospect))
    return _even_features(LINK_BUCKETS, names)


def link_word_features(prospect: LinkProspect, language: str, without: frozenset[str]) -> Features:
    """Return a link's words as page features: they are most of the page's title."""
    terms = set(link_terms(prospect.words, language)) - without - DISTINCTIVE_WORDS.keys()
    value = 1.0 / math.sqrt(len(terms) or 1)
    return tuple((_page_bucket(term), value) for term in sorted(terms))


def _position_features(url: str, parent: str, prospect: LinkProspect) -> Iterable[str]:
    """Yield the page with the link, how relevant that page is, and the template of the URL."""
    yield f"on {path_of(parent)}"
    yield f"in {prospect.origin} {path_of(parent).split('/')[1]}"
    yield f"warmth {min(3, int(prospect.warmth * 8))}"
    yield f"like {template_of(url)}"
    yield "index" if prospect.likely_index else "article"


def _even_features(buckets: int, names: set[str]) -> Features:
    """Return the features, all with the same weight."""
    value = 1.0 / math.sqrt(len(names) or 1)
    return tuple((bucket(name, buckets), value) for name in sorted(names))
