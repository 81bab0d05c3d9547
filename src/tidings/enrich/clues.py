"""Clues: what speaks for and against a name at a token, as words that the model has weights for.

Clues of a word alone are told by `own`, `before` and `after`, so that their weights can be added
up once for each word; those that take several words are told by `together` and `run_clues`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log10

from tidings.enrich.gazetteer import is_town, places_named
from tidings.enrich.known_names import known_names, large_words
from tidings.enrich.lexicon import alike, commonness
from tidings.enrich.likeness import groups_of
from tidings.enrich.name_words import ORGANISATION_WORDS, PARTICLES, PLACE_WORDS, TITLES
from tidings.enrich.stretch import is_large
from tidings.text.stopwords import is_stop_word

_REMEMBERED = 1 << 14  # words, by what is asked of them
_JUST_SEEN = 256  # words whose clues are kept; the tagger remembers what they add up to
_LONGEST_PLACE = 4  # words
_SHORT = 1023  # the first ten steps of a cluster's path
_GIVEN = 130  # of 255: a first name that is common enough to be one at sight
_EDGE = "|"
_LONG_RUN = 5  # words; longer runs are alike

Clues = tuple[str, ...]
Stretches = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as the clues see it."""

    words: list[str]
    sorts: list[str]
    listed: list[Clues]  # what the gazetteer and the lists say of each word
    casing: str


def sentence_of(words: list[str], stretches: Stretches) -> Sentence:
    """Return a sentence with what must be known of all of it to judge its stretches."""
    casing = casing_of(words)
    if casing == "capitals":
        words = [word.capitalize() if word.isupper() else word for word in words]
    listed = _listed(words, stretches)
    sorts = [_sort(word) if not said or said[0][0] != "K" else said[0][:2]
             for word, said in zip(words, listed, strict=True)]  # fmt: skip
    return Sentence(words, sorts, listed, casing)


def casing_of(words: Sequence[str]) -> str:
    """Tell how a sentence uses capital letters: as usual, in every word, everywhere."""
    letters = [word for word in words if len(word) > 1 and word.isalpha()]
    large = sum(word[0].isupper() for word in letters)
    if len(letters) >= 3 and sum(map(str.isupper, letters)) > 0.6 * len(letters):
        return "capitals"
    return "title" if len(letters) >= 4 and large > 0.6 * len(letters) else "usual"


def own(word: str) -> Clues:
    """Return the clues of a word where it stands."""
    small = word.lower()
    ends = [f"s{n}={small[-n:]}" for n in (1, 2, 3, 4) if len(small) > n]
    starts = [f"p{n}={small[:n]}" for n in (1, 2, 3, 4) if len(small) > n]
    return (f"w={small}", f"sh={_shape(word)}", *ends, *starts, *_nature(word))


def before(word: str) -> Clues:
    """Return the clues that a word gives of the one after it."""
    return tuple(f"-{clue}" for clue in _beside(word))


def after(word: str) -> Clues:
    """Return the clues that a word gives of the one before it."""
    return tuple(f"+{clue}" for clue in _beside(word))


def _beside(word: str) -> Clues:
    return (f"w={word.lower()}", f"sh={_shape(word)}", *_nature(word))


def far(word: str, mark: str) -> Clues:
    """Return the clues that a word gives two places away."""
    path = _path(word)[0]
    return tuple(f"{mark}{clue}" for clue in (f"w={word.lower()}", f"c6={path & 63}"))


@lru_cache(maxsize=_JUST_SEEN)
def _nature(word: str) -> tuple[str, ...]:
    path, case = _path(word)
    told = [f"case={case}"]
    if path:
        told += [f"c{n}={path & ((1 << n) - 1)}" for n in (4, 6, 8, 10)] + [f"c={path}"]
    large = "L" if is_large(word) else ""
    if large:
        given, family = commonness(word)
        told += [f"g={_step(given)}", f"f={_step(family)}"]
    told += [f"m{at}{large}={group}" for at, group in enumerate(groups_of(word))] or ["m=?"]
    small = word.lower()
    told += [f"{name}{large}" for name, group in _GROUPS if small in group]
    return tuple(told)


_GROUPS = (("title", TITLES), ("org", ORGANISATION_WORDS), ("place", PLACE_WORDS),
           ("part", PARTICLES))  # fmt: skip


def _step(common: int) -> int:
    return 0 if common == 0 else 1 + common // 32


@lru_cache(maxsize=_REMEMBERED)
def _path(word: str) -> tuple[int, int]:
    """A word's Brown cluster, as written or else in small letters, and how often it is large."""
    found = alike(word)
    return found if found[0] or word.islower() else alike(word.lower())


@lru_cache(maxsize=_REMEMBERED)
def _shape(word: str) -> str:
    """A word's outline: Xx for London, X for UN, 0 for 1989."""
    outline: list[str] = []
    for letter in word[:12]:
        mark = (
            "X"
            if letter.isupper()
            else "x"
            if letter.isalpha()
            else "0"
            if letter.isdigit()
            else letter
        )
        if not outline or outline[-1] != mark:
            outline.append(mark)
    long = "+" if word.isupper() and len(word) > 1 else ""
    return "".join(outline) + long


