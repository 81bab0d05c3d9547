"""Topic evidence: how much an article's words, learned words and labels speak for each topic.

Everything is added up as logits, so that what one says can be told apart from the rest.
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

_TITLE = 2.0  # how often a word of the title counts
_LABEL = 5.0  # what a section that is in the table says


@dataclass(frozen=True, slots=True)
class EvidenceScale:
    """How evidence becomes probability."""

    gain: float
    little: float  # evidence that is not much yet
    damping: float  # the power by which more says less: words of one article are not independent
    none: float  # what speaks for no topic at all


# Chosen for the likelihood of the right topic over headlines, short and long articles in several
# languages: python -m training.topics (decision 013).
EVIDENCE_SCALE: Final = EvidenceScale(gain=4.0, little=2.0, damping=0.75, none=1.0)


@dataclass(frozen=True, slots=True)
class ArticleWords:
    """The terms of an article, each with how much it stands there."""

    language: str
    amounts: Mapping[str, float]


def article_words(title: ParsedText, body: ParsedText) -> ArticleWords:
    """Return an article's terms; those of the title count more."""
    amounts: Counter[str] = term_counts(body)
    heading = term_counts(title)
    for term, count in heading.items():
        amounts[term] += _TITLE * count  # type: ignore[assignment]
    return ArticleWords(body.language if body.words else title.language, amounts)


def seed_logits(words: ArticleWords) -> Logits:
    """Return what the seed words of a language say about an article."""
    _, said = weighed_seeds(words)
    if not len(said):
        return numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    total: Logits = scaled_evidence(said).sum(axis=0)
    return total


def seed_word_logits(words: ArticleWords) -> dict[str, Logits]:
    """Return the same seed word by seed word."""
    terms, said = weighed_seeds(words)
    return dict(zip(terms, scaled_evidence(said), strict=True))


def weighed_seeds(words: ArticleWords) -> tuple[list[str], Logits]:
    """Return the seed words of an article, and what each says, not yet scaled."""
    seeds = seeds_of(words.language)
    terms = list(filter(seeds.rows.__contains__, words.amounts))
    rows = [seeds.rows[term] for term in terms]
    amounts = numpy.sqrt([words.amounts[term] for term in terms], dtype=numpy.float32)
    said: Logits = amounts[:, None] * seeds.weights[rows]
    return terms, said


def scaled_evidence(said: Logits, scale: EvidenceScale = EVIDENCE_SCALE) -> Logits:
    """Return evidence as logits."""
    logits: Logits = said * numpy.float32(
        scale.gain / (scale.little + float(said.sum())) ** scale.damping
    )
    return logits


def label_logits(named: Mapping[str, float]) -> Logits:
    """Return what an article's labels say, by topic and how surely they stand for it."""
    said = numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    for slug, sure in named.items():
        said[SUBJECT_INDEX[slug]] = _LABEL * sure
    return said


def probabilities(logits: Logits, none: float = EVIDENCE_SCALE.none) -> Logits:
    """Return the probability of each topic; what is left is that of none of them."""
    top = max(float(logits.max()), none)
    powers = numpy.exp(logits - numpy.float32(top))
    shares: Logits = powers / (powers.sum() + numpy.float32(numpy.exp(none - top)))
    return shares
