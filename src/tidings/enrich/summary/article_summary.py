"""The summary of an article: those of its sentences that say what it is about, in their order.

A sentence weighs by how central it is among the others, by how much it tells per word of what they
come back to, by how early it stands and by what it shares with the title; the heaviest are taken,
each worth less the more it repeats of those taken before. The weights are round numbers: what was
measured moves little when one of them is halved or doubled (docs/decisions/016).
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

_DENSITY = 1.5  # beside centrality and earliness with 1: it is what keeps long sentences out
_REDUNDANCY = 1.0  # what a sentence loses that says again all that was said
_TITLE = 0.5  # what one that says all of the title gains: it is told where the title stands, too
_QUOTE = 0.25  # what one with a quotation loses: it comments more often than it reports
_USUAL = SummarySettings()


def summary_of(
    title: ParsedText,
    body: ParsedText,
    corpus: Corpus,
    length: SummaryLength = DEFAULT_LENGTH,
    method: SummaryMethod = SummaryMethod.BEST,
    settings: SummarySettings = _USUAL,
) -> tuple[SummarySentence, ...]:
    """Return the sentences of a text that stand for it, in its order; none if it has no word."""
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
    cosine = space.likeness()
    sizes = [outline.sizes[at] for at in outline.fit]
    weights = (
        scaled(centrality(cosine))
        + _DENSITY * scaled(space.density(sizes))
        + _earliness(len(sentences))
        + _TITLE * space.shares(title.content)
        - _QUOTE * numpy.array([outline.quotes(at) for at in outline.fit])
    )
    likeness = SentenceSimilarity(cosine, space.overlap(), _REDUNDANCY)
    places = chosen_sentences(weights, sizes, room, likeness)
    return [outline.fit[at] for at in places]


def _earliness(count: int) -> Vector:
    """From 1 for the first sentence down to nearly nought for the last."""
    return 1 - numpy.arange(count) / max(count, 1)
