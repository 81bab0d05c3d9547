"""Features of words that are in a list: the gazetteer, or the names known beforehand."""

from collections.abc import Sequence

from tidings.enrich.name_tables.gazetteer import place_hint
from tidings.enrich.name_tables.known_names import known_names
from tidings.enrich.name_tagger.casing import CAPITALISED, WORD_CASING

_MAX_PLACE_WORDS = 4  # words

Features = tuple[str, ...]
TokenRanges = Sequence[tuple[int, int]]


def list_features(words: Sequence[str], ranges: TokenRanges) -> list[Features]:
    """Return the list features of each word: the longest listed name, from the left."""
    features: list[Features] = [()] * len(words)
    longest = known_names()[1]
    for first, end in ranges:
        at = first
        while at < end:
            known = longest.get(words[at], 1)
            if known > 1 or WORD_CASING[words[at]] & CAPITALISED:
                at = _mark_longest(words, at, end, known, features)
            else:
                at += 1
    return features


def _mark_longest(
    words: Sequence[str], at: int, last: int, max_known: int, features: list[Features]
) -> int:
    """Mark the longest listed name at a token and return its end; known names have at most
    `max_known` words."""
    names = known_names()[0]
    for end in range(min(last, at + max(max_known, _MAX_PLACE_WORDS)), at, -1):
        known = names.get(tuple(words[at:end])) if end - at <= max_known else None
        place = (
            place_hint(" ".join(words[at:end])) if WORD_CASING[words[end - 1]] & CAPITALISED else ""
        )
        if known or place:
            _add_features(known, place, at, end, features)
            return end
    return at + 1


def _add_features(
    known: str | None, place: str, first: int, end: int, features: list[Features]
) -> None:
    for at in range(first, end):
        position = "S" if end - first == 1 else "B" if at == first else "I"
        by_list = (f"{known}{position}",) if known else ()
        features[at] = (*by_list, f"z{position}", f"z{position}{place}") if place else by_list
