"""Completing what is being typed, from the words of titles as they are written.

A table of words and pairs of words in a row, sorted by how they are typed: small letters without
accents. Recent titles count more than old ones, and a word counts once per title.
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

_LEAST: Final = 3  # letters of a word worth completing to
_MAX_RUN: Final = 4  # letters of a piece of Chinese, Japanese or Thai that is a word or two
_RARE: Final = 2  # titles that must have a pair of words, or a name made up for one headline
_HALF_LIFE: Final = 30.0  # days after which a title counts half
_NEARLY: Final = 0.9  # of the titles with a word have it in one longer phrase
_MAX_FORMS: Final = 300_000  # some 60 MB: then those of a single title are forgotten
_END: Final = "\U0010ffff"
_word = re.compile(rf"(?P<run>{RUN})|[^\W_]+(?:['’.-][^\W_]+)*")


_run_at_end = re.compile(rf"{RUN}$")

_Counted = dict[str, tuple[int, float]]


@dataclass(frozen=True, slots=True)
class DatedTitle:
    """A title, its language and how many days ago it was published."""

    text: str
    language: str
    age_days: float


class Completions:
    """The table, made once from many titles; never changes, and is for any number of threads."""

    def __init__(self, titles: Iterable[DatedTitle]) -> None:
        counted = _counted(titles)
        forms: dict[str, list[str]] = {}
        for form in counted:
            forms.setdefault(_typed(form), []).append(form)
        numbers = {key: sum(counted[form][0] for form in forms[key]) for key in forms}
        self._keys = sorted(key for key in forms if numbers[key] >= _least_titles(key))
        self._texts = [_written(forms[key], counted) for key in self._keys]
        self._titles = [int(numbers[key]) for key in self._keys]
        self._weights: Floats = np.array(
            [sum(counted[form][1] for form in forms[key]) for key in self._keys]
        )

    def __len__(self) -> int:
        return len(self._keys)

    def complete(self, text: str, limit: int = 8) -> list[Completion]:
        """Return what text may go on to, the frequent and recent first.

        The last two words, or else the last one, are completed; what stands before them stays. A
        completion begins with what was typed, but for case and accents.
        """
        for start in _starts(text):
            before, beginning = text[:start], _typed(text[start:])
            if beginning and (found := self._beginning_with(beginning, limit)):
                return [Completion(before + self._texts[at], self._titles[at]) for at in found]
        return []

    def _beginning_with(self, beginning: str, limit: int) -> Sequence[int]:
        first = bisect_left(self._keys, beginning)
        last = bisect_left(self._keys, beginning + _END, first)
        if limit <= 0 or first == last:
            return []
        weights = self._weights[first:last]
        if len(weights) > 4 * limit:
            some = np.argpartition(-weights, 4 * limit)[: 4 * limit]
        else:
            some = np.arange(len(weights))
        order = some[np.lexsort((some, -weights[some]))] + first
        return [at for at in order.tolist() if self._is_news(at, beginning, order)][:limit]

    def _is_news(self, at: int, beginning: str, others: Iterable[int]) -> bool:
        """Whether it says more than what was typed, and no longer one says it all."""
        key, titles = self._keys[at], self._titles[at]
        return key != beginning and not any(
            other != at and self._titles[other] >= _NEARLY * titles
            for other in others
            if self._keys[other].startswith(key)
        )


def _counted(titles: Iterable[DatedTitle]) -> _Counted:
    """How many titles have each word or pair as written, and how much they weigh together."""
    counted: _Counted = {}
    for title in titles:
        weight = 0.5 ** (max(title.age_days, 0.0) / _HALF_LIFE)
        for form in set(_phrases(title)):
            number, weights = counted.get(form, (0, 0.0))
            counted[form] = (number + 1, weights + weight)
        if len(counted) > _MAX_FORMS:
            counted = {form: each for form, each in counted.items() if each[0] > 1}
    return counted


def _starts(text: str) -> list[int]:
    """Where what is completed may begin: two words back, one; within a run, some letters back."""
    starts = [found.start() for found in re.finditer(r"\S+", text)][-2:]
    run = _run_at_end.search(text)
    if run is not None:
        starts += range(max(run.start() + 1, len(text) - _MAX_RUN + 1), len(text))
    return starts


def _phrases(title: DatedTitle) -> Iterable[str]:
    """The words of a title and the pairs of them in a row, none with a small word at either end."""
    before, end = "", -1  # the telling word before, and where it ends
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
    """Pieces of a run without spaces: there is no telling where its words end, frequency tells."""
    for size in range(2, _MAX_RUN + 1):
        yield from (run[at : at + size] for at in range(len(run) - size + 1))


@lru_cache(maxsize=65_536)
def _is_distinctive(word: str, language: str) -> bool:
    return len(word) >= _LEAST and not word.isdigit() and not is_stop_word(word, language)


def _least_titles(key: str) -> int:
    return _RARE if " " in key or _run_at_end.fullmatch(key) else 1


def _typed(text: str) -> str:
    """What is typed for it, more or less."""
    return folded(text.casefold().replace("’", "'"))


def _written(forms: Iterable[str], counted: _Counted) -> str:
    """The way it is mostly written; small letters are believed sooner, see wording.py."""
    return max(forms, key=lambda form: (counted[form][0] * (3 if form.islower() else 1), form))
