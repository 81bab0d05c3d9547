"""Samples: pages whose text is known, to test keen tags. keen_tags.py decides which to test.

A page is kept as the pieces between its cutting tags, measured in words and in words that begin a
shingle of the known text, so that any choice of keen tags can be scored by sums alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from tidings.extract.methods.html_tokens import HtmlToken, tokens_of, words_of
from tidings.extract.methods.plateau import richest_span

_MAX_PIECES = 4_000  # real pages have up to 2 600; learning tries every tag on each of them
_MAX_TEXT = 300_000  # characters on a page; a long article has 50 000
_MIN_SHOWN = 0.7  # of the known text must be in one place, or the page is not used
_SHINGLE = 4


class SamplePiece(NamedTuple):
    """What is between two cutting tags."""

    cut: str  # the tag that ends it
    score: int  # characters of text
    words: int
    known: int  # those of its words that begin a shingle of the known text


@dataclass(frozen=True, slots=True)
class KeenSample:
    """A page whose text is known."""

    pieces: tuple[SamplePiece, ...]
    inside: frozenset[str]  # the tags within the known text that are not keen yet
    wanted: int  # shingles of the known text


def closeness(samples: Sequence[KeenSample], tags: frozenset[str]) -> float:
    """Return how well the best parts match the known texts if `tags` are keen: a mean F1."""
    return sum(_f1(sample, tags) for sample in samples) / max(1, len(samples))


def _f1(sample: KeenSample, tags: frozenset[str]) -> float:
    """The F1 of the part with the highest score."""
    best = best_words = best_known = 0
    score = words = known = 0
    for cut, more, more_words, more_known in sample.pieces:
        score += more
        words += more_words
        known += more_known
        if cut not in tags:
            if score > best:
                best, best_words, best_known = score, words, known
            score = words = known = 0
    return 2 * min(best_known, sample.wanted) / max(1, best_words + sample.wanted)


def sample_of(html: str, text: str, keen: frozenset[str]) -> KeenSample | None:
    """Return a page to test tags on, or None if it cannot be used.

    Unusable are pages of absurd length, and pages whose text is not in one place.
    """
    tokens = tokens_of(html)
    if sum(len(token.text) for token in tokens if not token.tag) > _MAX_TEXT:
        return None
    wanted = set(_shingles(words_of(text[:_MAX_TEXT])))
    counts = _word_counts(tokens, wanted)
    first, end = richest_span(2 * known - words for words, known in counts)
    shown = sum(known for _, known in counts[first:end])
    if not wanted or shown < _MIN_SHOWN * len(wanted):
        return None
    inside = frozenset(token.name for token in tokens[first:end] if token.tag) - keen
    pieces = tuple(islice(_pieces(tokens, counts, keen), _MAX_PIECES))
    return KeenSample(pieces, inside, len(wanted))


def _shingles(words: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(_SHINGLE)), strict=False)


def _word_counts(
    tokens: Sequence[HtmlToken], wanted: set[tuple[str, ...]]
) -> list[tuple[int, int]]:
    """For each token its number of words, and how many of them begin a wanted shingle."""
    words = [[] if token.tag else words_of(token.text) for token in tokens]
    known = (shingle in wanted for shingle in _shingles(list(chain.from_iterable(words))))
    return [(len(own), sum(islice(known, len(own)))) for own in words]


def _pieces(
    tokens: Sequence[HtmlToken], counts: Sequence[tuple[int, int]], keen: frozenset[str]
) -> Iterator[SamplePiece]:
    score = words = known = 0
    for token, (more, wanted) in zip(tokens, counts, strict=True):
        if not token.tag:
            score, words, known = score + len(token.text.strip()), words + more, known + wanted
        elif token.name not in keen:
            yield SamplePiece(token.name, score, words, known)
            score = words = known = 0
    yield SamplePiece("", score, words, known)
