"""The differences between an answer and its labels, for a person to read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tidings.evaluate.labelled.page_labels import ArticleLabels
from tidings.evaluate.measures.shingles import shingles
from tidings.evaluate.measures.snippets import single_spaced
from tidings.evaluate.pages.extractor import ExtractorAnswer
from tidings.evaluate.pages.page_score import PageScore

_WORD = re.compile(r"\w+")
_SIZE = 4
_MAX_PASSAGES = 3  # of each kind: enough to see the pattern
_WIDTH = 120


@dataclass(frozen=True, slots=True)
class AnswerDifference:
    """Passages and facts that differ."""

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    facts: tuple[str, ...]  # "title: wanted ..., got ..."


def answer_difference(
    answer: ExtractorAnswer, gold: ArticleLabels, score: PageScore
) -> AnswerDifference:
    """Return how an answer differs from its page's labels."""
    body, text = gold.body or gold.words or "", single_spaced(answer.text)
    missing = [snippet for snippet in gold.wanted if single_spaced(snippet) not in text]
    extra = [snippet for snippet in gold.unwanted if single_spaced(snippet) in text]
    if body:
        missing += longest_passages(body, answer.text)
        extra += longest_passages(answer.text, body)
    return AnswerDifference(_shown(missing), _shown(extra), tuple(_facts(answer, gold, score)))


def _shown(passages: list[str]) -> tuple[str, ...]:
    cut = (single_spaced(passage) for passage in passages)
    return tuple(text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…" for text in cut)


def _facts(answer: ExtractorAnswer, gold: ArticleLabels, score: PageScore) -> Iterator[str]:
    if score.title is False:
        yield f"title: wanted {gold.title!r}, got {answer.title!r}"
    if score.date is False:
        yield f"date: wanted {gold.day}, got {answer.day or 'none'}"
    if score.authors is False:
        got = ", ".join(answer.authors) or "none"
        yield f"authors: wanted {', '.join(gold.authors)}; got {got}"


def longest_passages(text: str, other: str) -> list[str]:
    """Return the longest passages that only the first text has."""
    passages = sorted(_passages(text, other), key=len, reverse=True)
    return passages[:_MAX_PASSAGES]


def _passages(text: str, other: str) -> Iterator[str]:
    places = list(_WORD.finditer(text))
    shared = _shared(tuple(place[0] for place in places), other)
    start: int | None = None
    for at, known in enumerate((*shared, True)):
        if known and start is not None:
            yield text[places[start].start() : places[at - 1].end()]
            start = None
        elif not known and start is None:
            start = at


def _shared(words: tuple[str, ...], other: str) -> list[bool]:
    """For each word, whether a shingle around it is in the other text; repetitions count."""
    left = shingles(other)
    shared = [False] * len(words)
    for at in range(max(1, len(words) - _SIZE + 1)):
        shingle = words[at : at + _SIZE]
        if left[shingle] > 0:
            left[shingle] -= 1
            shared[at : at + len(shingle)] = [True] * len(shingle)
    return shared
