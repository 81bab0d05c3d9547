"""Fits how topic evidence becomes probability, and measures what sections teach.

    python -m training.topics --data DIR|FILE              # the best scale, the gain from lessons
    python -m training.topics --data DIR|FILE --out FILE   # also writes lessons from all sets

Reads `topics*.jsonl` as `tidings eval topics` does; labels are names of sections, such as a site's.
Lessons contain weights of hashed words and no text. Do not ship lessons from sets that may only be
used for measuring.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy

from tidings.enrich.topics.article_topics import topic_probabilities
from tidings.enrich.topics.sections import topics_of_label
from tidings.enrich.topics.subjects import SUBJECT_INDEX
from tidings.enrich.topics.topic_evidence import (
    EVIDENCE_SCALE,
    EvidenceScale,
    Logits,
    article_words,
    probabilities,
    scaled_evidence,
    weighed_seeds,
)
from tidings.enrich.topics.topic_model import TopicModel
from tidings.evaluate.enrichment.topics import LabelledArticle, labelled_articles
from tidings.evaluate.labelled.json_lines import labelled_files

_GRID = ((2.0, 3.0, 4.0, 5.0, 7.0), (1.0, 2.0, 4.0, 8.0), (0.5, 0.75), (0.5, 1.0, 2.0))
_MIN_PROBABILITY = 1e-4  # one confident wrong answer must not outweigh all others


@dataclass(frozen=True, slots=True)
class Sample:
    """An article's evidence from seed words, and the topics of its label."""

    article: LabelledArticle
    evidence: Logits
    right: tuple[int, ...]


def samples_of(path: Path) -> list[Sample]:
    """Return the articles of a set whose labels are topics."""
    articles, _ = labelled_articles(path)
    return [
        Sample(
            article, weighed_seeds(article_words(article.title, article.body))[1].sum(axis=0), right
        )
        for article in articles
        if (right := tuple(SUBJECT_INDEX[slug] for slug in topics_of_label(article.label)))
    ]


def surprise(samples: Sequence[Sample], scale: EvidenceScale) -> float:
    """Return the mean negative log likelihood of the right topics under a scale."""
    right = [
        float(
            probabilities(scaled_evidence(each.evidence, scale), scale.none)[list(each.right)].sum()
        )
        for each in samples
    ]
    return float(-numpy.log(numpy.maximum(right, _MIN_PROBABILITY)).mean())


def best_scale(sets: Sequence[Sequence[Sample]]) -> tuple[EvidenceScale, float]:
    """Return the best scale; every set has the same weight."""
    tried = [EvidenceScale(*numbers) for numbers in product(*_GRID)]
    surprises = [sum(surprise(each, scale) for each in sets) / len(sets) for scale in tried]
    place = int(numpy.argmin(surprises))
    return tried[place], surprises[place]


def halves(samples: Sequence[Sample]) -> Iterator[tuple[Sequence[Sample], Sequence[Sample]]]:
    """Yield each half for learning, with the other half for testing."""
    yield samples[::2], samples[1::2]
    yield samples[1::2], samples[::2]


def lessons_from(samples: Sequence[Sample]) -> TopicModel:
    """Return the model learned from the articles' labels."""
    lessons = TopicModel.empty()
    for each in samples:
        lessons.learn(each.article.title, each.article.body, (each.article.label,))
    return lessons


def accuracy(samples: Sequence[Sample], learned: TopicModel | None) -> float:
    """Return how often the likeliest of all topics is right."""
    right = [
        int(topic_probabilities(each.article.title, each.article.body, (), learned).argmax())
        in each.right
        for each in samples
    ]
    return sum(right) / max(1, len(right))


def main() -> None:
    """Print the best scale and the gain from lessons; write lessons with --out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR|FILE")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write packed lessons")
    options = parser.parse_args()
    paths = labelled_files(options.data, "topics*.jsonl")
    sets = {path.stem: found for path in paths if (found := samples_of(path))}
    for name, samples in sets.items():
        _print_set(name, samples)
    scale, least = best_scale(list(sets.values()))
    ours = sum(surprise(each, EVIDENCE_SCALE) for each in sets.values()) / len(sets)
    print(f"best scale {scale}, surprise {least:.4f}; ours {EVIDENCE_SCALE}, {ours:.4f}")
    if options.out:
        everything = [sample for samples in sets.values() for sample in samples]
        options.out.write_bytes(lessons_from(everything).pack())


def _print_set(name: str, samples: Sequence[Sample]) -> None:
    """Print the accuracy of the likeliest topic, with and without lessons from the other half."""
    taught = [accuracy(judged, lessons_from(learned)) for learned, judged in halves(samples)]
    empty = accuracy(samples, None)
    print(f"{name}: {len(samples)} articles, {empty:.4f} empty, {sum(taught) / 2:.4f} taught")


if __name__ == "__main__":
    main()
