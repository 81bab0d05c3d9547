"""What lists say of the words of a sentence: the gazetteer, and the names known beforehand."""

from collections.abc import Sequence

from tidings.enrich.name_tables.gazetteer import place_hint
from tidings.enrich.name_tables.known_names import known_names
from tidings.enrich.name_tagger.casing import CAPITALISED, WORD_CASING

_LONGEST_PLACE = 4  # words

Features = tuple[str, ...]
TokenRanges = Sequence[tuple[int, int]]


def list_features(words: Sequence[str], stretches: TokenRanges) -> list[Features]:
    """Return what lists say of each word: the longest name from the left that one of them has."""
    said: list[Features] = [()] * len(words)
    longest = known_names()[1]
    for first, end in stretches:
        at = first
        while at < end:
            known = longest.get(words[at], 1)
            if known > 1 or WORD_CASING[words[at]] & CAPITALISED:
                at = _mark(words, at, end, known, said)
            else:
                at += 1
    return said


def _mark(words: Sequence[str], at: int, last: int, most: int, said: list[Features]) -> int:
    """Note the longest listed name at a token, known ones have up to `most`; return its end."""
    names = known_names()[0]
    for end in range(min(last, at + max(most, _LONGEST_PLACE)), at, -1):
        known = names.get(tuple(words[at:end])) if end - at <= most else None
        place = (
            place_hint(" ".join(words[at:end])) if WORD_CASING[words[end - 1]] & CAPITALISED else ""
        )
        if known or place:
            _note(known, place, at, end, said)
            return end
    return at + 1


def _note(known: str | None, place: str, first: int, end: int, said: list[Features]) -> None:
    for at in range(first, end):
        where = "S" if end - first == 1 else "B" if at == first else "I"
        by_list = (f"{known}{where}",) if known else ()
        said[at] = (*by_list, f"z{where}", f"z{where}{place}") if place else by_list
