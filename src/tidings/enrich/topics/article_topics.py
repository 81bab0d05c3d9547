"""Topics of an article on the IPTC Media Topics' top level, and why; a linear model, no more.

Seed words of its language, what the sections of other articles taught, and its own labels are
added up. None is better than a wrong one: a text that says nothing has no topics.
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

_MOST = 3  # topics of an article
_LEAST = 0.3  # probability of a topic that is told: the likeliest is right more often than not
_REASONS = 8  # words that are named for a topic
_TELLING = 0.05  # of a topic's evidence that a word must have to be named


@dataclass(frozen=True, slots=True)
class TopicGrounds:
    """Why an article has a topic: its words and its labels, those that say most first."""

    topic: Topic
    words: tuple[tuple[str, float], ...]  # as written, with their share of what the words say
    labels: tuple[str, ...]


def topics_of(title: ParsedText, body: ParsedText, labels: Sequence[str] = (),
              learned: TopicModel | None = None) -> tuple[Topic, ...]:  # fmt: skip
    """Return what an article is about, the likeliest first; nothing if it does not say."""
    return _chosen(topic_probabilities(title, body, labels, learned))


def topic_probabilities(title: ParsedText, body: ParsedText, labels: Sequence[str] = (),
             learned: TopicModel | None = None) -> Logits:  # fmt: skip
    """Return the probability of every subject, in their order; together they are at most one."""
    words = article_words(title, body)
    named = {slug: sure for slug, (sure, _) in topics_of_labels(labels).items()}
    logits = seed_logits(words) + label_logits(named)
    if learned is not None and learned.total:
        logits += learned.logits(words)
    return probabilities(logits)


def why_topics(title: ParsedText, body: ParsedText, labels: Sequence[str] = (),
               learned: TopicModel | None = None) -> tuple[TopicGrounds, ...]:  # fmt: skip
    """Return the topics of an article with the words and labels that decided."""
    words = article_words(title, body)
    written = spellings(body) | spellings(title)
    named = topics_of_labels(labels)
    said = _term_logits(words, learned)
    return tuple(
        TopicGrounds(
            topic, _deciding_words(said, written, topic.slug), _deciding_labels(named, topic.slug)
        )
        for topic in topics_of(title, body, labels, learned)
    )


def _chosen(shares: Logits) -> tuple[Topic, ...]:
    best = numpy.argsort(-shares, kind="stable")[:_MOST]
    return tuple(
        Topic(SUBJECTS[place].slug, SUBJECTS[place].code, round(float(shares[place]), 3))
        for place in best
        if shares[place] >= _LEAST
    )


def _term_logits(words: ArticleWords, learned: TopicModel | None) -> dict[str, Logits]:
    """What each term says about the topics."""
    said = seed_word_logits(words)
    if learned is not None and learned.total:
        for term, logits in learned.word_logits(words).items():
            said[term] = said[term] + logits if term in said else logits
    return said


def _deciding_words(said: dict[str, Logits], written: dict[str, str],
             slug: str) -> tuple[tuple[str, float], ...]:  # fmt: skip
    place = SUBJECT_INDEX[slug]
    amounts = {term: float(logits[place]) for term, logits in said.items() if logits[place] > 0}
    total = sum(amounts.values())
    best = sorted(amounts, key=lambda term: (-amounts[term], term))[:_REASONS]
    return tuple(
        (_as_written(term, written), round(amounts[term] / total, 3))
        for term in best
        if amounts[term] >= _TELLING * total
    )


def _as_written(term: str, written: dict[str, str]) -> str:
    return " ".join(written.get(part, part) for part in term.split())


def _deciding_labels(named: dict[str, tuple[float, str]], slug: str) -> tuple[str, ...]:
    return (named[slug][1],) if slug in named else ()
