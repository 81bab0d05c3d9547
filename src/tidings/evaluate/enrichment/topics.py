"""Scores topics on labelled sets: trained on their labels, and as shipped."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Final

import numpy
from numpy.typing import NDArray

from tidings.enrich.topics.article_topics import topic_probabilities, topics_of
from tidings.enrich.topics.sections import topics_of_label
from tidings.enrich.topics.subjects import SUBJECT_INDEX
from tidings.evaluate.enrichment.linear_model import gathered_features, predicted_classes
from tidings.evaluate.enrichment.topic_features import features_of
from tidings.evaluate.labelled.json_lines import Row, rows_of
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.measures.page_facts import RightShare
from tidings.text.language.detection import UNKNOWN, detect
from tidings.text.parsing.parsed_text import ParsedText, parse_text

_FOLDS = 5
_SAMPLE, _TOGETHER = 200, 10  # texts for detecting a set's language, and how many are joined
# Further topics that a class contains, unless another class is named for them.
_FURTHER: Final = {
    "economy": ("labour",),
    "arts": ("people",),
    "politics": ("conflict",),
    "science": ("environment",),
    "society": ("crime", "disaster", "people"),
}
_WORLD: Final = ("politics", "conflict", "disaster", "crime", "religion", "society")
_WORLDS: Final = frozenset({"world", "international", "foreign", "国际"})


@dataclass(frozen=True, slots=True)
class LabelledArticle:
    """An article of a set."""

    line: int
    label: str
    title: ParsedText
    body: ParsedText


@dataclass(frozen=True, slots=True)
class TopicMistake:
    """An article that the shipped model put into another class."""

    line: int
    label: str
    taken_for: str
    title: str
    surely: float


@dataclass(frozen=True, slots=True)
class TopicScore:
    """The scores on a set."""

    name: str
    language: str
    classes: tuple[str, ...]
    taught: RightShare  # trained on the set's labels, in folds
    untaught: RightShare | None  # as shipped; None if fewer than two classes are topics
    told: RightShare  # articles with any topic
    topics: dict[str, tuple[str, ...]]  # class -> its topics
    mistakes: tuple[TopicMistake, ...]  # the surest first
    confused: tuple[tuple[str, str, int], ...]
    cpu_ms: float  # of an article's topics


def labelled_articles(path: Path) -> tuple[list[LabelledArticle], list[SkippedLine]]:
    """Read a set: rows with a label and a title, a text or both."""
    good: list[tuple[int, str, str, str]] = []
    bad: list[SkippedLine] = []
    for number, row in enumerate(rows_of(path, "label"), 1):
        if isinstance(row, SkippedLine):
            bad.append(row)
        elif why := _wrong(row):
            bad.append(SkippedLine(number, why))
        else:
            good.append((number, row["label"], *_split(row)))
    language = _language([f"{title}\n{text}" for _, _, title, text in good])
    return [
        LabelledArticle(number, label, parse_text(title, language), parse_text(text, language))
        for number, label, title, text in good
    ], bad


def topic_score(name: str, articles: Sequence[LabelledArticle]) -> TopicScore:
    """Score a set of at least two classes."""
    topics = topics_by_class({article.label for article in articles})
    began = process_time()
    has_topic = [bool(topics_of(article.title, article.body)) for article in articles]
    spent = process_time() - began
    judged = [(article, *_likeliest_class(article, topics)) for article in articles if topics]
    judged = [each for each in judged if each[0].label in topics]
    wrong = [each for each in judged if topics[each[0].label] != topics[each[1]]]
    return TopicScore(
        name=name,
        language=articles[0].title.language,
        classes=tuple(sorted({article.label for article in articles})),
        taught=_taught(articles),
        untaught=RightShare(len(judged) - len(wrong), len(judged)) if judged else None,
        told=RightShare(sum(has_topic), len(has_topic)),
        topics=topics,
        mistakes=tuple(
            TopicMistake(article.line, article.label, taken, article.title.text, sure)
            for article, taken, sure in sorted(wrong, key=lambda each: -each[2])
        ),
        confused=_confused([(article.label, taken) for article, taken, _ in wrong]),
        cpu_ms=1000 * spent / len(articles),
    )


def topics_by_class(classes: set[str]) -> dict[str, tuple[str, ...]]:
    """Return the topics of a set's classes; classes with the same topics count as one.

    Empty if fewer than two remain.
    """
    named = {label: tuple(topics_of_label(label)) for label in sorted(classes)}
    taken = {slug for slugs in named.values() for slug in slugs}
    found = {}
    for label, slugs in named.items():
        further = [more for slug in slugs for more in _FURTHER.get(slug, ()) if more not in taken]
        if label.lower() in _WORLDS:
            further += [slug for slug in _WORLD if slug not in taken]
        if slugs or further:
            found[label] = tuple(sorted({*slugs, *further}))
    return found if len(set(found.values())) > 1 else {}


def _wrong(row: Row) -> str | None:
    if not isinstance(row["label"], str):
        return "its label is not text"
    texts = [row.get(key) or "" for key in ("title", "text")]
    if not all(isinstance(text, str) for text in texts):
        return "its title or text is not text"
    return None if any(text.strip() for text in texts) else "it has no title and no text"


def _split(row: Row) -> tuple[str, str]:
    """Title and text; without a title, the first line of the text is the title."""
    title, text = row.get("title") or "", row.get("text") or ""
    if not title and "\n" in text.strip():
        title, _, text = text.strip().partition("\n")
    return title, text


def _language(texts: Sequence[str]) -> str:
    """The most frequent language; several texts are joined, because headlines are too short."""
    sample = texts[:: max(1, len(texts) // _SAMPLE)]
    together = ["\n".join(sample[at : at + _TOGETHER]) for at in range(0, len(sample), _TOGETHER)]
    found = Counter(detect(text)[0] for text in together)
    return found.most_common(1)[0][0] if found else UNKNOWN


def _likeliest_class(
    article: LabelledArticle, topics: dict[str, tuple[str, ...]]
) -> tuple[str, float]:
    """The class with the likeliest topic, and its probability."""
    shares = topic_probabilities(article.title, article.body)
    likely = {
        label: max(float(shares[SUBJECT_INDEX[slug]]) for slug in slugs)
        for label, slugs in topics.items()
    }
    best = max(likely, key=lambda label: likely[label])
    return best, likely[best]


def _taught(articles: Sequence[LabelledArticle]) -> RightShare:
    """Every article classified by a model trained on the other folds."""
    labels = sorted({article.label for article in articles})
    classes = numpy.array([labels.index(article.label) for article in articles], dtype=numpy.int64)
    features = gathered_features([features_of(article.title, article.body) for article in articles])
    right = 0
    for held in _folds(classes):
        answers = predicted_classes(features, classes, ~held)
        right += int((answers[held] == classes[held]).sum())
    return RightShare(right, len(articles))


def _folds(classes: NDArray[numpy.int64]) -> Iterator[NDArray[numpy.bool_]]:
    """Masks of the held-out articles, the classes spread evenly over them."""
    places = defaultdict(list)
    for place, number in enumerate(classes.tolist()):
        places[number].append(place)
    rng = random.Random(0)
    order = []
    for members in places.values():
        rng.shuffle(members)
        order += members
    for fold in range(_FOLDS):
        held = numpy.zeros(len(classes), dtype=numpy.bool_)
        held[order[fold::_FOLDS]] = True
        yield held


def _confused(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str, int], ...]:
    return tuple((right, taken, count) for (right, taken), count in Counter(pairs).most_common())
