"""Completes what is being typed, from the words of article titles.

A table of words and pairs of adjacent words, sorted by how they are typed: in lower case and
without accents. Recent titles count more than old ones, and a word counts once per title.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from tidings.model.search.recommendations import Completion
from tidings.search.rank.vectors import Floats
from tidings.text.scripts.cjk import RUN
from tidings.text.scripts.marks import folded
from tidings.text.terms.stopwords import is_stop_word

_LEAST: Final = 3  # letters of a word worth offering
_MAX_RUN: Final = 4  # letters of a piece of Chinese, Japanese or Thai that is a word or two
_RARE: Final = 2  # titles that a pair of words must be in; fewer is chance
_HALF_LIFE: Final = 30.0  # days after which a title counts half
_NEARLY: Final = 0.9  # share of a word's titles above which a longer phrase replaces it
_MAX_FORMS: Final = 300_000  # some 60 MB; above that, forms of a single title are dropped
_END: Final = "\U0010ffff"
_word = re.compile(rf"(?P<run>{RUN})|[^\W_]+(?:['’.-][^\W_]+)*")


_run_at_end = re.compile(rf"{RUN}$")

_FormCounts = dict[str, tuple[int, float]]


@dataclass(frozen=True, slots=True)
class DatedTitle:
    """A title, its language and how many days ago it was published."""

    text: str
    language: str
    age_days: float


class Completions:
    """The table, built once from many titles. Immutable and thread-safe."""

    def __init__(self, titles: Iterable[DatedTitle]) -> None:
        form_counts = _form_counts(titles)
        forms: dict[str, list[str]] = {}
        for form in form_counts:
            forms.setdefault(_typed(form), []).append(form)
        numbers = {key: sum(form_counts[form][0] for form in forms[key]) for key in forms}
        self._keys = sorted(key for key in forms if numbers[key] >= _least_titles(key))
        self._texts = [_written(forms[key], form_counts) for key in self._keys]
        self._titles = [int(numbers[key]) for key in self._keys]
        self._weights: Floats = np.array(
            [sum(form_counts[form][1] for form in forms[key]) for key in self._keys]
        )

    def __len__(self) -> int:
        return len(self._keys)

    def complete(self, text: str, limit: int = 8) -> list[Completion]:
        """Return completions of a text, the frequent and recent first.

        The last two words, or else the last one, are completed; the words before them stay. A
        completion begins with the typed text, except for case and accents.
        """
        for start in _starts(text):
            before, prefix = text[:start], _typed(text[start:])
            if prefix and (found := self._with_prefix(prefix, limit)):
                return [Completion(before + self._texts[at], self._titles[at]) for at in found]
        return []

    def _with_prefix(self, prefix: str, limit: int) -> Sequence[int]:
        first = bisect_left(self._keys, prefix)
        last = bisect_left(self._keys, prefix + _END, first)
        if limit <= 0 or first == last:
            return []
        weights = self._weights[first:last]
        if len(weights) > 4 * limit:
            some = np.argpartition(-weights, 4 * limit)[: 4 * limit]
        else:
            some = np.arange(len(weights))
        order = some[np.lexsort((some, -weights[some]))] + first
        return [at for at in order.tolist() if self._is_worth_showing(at, prefix, order)][:limit]

    def _is_worth_showing(self, at: int, prefix: str, others: Iterable[int]) -> bool:
        """Whether it adds to the typed text, and no longer phrase covers nearly all its titles."""
        key, titles = self._keys[at], self._titles[at]
        return key != prefix and not any(
            other != at and self._titles[other] >= _NEARLY * titles
            for other in others
            if self._keys[other].startswith(key)
        )


def _form_counts(titles: Iterable[DatedTitle]) -> _FormCounts:
    """For each word or pair as written: the number of titles with it, and their total weight."""
    form_counts: _FormCounts = {}
    for title in titles:
        weight = 0.5 ** (max(title.age_days, 0.0) / _HALF_LIFE)
        for form in set(_phrases(title)):
            number, weights = form_counts.get(form, (0, 0.0))
            form_counts[form] = (number + 1, weights + weight)
        if len(form_counts) > _MAX_FORMS:
            form_counts = {form: each for form, each in form_counts.items() if each[0] > 1}
    return form_counts


def _starts(text: str) -> list[int]:
    """Where the completed part may begin: one or two words back, or some letters into a run."""
    starts = [found.start() for found in re.finditer(r"\S+", text)][-2:]
    run = _run_at_end.search(text)
    if run is not None:
        starts += range(max(run.start() + 1, len(text) - _MAX_RUN + 1), len(text))
    return starts


def _phrases(title: DatedTitle) -> Iterable[str]:
    """The words of a title and its pairs of adjacent words, without stop words."""
    before, end = "", -1  # the previous distinctive word, and where it ends
    for found in _word.finditer(title.text):
        word = found[0]
        if found["run"]:
            yield from _runs(word)
            before = ""
        elif not _is_distinctive(word, title.language):
            before = ""
        else:
            yield word
            if before and title.text[end : found.start()] == " ":
                yield f"{before} {word}"
            before, end = word, found.end()


def _runs(run: str) -> Iterable[str]:
    """Pieces of a run without spaces; the frequent ones are words."""
    for size in range(2, _MAX_RUN + 1):
        yield from (run[at : at + size] for at in range(len(run) - size + 1))


@lru_cache(maxsize=65_536)
def _is_distinctive(word: str, language: str) -> bool:
    return len(word) >= _LEAST and not word.isdigit() and not is_stop_word(word, language)


def _least_titles(key: str) -> int:
    return _RARE if " " in key or _run_at_end.fullmatch(key) else 1


def _typed(text: str) -> str:
    """The text as people type it: in lower case and without accents."""
    return folded(text.casefold().replace("’", "'"))


def _written(forms: Iterable[str], form_counts: _FormCounts) -> str:
    """The most frequent form; lower-case ones count more, see written_forms.py."""
    return max(forms, key=lambda form: (form_counts[form][0] * (3 if form.islower() else 1), form))
