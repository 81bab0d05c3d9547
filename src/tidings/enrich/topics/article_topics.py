"""The topics of an article, on the top level of the IPTC Media Topics, and why; a linear model.

It adds up the seed words of the language, what was learned from the sections of other articles,
and the article's own labels. No topic is better than a wrong one: unclear texts have none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy

from tidings.enrich.topics.sections import topics_of_labels
from tidings.enrich.topics.subjects import SUBJECT_INDEX, SUBJECTS
from tidings.enrich.topics.topic_evidence import (
    ArticleWords,
    Logits,
    article_words,
    label_logits,
    probabilities,
    seed_logits,
    seed_word_logits,
)
from tidings.enrich.topics.topic_model import TopicModel
from tidings.enrich.topics.topic_terms import spellings
from tidings.model.articles.annotations import Topic
from tidings.text.parsing.parsed_text import ParsedText

MODEL: Final = "topics 1"

_MAX_TOPICS = 3  # of an article
_MIN_PROBABILITY = 0.3  # from here on the likeliest topic is usually right
_MAX_WORDS = 8  # shown for a topic
_MIN_SHARE = 0.05  # of a topic's evidence, for a word to be shown


@dataclass(frozen=True, slots=True)
class TopicGrounds:
    """Why an article has a topic: its words and labels, the strongest first."""

    topic: Topic
    words: tuple[tuple[str, float], ...]  # as written, with their share of the evidence
    labels: tuple[str, ...]


def topics_of(title: ParsedText, body: ParsedText, labels: Sequence[str] = (),
              learned: TopicModel | None = None) -> tuple[Topic, ...]:  # fmt: skip
    """Return the topics of an article, the likeliest first; none if it is unclear."""
    return _chosen(topic_probabilities(title, body, labels, learned))


def topic_probabilities(title: ParsedText, body: ParsedText, labels: Sequence[str] = (),
             learned: TopicModel | None = None) -> Logits:  # fmt: skip
    """Return the probability of every subject, in their order; the sum is at most one."""
    words = article_words(title, body)
    label_topics = {slug: sureness for slug, (sureness, _) in topics_of_labels(labels).items()}
    logits = seed_logits(words) + label_logits(label_topics)
    if learned is not None and learned.total:
        logits += learned.logits(words)
    return probabilities(logits)


def why_topics(title: ParsedText, body: ParsedText, labels: Sequence[str] = (),
               learned: TopicModel | None = None) -> tuple[TopicGrounds, ...]:  # fmt: skip
    """Return the topics of an article with the words and labels that decided them."""
    words = article_words(title, body)
    written = spellings(body) | spellings(title)
    label_topics = topics_of_labels(labels)
    term_logits = _term_logits(words, learned)
    return tuple(
        TopicGrounds(
            topic,
            _deciding_words(term_logits, written, topic.slug),
            _deciding_labels(label_topics, topic.slug),
        )
        for topic in topics_of(title, body, labels, learned)
    )


def _chosen(shares: Logits) -> tuple[Topic, ...]:
    best = numpy.argsort(-shares, kind="stable")[:_MAX_TOPICS]
    return tuple(
        Topic(SUBJECTS[index].slug, SUBJECTS[index].code, round(float(shares[index]), 3))
        for index in best
        if shares[index] >= _MIN_PROBABILITY
    )


def _term_logits(words: ArticleWords, learned: TopicModel | None) -> dict[str, Logits]:
    """The logits of each term."""
    term_logits = seed_word_logits(words)
    if learned is not None and learned.total:
        for term, logits in learned.word_logits(words).items():
            term_logits[term] = term_logits[term] + logits if term in term_logits else logits
    return term_logits


def _deciding_words(term_logits: dict[str, Logits], written: dict[str, str],
             slug: str) -> tuple[tuple[str, float], ...]:  # fmt: skip
    index = SUBJECT_INDEX[slug]
    amounts = {
        term: float(logits[index]) for term, logits in term_logits.items() if logits[index] > 0
    }
    total = sum(amounts.values())
    best = sorted(amounts, key=lambda term: (-amounts[term], term))[:_MAX_WORDS]
    return tuple(
        (_as_written(term, written), round(amounts[term] / total, 3))
        for term in best
        if amounts[term] >= _MIN_SHARE * total
    )


def _as_written(term: str, written: dict[str, str]) -> str:
    return " ".join(written.get(part, part) for part in term.split())


def _deciding_labels(label_topics: dict[str, tuple[float, str]], slug: str) -> tuple[str, ...]:
    return (label_topics[slug][1],) if slug in label_topics else ()
