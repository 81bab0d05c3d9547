"""Topics on labelled sets: what our features learn from their labels, and what we know without."""

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
_SAMPLE, _TOGETHER = 200, 10  # texts that the language of a set is found by, and how many at once
# What classes hold beside the topics that their names stand for, unless another class is for that.
_BESIDE: Final = {
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
    """An article that was taken for another class without labels from the set."""

    line: int
    label: str
    taken_for: str
    title: str
    surely: float


@dataclass(frozen=True, slots=True)
class TopicScore:
    """How well a set's classes are told."""

    name: str
    language: str
    classes: tuple[str, ...]
    taught: RightShare  # with labels from the set, in folds
    untaught: RightShare | None  # without; None where fewer than two classes stand for topics
    told: RightShare  # articles that were given a topic at all
    topics: dict[str, tuple[str, ...]]  # class -> the topics it was looked for under
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
    told = [bool(topics_of(article.title, article.body)) for article in articles]
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
        told=RightShare(sum(told), len(told)),
        topics=topics,
        mistakes=tuple(
            TopicMistake(article.line, article.label, taken, article.title.text, sure)
            for article, taken, sure in sorted(wrong, key=lambda each: -each[2])
        ),
        confused=_confused([(article.label, taken) for article, taken, _ in wrong]),
        cpu_ms=1000 * spent / len(articles),
    )


def topics_by_class(classes: set[str]) -> dict[str, tuple[str, ...]]:
    """Return the topics that a set's classes stand for; classes that stand for the same are one.

    Empty where that leaves fewer than two to tell apart.
    """
    named = {label: tuple(topics_of_label(label)) for label in sorted(classes)}
    taken = {slug for slugs in named.values() for slug in slugs}
    found = {}
    for label, slugs in named.items():
        beside = [more for slug in slugs for more in _BESIDE.get(slug, ()) if more not in taken]
        if label.lower() in _WORLDS:
            beside += [slug for slug in _WORLD if slug not in taken]
        if slugs or beside:
            found[label] = tuple(sorted({*slugs, *beside}))
    return found if len(set(found.values())) > 1 else {}


def _wrong(row: Row) -> str | None:
    if not isinstance(row["label"], str):
        return "its label is no text"
    texts = [row.get(key) or "" for key in ("title", "text")]
    if not all(isinstance(text, str) for text in texts):
        return "its title or text is no text"
    return None if any(text.strip() for text in texts) else "it has no title and no text"


def _split(row: Row) -> tuple[str, str]:
    """Title and text; the first line of a text without a title is its title."""
    title, text = row.get("title") or "", row.get("text") or ""
    if not title and "\n" in text.strip():
        title, _, text = text.strip().partition("\n")
    return title, text


def _language(texts: Sequence[str]) -> str:
    """The language of most texts; a few together, for headlines alone say too little."""
    sample = texts[:: max(1, len(texts) // _SAMPLE)]
    together = ["\n".join(sample[at : at + _TOGETHER]) for at in range(0, len(sample), _TOGETHER)]
    found = Counter(detect(text)[0] for text in together)
    return found.most_common(1)[0][0] if found else UNKNOWN


def _likeliest_class(
    article: LabelledArticle, topics: dict[str, tuple[str, ...]]
) -> tuple[str, float]:
    """The class whose topics are likeliest, and how likely."""
    shares = topic_probabilities(article.title, article.body)
    likely = {
        label: max(float(shares[SUBJECT_INDEX[slug]]) for slug in slugs)
        for label, slugs in topics.items()
    }
    best = max(likely, key=lambda label: likely[label])
    return best, likely[best]


def _taught(articles: Sequence[LabelledArticle]) -> RightShare:
    """Every article judged by a model that learned from the other folds."""
    labels = sorted({article.label for article in articles})
    classes = numpy.array([labels.index(article.label) for article in articles], dtype=numpy.int64)
    features = gathered_features([features_of(article.title, article.body) for article in articles])
    right = 0
    for held in _folds(classes):
        answers = predicted_classes(features, classes, ~held)
        right += int((answers[held] == classes[held]).sum())
    return RightShare(right, len(articles))


def _folds(classes: NDArray[numpy.int64]) -> Iterator[NDArray[numpy.bool_]]:
    """Masks of what is held back, the classes spread evenly over them."""
    places = defaultdict(list)
    for place, number in enumerate(classes.tolist()):
        places[number].append(place)
    chance = random.Random(0)
    order = []
    for members in places.values():
        chance.shuffle(members)
        order += members
    for fold in range(_FOLDS):
        held = numpy.zeros(len(classes), dtype=numpy.bool_)
        held[order[fold::_FOLDS]] = True
        yield held


def _confused(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str, int], ...]:
    return tuple((right, taken, count) for (right, taken), count in Counter(pairs).most_common())
