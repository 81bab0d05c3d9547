"""Topic evidence: the logits of an article's seed words and labels for each topic.

All evidence is added up as logits, so that the contribution of each word is known.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy
from numpy.typing import NDArray

from tidings.enrich.topics.seed_words import seeds_of
from tidings.enrich.topics.subjects import SUBJECT_INDEX, SUBJECTS
from tidings.enrich.topics.topic_terms import term_counts
from tidings.text.parsing.parsed_text import ParsedText

Logits = NDArray[numpy.float32]

_TITLE_WEIGHT = 2.0  # of a word in the title
_LABEL_LOGIT = 5.0  # of a section that is in the table


@dataclass(frozen=True, slots=True)
class EvidenceScale:
    """How evidence becomes probability."""

    gain: float
    little: float  # offset: smaller evidence counts in full
    damping: float  # exponent below 1, because words of one article are not independent
    none: float  # logit of no topic


# Chosen for the likelihood of the right topic over headlines, short and long articles in several
# languages: python -m training.topics (decision 013).
EVIDENCE_SCALE: Final = EvidenceScale(gain=4.0, little=2.0, damping=0.75, none=1.0)


@dataclass(frozen=True, slots=True)
class ArticleWords:
    """The terms of an article with their weighted counts."""

    language: str
    amounts: Mapping[str, float]


# The last article's: finding its topics and learning from it need the same words in turn.
_latest: list[tuple[ParsedText, ParsedText, ArticleWords]] = []


def article_words(title: ParsedText, body: ParsedText) -> ArticleWords:
    """Return an article's terms; those of the title count more."""
    for known_title, known_body, words in tuple(_latest):
        if known_title is title and known_body is body:
            return words
    words = _article_words(title, body)
    _latest[:] = [(title, body, words)]
    return words


def _article_words(title: ParsedText, body: ParsedText) -> ArticleWords:
    amounts: Counter[str] = term_counts(body)
    heading = term_counts(title)
    for term, count in heading.items():
        amounts[term] += _TITLE_WEIGHT * count  # type: ignore[assignment]
    return ArticleWords(body.language if body.words else title.language, amounts)


def seed_logits(words: ArticleWords) -> Logits:
    """Return the logits of an article by its seed words."""
    _, evidence = weighed_seeds(words)
    if not len(evidence):
        return numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    total: Logits = scaled_evidence(evidence).sum(axis=0)
    return total


def seed_word_logits(words: ArticleWords) -> dict[str, Logits]:
    """Return the logits of each seed word."""
    terms, evidence = weighed_seeds(words)
    return dict(zip(terms, scaled_evidence(evidence), strict=True))


def weighed_seeds(words: ArticleWords) -> tuple[list[str], Logits]:
    """Return the seed words of an article with their unscaled evidence."""
    seeds = seeds_of(words.language)
    terms = list(filter(seeds.rows.__contains__, words.amounts))
    rows = [seeds.rows[term] for term in terms]
    amounts = numpy.sqrt([words.amounts[term] for term in terms], dtype=numpy.float32)
    evidence: Logits = amounts[:, None] * seeds.weights[rows]
    return terms, evidence


def scaled_evidence(evidence: Logits, scale: EvidenceScale = EVIDENCE_SCALE) -> Logits:
    """Return evidence as logits."""
    logits: Logits = evidence * numpy.float32(
        scale.gain / (scale.little + float(evidence.sum())) ** scale.damping
    )
    return logits


def label_logits(label_topics: Mapping[str, float]) -> Logits:
    """Return the logits of an article's labels, given their topics with sureness."""
    evidence = numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    for slug, sureness in label_topics.items():
        evidence[SUBJECT_INDEX[slug]] = _LABEL_LOGIT * sureness
    return evidence


def probabilities(logits: Logits, none: float = EVIDENCE_SCALE.none) -> Logits:
    """Return the probability of each topic; the rest is the probability of no topic."""
    top = max(float(logits.max()), none)
    powers = numpy.exp(logits - numpy.float32(top))
    shares: Logits = powers / (powers.sum() + numpy.float32(numpy.exp(none - top)))
    return shares
