"""The thesis' summaries: sentences weighed by their characteristic words, per word and clause.

P(w) = F(w) · (1 − df/D) · (L(w) − Dmin)^c for a word that comes F times, stands in df of D
documents and has L letters; the best words are characteristic. L(s) = Σ P(w) / (s0 · s1 · s2 · m)
for a sentence of s0 words, s1 clauses and s2 numerals (one at least), with m = 1; title, subtitles
and leads of paragraphs count more. Kept for comparison; see `article_summary.py` for ours.
"""

import re
from collections import Counter
from heapq import nlargest

import numpy

from tidings.enrich.summary.sentence_outline import SentenceOutline
from tidings.enrich.summary.sentence_space import Vector
from tidings.settings.tree import SummarySettings
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText

_CLAUSE_MARKS = frozenset(",;:，；：،؛")
_end = re.compile(r"[.!?…。！？．｡][\"'”’»)\]」』）】》]*$")


def characteristic_words(
    body: ParsedText, corpus: Corpus, settings: SummarySettings
) -> dict[str, float]:
    """Return the words of a text that tell it from others, in small letters, with their weights."""
    counts = Counter(word for word, term in zip(body.lowered, body.content, strict=True) if term)
    terms = dict(zip(body.lowered, body.terms, strict=True))
    words = [word for word in counts if len(word) > settings.min_length]
    documents = corpus.documents(body.language)
    found = corpus.frequencies([terms[word] for word in words], body.language)
    rare = 1 - numpy.minimum(found, documents) / max(documents, 1)
    weights = {
        word: counts[word] * float(share) * _influence(len(word), settings)
        for word, share in zip(words, rare, strict=True)
    }
    best = nlargest(settings.characteristic, weights, key=weights.__getitem__)
    return {word: weights[word] for word in best}


def _influence(letters: int, settings: SummarySettings) -> float:
    return float((letters - settings.min_length) ** settings.length_power)


def aitimes_weights(
    title: ParsedText, outline: SentenceOutline, corpus: Corpus, settings: SummarySettings
) -> Vector:
    """Return the weight of each sentence."""
    body = outline.body
    telling = characteristic_words(body, corpus, settings)
    said = frozenset(title.lowered) & telling.keys()
    weights = []
    for at, size in enumerate(outline.sizes):
        first, last = body.bounds[at]
        words = body.lowered[first:last]
        total = sum(telling.get(word, 0.0) for word in words)
        boost = _boost(outline, at, settings)
        if said and said.issubset(words):
            boost *= settings.title_boost
        weights.append(total * boost / (max(size, 1) * _clauses(words) * _numerals(words)))
    return numpy.array(weights)


def _clauses(words: list[str]) -> int:
    return 1 + sum(word in _CLAUSE_MARKS for word in words)


def _numerals(words: list[str]) -> int:
    return max(1, sum(word[0].isdecimal() for word in words))


def _boost(outline: SentenceOutline, at: int, settings: SummarySettings) -> float:
    """What a sentence is worth for its place in the paragraph, which is a line."""
    body = outline.body
    start, end = body.sentences[at]
    before = body.sentences[at - 1][1] if at else 0
    if at and "\n" not in body.text[before:start]:
        return 1.0
    alone = end == len(body.text) or body.text[end : end + 1] == "\n"
    if alone and not _end.search(body.text, start, end):
        return settings.subtitle_boost
    return settings.lead_boost
