"""Seed words: the topics' words that are known before anything was crawled, by language.

The lists in `topic_words/` are our own, one file per language. The fewer topics list a word, the
more it counts for each.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy
from numpy.typing import NDArray

from tidings.enrich.topics.subjects import SUBJECT_INDEX, SUBJECTS
from tidings.text.parsing.tokens import tokens
from tidings.text.scripts.cjk import LETTERS
from tidings.text.terms.stems import WordStemmer

_FOLDER = Path(__file__).parent / "topic_words"
_SAME_LIST = {"nb": "no", "nn": "no", "ms": "id"}  # languages that use another's list
_UNSPACED = re.compile(f"[{LETTERS}]")
_STRENGTHS = {"!": 1.0, "": 1.0, "?": 0.3}  # of a line; a word in two lines of a topic has the sum

_LISTED = frozenset(path.stem for path in _FOLDER.glob("*.txt"))
LANGUAGES: Final = _LISTED | {
    language for language, shared in _SAME_LIST.items() if shared in _LISTED
}

Weights = NDArray[numpy.float32]


@dataclass(frozen=True, slots=True)
class SeedWords:
    """The seed words of one language as terms, with rows of weights."""

    rows: dict[str, int]  # term, or terms of a phrase joined by spaces -> row
    phrases: dict[str, tuple[tuple[str, ...], ...]]  # first term -> whole phrases
    inside: dict[str, tuple[str, ...]]  # two letters -> seeds of unspaced scripts that begin so
    weights: Weights  # rows by topics
    forms: frozenset[str]  # the single words as listed, in lower case
    lines: dict[str, tuple[int, ...]]  # term -> the lines that list it; lines are finer groups


@cache
def seeds_of(language: str) -> SeedWords:
    """Return the seed words of a language; none if it has no list."""
    stems = WordStemmer(language)
    listed: dict[tuple[str, ...], Weights] = {}
    lines: dict[str, tuple[int, ...]] = {}
    for number, (slug, strength, words) in enumerate(_lines(language)):
        # Once per line: "soldier soldiers" is one term.
        for key in dict.fromkeys(_terms(word.replace("_", " "), stems) for word in words):
            row = listed.setdefault(key, numpy.zeros(len(SUBJECTS), dtype=numpy.float32))
            row[SUBJECT_INDEX[slug]] += strength
            lines[" ".join(key)] = (*lines.get(" ".join(key), ()), number)
    listed.pop((), None)
    forms = frozenset(word.lower() for _, _, words in _lines(language) for word in words)
    return _seeds(listed, forms, lines)


def _seeds(listed: dict[tuple[str, ...], Weights], forms: frozenset[str],
           lines: dict[str, tuple[int, ...]]) -> SeedWords:  # fmt: skip
    phrases: dict[str, tuple[tuple[str, ...], ...]] = {}
    inside: dict[str, tuple[str, ...]] = {}
    for key in sorted(listed, key=lambda key: (-len(key[0]), key)):
        if len(key) > 1:
            phrases[key[0]] = (*phrases.get(key[0], ()), key)
        elif len(key[0]) > 1 and _UNSPACED.search(key[0]):
            inside[key[0][:2]] = (*inside.get(key[0][:2], ()), key[0])
    exclusive = [row * row.max() / row.sum() for row in listed.values()]
    weights = numpy.array(exclusive, dtype=numpy.float32).reshape(-1, len(SUBJECTS))
    rows = {" ".join(key): row for row, key in enumerate(listed)}
    return SeedWords(rows, phrases, inside, weights, forms, lines)


def _lines(language: str) -> list[tuple[str, float, list[str]]]:
    """Topic, strength and words of each line of a language's list."""
    if language not in LANGUAGES:
        return []
    path = _FOLDER / f"{_SAME_LIST.get(language, language)}.txt"
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            head, *words = line.split()
            slug = head.rstrip("!?")
            found.append((slug, _STRENGTHS[head.removeprefix(slug)], words))
    return found


def _terms(phrase: str, stems: WordStemmer) -> tuple[str, ...]:
    """The terms of a seed, as a text would have them; in an unspaced script it is one term."""
    if len(phrase) > 1 and _UNSPACED.search(phrase):
        return (phrase.lower(),)
    words = [word.lower() for word in tokens(phrase, stems.language)[0] if word[0].isalnum()]
    return tuple(filter(None, map(stems.term, words)))
