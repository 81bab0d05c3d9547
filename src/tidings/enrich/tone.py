"""Tone: the sentiment of an English text by the VADER lexicon (Hutto and Gilbert 2014); a hint.

People rated single words; as in VADER, negations reverse and adverbs strengthen a rating. News
reports bad events in neutral words, so the tone shows what an article is about, not its opinion.
Other languages have no tone, which is better than a wrong one.
"""

import math
from collections import defaultdict
from functools import cache
from importlib.resources import files
from itertools import compress, count
from typing import Final

from tidings.model.articles.annotations import Tone
from tidings.text.parsing.parsed_text import ParsedText

MODEL: Final = "vader 3.2"

_LANGUAGE: Final = "en"
_MAX_WORDS: Final = 4_000  # the rest hardly changes the sum
_SHOWN: Final = 8
_NORM: Final = 15.0  # from VADER: maps the sum of a sentence to between -1 and 1
_NEGATION_FACTOR: Final = -0.74  # from VADER, for a word after a negation …
_MAX_DISTANCE: Final = 3  # … at most this many words before it
_STRENGTH: Final = 0.293  # what "very" adds and "slightly" subtracts, next to the word …
_FADING: Final = (1.0, 0.95, 0.9)  # … and at larger distances

_NEGATIONS: Final = frozenset(
    "not no never neither nor nobody nothing nowhere none without hardly scarcely barely cannot "
    "aint arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt "
    "shouldnt wasnt werent wont wouldnt seldom rarely despite".split()
)
_STRONGER: Final = frozenset(
    "absolutely awfully completely considerably decidedly deeply enormously entirely especially "
    "exceptionally extremely fully greatly highly hugely incredibly intensely largely more most "
    "particularly quite really remarkably so substantially thoroughly totally tremendously "
    "unusually utterly very".split()
)
_WEAKER: Final = frozenset(
    "almost barely hardly kind less little marginally occasionally partly scarcely slightly "
    "somewhat sort".split()
)


def tone_of(title: ParsedText, body: ParsedText) -> Tone | None:
    """Return the tone of an article; None in other languages, or without a rated word."""
    if body.language != _LANGUAGE:
        return None
    sums: list[float] = []
    words: defaultdict[str, float] = defaultdict(float)
    for parsed in (title, body):
        for first, last in parsed.bounds:
            if first >= _MAX_WORDS:
                break
            rated = _rated(parsed.lowered[first:last])
            if rated:
                sums.append(sum(rating for _, rating in rated))
                for word, rating in rated:
                    words[word] += rating
    if not sums:
        return None
    score = sum(each / math.sqrt(each * each + _NORM) for each in sums) / len(sums)
    heaviest = sorted(words.items(), key=lambda item: (-abs(item[1]), item[0]))[:_SHOWN]
    return Tone(round(score, 4), tuple((word, round(weight, 3)) for word, weight in heaviest))


def _rated(words: list[str]) -> list[tuple[str, float]]:
    """The rated words of a sentence, adjusted by the words before them."""
    ratings = _lexicon()
    return [
        (words[at], _adjusted(words, at, ratings[words[at]]))
        for at in compress(count(), map(ratings.__contains__, words))
        if not _is_part_of_negation(words, at)
    ]


def _adjusted(words: list[str], at: int, rating: float) -> float:
    before = words[max(0, at - 2 * _MAX_DISTANCE) : at]  # there may be apostrophes between them
    near = [word for word in before if word.isalpha()][-_MAX_DISTANCE:][::-1]
    sign = 1.0 if rating > 0 else -1.0
    for fading, word in zip(_FADING, near, strict=False):
        if word in _STRONGER:
            rating += sign * _STRENGTH * fading
        elif word in _WEAKER:
            rating -= sign * _STRENGTH * fading
    return rating * _NEGATION_FACTOR if _is_negated(before, near) else rating


def _is_negated(before: list[str], near: list[str]) -> bool:
    if not _NEGATIONS.isdisjoint(near):
        return True
    # "don’t" is three tokens: don, the apostrophe, t.
    return any(
        word == "t" and before[at - 1] in "'’" and before[at - 2].endswith("n")
        for at, word in enumerate(before)
        if at >= 2
    )


def _is_part_of_negation(words: list[str], at: int) -> bool:
    """Whether a rated word only negates another: "no" is rated, and reverses what follows."""
    return words[at] in _NEGATIONS and any(
        word in _lexicon() for word in words[at + 1 : at + 1 + _MAX_DISTANCE]
    )


@cache
def _lexicon() -> dict[str, float]:
    """The single words of the lexicon with their mean rating, without its emoticons."""
    lines = files("vader_sentiment").joinpath("vader_lexicon.txt").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {row[0]: float(row[1]) for row in rows if len(row) > 1 and row[0].isalpha()}
