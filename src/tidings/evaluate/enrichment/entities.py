"""Scores entities: a name in a labelled sentence is right only with its exact position.

Sentences of one document are read as one article, as those of real articles are; a file without
documents is read sentence by sentence.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from time import process_time

from tidings.enrich.entities.article_entities import entities_of
from tidings.enrich.name_tagger.tagger import was_trained_on
from tidings.evaluate.labelled.conll import LabelledName, LabelledSentence
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import parse_text

_ALL = "all"


@dataclass(slots=True)
class NameCounts:
    """How many names are right, were found, and are labelled."""

    right: int = 0
    found: int = 0
    there: int = 0

    def add(self, ours: set[LabelledName], gold: set[LabelledName]) -> None:
        """Count the names of a sentence."""
        self.right += len(ours & gold)
        self.found += len(ours)
        self.there += len(gold)

    @property
    def precision(self) -> float:
        """The share of found names that are right."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of labelled names that were found."""
        return self.right / self.there if self.there else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.found + self.there
        return 2 * self.right / both if both else 0.0


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence with the names we found in it."""

    sentence: LabelledSentence
    ours: frozenset[LabelledName]

    @property
    def mistakes(self) -> int:
        """How many names are missing, wrong or superfluous."""
        return len(self.ours ^ set(self.sentence.names))


@dataclass(slots=True)
class EntityScore:
    """The score on one file."""

    sentences: int = 0
    trained_on: int = 0  # sentences that the model was trained on
    tokens: int = 0
    cpu_seconds: float = 0.0
    tallies: dict[str, NameCounts] = field(default_factory=dict)
    judged: list[JudgedSentence] = field(default_factory=list)

    def worst(self, count: int) -> list[JudgedSentence]:
        """Return the sentences with the most mistakes."""
        wrong = [each for each in self.judged if each.mistakes]
        return sorted(wrong, key=lambda each: (-each.mistakes, each.sentence.line))[:count]


def entity_score(sentences: Iterable[LabelledSentence], language: str) -> EntityScore:
    """Return the score on the sentences of a file."""
    score = EntityScore(tallies={_ALL: NameCounts(), **{kind: NameCounts() for kind in EntityKind}})
    for document in _documents(sentences):
        started = process_time()
        score.judged += _judged(document, language, score)
        score.cpu_seconds += process_time() - started
    for each in score.judged:
        _count(each, score)
    return score


def _documents(sentences: Iterable[LabelledSentence]) -> Iterator[list[LabelledSentence]]:
    for document, members in groupby(sentences, key=lambda each: each.document):
        if document:
            yield list(members)
        else:
            yield from ([member] for member in members)


def _judged(
    document: Sequence[LabelledSentence], language: str, score: EntityScore
) -> list[JudgedSentence]:
    """The sentences of a document with the names found in them, offsets from each one's start."""
    body = parse_text("\n".join(each.text for each in document), language)
    score.tokens += len(body.words)
    found = [
        LabelledName(mention.start, mention.end, entity.kind)
        for entity in entities_of(parse_text("", language), body)
        for mention in entity.mentions
    ]
    judged = []
    start = 0
    for sentence in document:
        end = start + len(sentence.text)
        ours = (LabelledName(each.start - start, each.end - start, each.kind) for each in found
                if start <= each.start and each.end <= end)  # fmt: skip
        judged.append(JudgedSentence(sentence, frozenset(ours)))
        start = end + 1
    return judged


def _count(judged: JudgedSentence, score: EntityScore) -> None:
    score.sentences += 1
    score.trained_on += was_trained_on(judged.sentence.text)
    gold = set(judged.sentence.names)
    score.tallies[_ALL].add(set(judged.ours), gold)
    for kind in EntityKind:
        score.tallies[kind].add(
            {each for each in judged.ours if each.kind == kind},
            {each for each in gold if each.kind == kind},
        )
