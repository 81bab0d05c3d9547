"""Hashed features of an article in several views, for a model trained on a labelled set.

The views are stems, words as written, pairs, the title alone, beginnings of words, letters of
scripts without spaces, and lines of our seed words. Each has its own weight.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Final
from zlib import crc32

from tidings.enrich.topics.seed_words import seeds_of
from tidings.enrich.topics.topic_evidence import article_words
from tidings.enrich.topics.topic_terms import terms_of
from tidings.text.parsing.parsed_text import ParsedText
from tidings.text.scripts.cjk import RUN

_MAX_WORDS = 700
_PLACES = 1 << 22
_run = re.compile(RUN)


@dataclass(frozen=True, slots=True)
class FeatureView:
    """A view: its weight, and whether all articles have the same total in it."""

    name: str
    weight: float
    is_even: bool = True


# Weights chosen by cross-validation on English and Chinese sets (decision 013).
VIEWS: Final = (
    FeatureView("stems", 1.0),
    FeatureView("written", 0.5),
    FeatureView("pairs", 0.3),
    FeatureView("title", 0.5),
    FeatureView("begin 4", 0.5),
    FeatureView("begin 6", 0.3),
    FeatureView("letters", 1.0),
    FeatureView("letter pairs", 1.0),
    FeatureView(
        "seed lines", 0.07, is_even=False
    ),  # few features for many articles: a small weight is enough
)


def features_of(title: ParsedText, body: ParsedText) -> list[tuple[int, int, float]]:
    """Return an article's features: the number of the view, the hash, the amount."""
    features = []
    for number, names in enumerate(_names(title, body)):
        salt = crc32(VIEWS[number].name.encode())
        for name, count in Counter(names).items():
            place = crc32(name.encode("utf-8", "replace"), salt) % _PLACES
            features.append((number, place, 1 + log(count)))
    return features


def _names(title: ParsedText, body: ParsedText) -> Iterable[Iterable[str]]:
    """The features by view, in the order of the views."""
    heading = terms_of(title)
    stems = heading + terms_of(body)
    written = [w for w in title.words + body.words[:_MAX_WORDS] if w[0].isalnum()]
    # Punctuation and digits are letters here: 《 opens the name of a film, (图) closes odd news.
    letters = "".join((title.text + body.text[: 2 * _MAX_WORDS]).lower().split())
    letters = letters if _run.search(letters) else ""
    words = [] if letters else written
    stems = [word.lower() for word in written] if letters else stems
    return (
        stems,
        words,
        (f"{one} {other}" for one, other in pairwise(stems) if words),
        heading if body.words else (),
        (word[:4].lower() for word in words),
        (word[:6].lower() for word in words),
        letters,
        (one + other for one, other in pairwise(letters)),
        _lines(title, body),
    )


def _lines(title: ParsedText, body: ParsedText) -> list[str]:
    words = article_words(title, body)
    lines = seeds_of(words.language).lines
    return [str(line) for term in words.amounts for line in lines.get(term, ())]
