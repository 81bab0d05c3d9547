"""The summary of an article: the sentences that show best what it is about, in their order.

The weight of a sentence grows with its centrality among the others, its density of repeated terms
per word, its earliness, and its overlap with the title. The heaviest are chosen; each loses weight
by what it repeats of those already chosen. The weights are round numbers: measured quality changes
little when one of them is halved or doubled (docs/decisions/016).
"""

import numpy

from tidings.enrich.summary.aitimes_summary import aitimes_weights
from tidings.enrich.summary.sentence_choice import (
    SentenceSimilarity,
    SummaryRoom,
    chosen_sentences,
    opening_sentences,
)
from tidings.enrich.summary.sentence_outline import SentenceOutline, outline_of
from tidings.enrich.summary.sentence_space import SentenceSpace, Vector, centrality, scaled
from tidings.model.articles.summary import (
    DEFAULT_LENGTH,
    SummaryLength,
    SummaryMethod,
    SummarySentence,
)
from tidings.settings.tree import SummarySettings
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText

MODEL = "summary 1"

_DENSITY_WEIGHT = 1.5  # centrality and earliness have 1; density keeps long sentences out
_REDUNDANCY = 1.0  # penalty of a sentence that repeats a chosen one
_TITLE_WEIGHT = (
    0.5  # of a sentence with all terms of the title; low, because the title is shown too
)
_QUOTE_PENALTY = 0.25  # quotations comment more often than they report
_DEFAULT_SETTINGS = SummarySettings()


def summary_of(
    title: ParsedText,
    body: ParsedText,
    corpus: Corpus,
    length: SummaryLength = DEFAULT_LENGTH,
    method: SummaryMethod = SummaryMethod.BEST,
    settings: SummarySettings = _DEFAULT_SETTINGS,
) -> tuple[SummarySentence, ...]:
    """Return the sentences that summarise a text, in its order; none if it has no words."""
    outline = outline_of(body)
    room = SummaryRoom.of(length, outline.sizes)
    if not any(outline.sizes):
        return ()
    if method is SummaryMethod.LEAD:
        places = opening_sentences(outline.sizes, room)
    elif method is SummaryMethod.AITIMES:
        weights = aitimes_weights(title, outline, corpus, settings)
        places = chosen_sentences(weights, outline.sizes, room)
    else:
        places = _best(title, outline, corpus, room)
    return tuple(SummarySentence(body.sentence(at), at) for at in places)


def _best(
    title: ParsedText, outline: SentenceOutline, corpus: Corpus, room: SummaryRoom
) -> list[int]:
    sentences = [outline.terms[at] for at in outline.fit]
    space = SentenceSpace.of(sentences, corpus, outline.body.language)
    cosine = space.cosines()
    sizes = [outline.sizes[at] for at in outline.fit]
    weights = (
        scaled(centrality(cosine))
        + _DENSITY_WEIGHT * scaled(space.density(sizes))
        + _earliness(len(sentences))
        + _TITLE_WEIGHT * space.shares(title.content)
        - _QUOTE_PENALTY * numpy.array([outline.quotes(at) for at in outline.fit])
    )
    similarity = SentenceSimilarity(cosine, space.overlap(), _REDUNDANCY)
    places = chosen_sentences(weights, sizes, room, similarity)
    return [outline.fit[at] for at in places]


def _earliness(count: int) -> Vector:
    """From 1 for the first sentence down to nearly 0 for the last."""
    return 1 - numpy.arange(count) / max(count, 1)