@lru_cache(maxsize=_REMEMBERED)
def _sort(word: str) -> str:
    """What sort of word it is, for clues made of several."""
    if not is_large(word):
        return _small_sort(word)
    small = word.lower()
    if word in large_words():
        return "people"
    for name, group in (("Org", ORGANISATION_WORDS), ("Place", PLACE_WORDS), ("Title", TITLES)):
        if small in group:
            return name
    case = _path(word)[1]
    if 0 < case < 4 or is_stop_word(word, "en"):
        return "Common"
    return _name_sort(word)


def _name_sort(word: str) -> str:
    given, family = commonness(word)
    if given > _GIVEN:
        return "Given"
    if places_named(word):
        return "Known"
    if family:
        return "Family"
    return "XX" if len(word) > 1 and word.isupper() else "Xx"


def _small_sort(word: str) -> str:
    if not word[0].isalpha():
        return "0" if word[0].isdigit() else word[0]
    for name, group in (("part", PARTICLES), ("title", TITLES), ("org", ORGANISATION_WORDS),
                        ("place", PLACE_WORDS)):  # fmt: skip
        if word in group:
            return name
    return "stop" if is_stop_word(word, "en") else "xx"


def _listed(words: Sequence[str], stretches: Stretches) -> list[Clues]:
    """What lists say of each word: the longest name from the left that one of them has."""
    said: list[Clues] = [()] * len(words)
    names, longest = known_names()
    for first, end in stretches:
        at = first
        while at < end:
            reach = longest.get(words[at], 1)
            if reach > 1 or is_large(words[at]):
                at = _mark(words[:end], at, max(reach, _LONGEST_PLACE), names, said)
            else:
                at += 1
    return said


def _mark(words: Sequence[str], at: int, reach: int, names: dict[tuple[str, ...], str],
          said: list[Clues]) -> int:  # fmt: skip
    for end in range(min(len(words), at + reach), at, -1):
        known = names.get(tuple(words[at:end]))
        place = _place_clue(" ".join(words[at:end])) if is_large(words[end - 1]) else ""
        if known or place:
            for each in range(at, end):
                where = "S" if end - at == 1 else "B" if each == at else "I"
                by_list = (f"{known}{where}",) if known else ()
                said[each] = (*by_list, f"z{where}", f"z{where}{place}") if place else by_list
            return end
    return at + 1


@lru_cache(maxsize=_REMEMBERED)
def _place_clue(name: str) -> str:
    listed = places_named(name)
    if not listed:
        return "town" if is_town(name) else ""
    top = listed[0]
    return f"city{int(log10(top.people + 1))}" if top.level == "city" else top.level


def together(sentence: Sentence, at: int) -> list[str]:
    """Return the clues at a token that take the words beside it."""
    words, sorts, listed = sentence.words, sentence.sorts, sentence.listed
    sort = sorts[at]
    prior, left = (words[at - 1].lower(), sorts[at - 1]) if at else (_EDGE, _EDGE)
    last = at + 1 == len(words)
    following, right = (_EDGE, _EDGE) if last else (words[at + 1].lower(), sorts[at + 1])
    told = [
        "bias", f"t={sort}", f"<{left} {sort}", f"{sort} {right}>", f"{left} {sort} {right}",
        f"{sentence.casing} {sort}", f"<{prior} {sort}", f"{sort} {following}>",
        f"<{_path(prior)[0] & _SHORT} {sort}", f"{sort} {_path(following)[0] & _SHORT}>",
        *listed[at],
    ]  # fmt: skip
    if not at:
        told.append(f"first {sort}")
    elif listed[at - 1]:
        told += [f"-{clue}" for clue in listed[at - 1]]
    if not last and listed[at + 1]:
        told += [f"+{clue}" for clue in listed[at + 1]]
    return told


def runs_of(words: Sequence[str], stretch: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the runs of large words in a stretch."""
    runs: list[tuple[int, int]] = []
    for at in range(*stretch):
        if is_large(words[at]):
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
    return runs


def run_clues(sentence: Sentence, first: int, end: int) -> list[str]:
    """Return the clues of a run of large words, which all of them share."""
    words, sorts = sentence.words, sentence.sorts
    length = min(end - first, _LONG_RUN)
    prior = words[first - 1].lower() if first else _EDGE
    following = words[end].lower() if end < len(words) else _EDGE
    told = [
        f"r{length}", f"last={words[end - 1].lower()}", f"last={sorts[end - 1]}",
        f"{sorts[first]}..{sorts[end - 1]}{length}",
        f"<<{prior}", f"{following}>>", f"<<{prior} {sorts[first]}",
        f"<<{words[first - 2].lower() if first > 1 else _EDGE} {prior}",
        f"{following} {words[end + 1].lower() if end + 1 < len(words) else _EDGE}>>",
    ]  # fmt: skip
    for word, mark in ((prior, "<<"), (following, ">>")):
        path = _path(word)[0]
        told += [f"{mark}c{path & _SHORT}", f"{mark}c6{path & 63}"]
    inside = set(sorts[first:end])
    return told + [f"r{sort}" for sort in ("Org", "Place", "Given") if sort in inside]


def position_clue(at: int, first: int, end: int) -> str:
    """Return the clue of a token's place in its run."""
    return f"r{min(at - first, 3)}of{min(end - first, _LONG_RUN)}"
