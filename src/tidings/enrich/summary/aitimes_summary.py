"""The summaries of the AI Times thesis: sentences weighted by characteristic words.

P(w) = F(w) · (1 − df/D) · (L(w) − Dmin)^c for a word with count F, in df of D documents, with L
letters; the best words are characteristic. L(s) = Σ P(w) / (s0 · s1 · s2 · m) for a sentence with
s0 words, s1 clauses and s2 numerals (at least one), with m = 1; title, subtitles and first
sentences of paragraphs count more. Kept for comparison; `article_summary.py` has our own method.
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
_SENTENCE_END = re.compile(r"[.!?…。！？．｡][\"'”’»)\]」』）】》]*$")


def characteristic_words(
    body: ParsedText, corpus: Corpus, settings: SummarySettings
) -> dict[str, float]:
    """Return the words that distinguish a text from others, in lower case, with their weights."""
    counts = Counter(word for word, term in zip(body.lowered, body.content, strict=True) if term)
    terms = dict(zip(body.lowered, body.terms, strict=True))
    words = [word for word in counts if len(word) > settings.min_length]
    documents = corpus.documents(body.language)
    found = corpus.frequencies([terms[word] for word in words], body.language)
    rarities = 1 - numpy.minimum(found, documents) / max(documents, 1)
    weights = {
        word: counts[word] * float(share) * _influence(len(word), settings)
        for word, share in zip(words, rarities, strict=True)
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
    characteristic = characteristic_words(body, corpus, settings)
    title_words = frozenset(title.lowered) & characteristic.keys()
    weights = []
    for at, size in enumerate(outline.sizes):
        first, last = body.bounds[at]
        words = body.lowered[first:last]
        total = sum(characteristic.get(word, 0.0) for word in words)
        boost = _boost(outline, at, settings)
        if title_words and title_words.issubset(words):
            boost *= settings.title_boost
        weights.append(total * boost / (max(size, 1) * _clauses(words) * _numerals(words)))
    return numpy.array(weights)


def _clauses(words: list[str]) -> int:
    return 1 + sum(word in _CLAUSE_MARKS for word in words)


def _numerals(words: list[str]) -> int:
    return max(1, sum(word[0].isdecimal() for word in words))


def _boost(outline: SentenceOutline, at: int, settings: SummarySettings) -> float:
    """The factor of a sentence by its position in the paragraph, which is a line."""
    body = outline.body
    start, end = body.sentences[at]
    previous_end = body.sentences[at - 1][1] if at else 0
    if at and "\n" not in body.text[previous_end:start]:
        return 1.0
    is_single_sentence = end == len(body.text) or body.text[end : end + 1] == "\n"
    if is_single_sentence and not _SENTENCE_END.search(body.text, start, end):
        return settings.subtitle_boost
    return settings.lead_boost
