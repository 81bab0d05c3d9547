"""Clues: what speaks for and against a name at a token, as words that the model has weights for.

Clues of a word alone are told by `near`, `ends` and `far`. Those that take several words and come
again and again are told by questions, a function and what it asks about; what the clues of a word
or question weigh is thus added up once. Clues that are seldom the same twice are told as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tidings.enrich.casing import LARGE, WRITING, casing_of
from tidings.enrich.gazetteer import hint_of
from tidings.enrich.known_names import large_words
from tidings.enrich.lexicon import alike, commonness
from tidings.enrich.likeness import groups_of
from tidings.enrich.listed import Clues, Stretches, listed_in
from tidings.enrich.name_words import ORGANISATION_WORDS, PARTICLES, PLACE_WORDS, TITLES
from tidings.text.terms.stopwords import is_stop_word

_REMEMBERED = 1 << 14  # words, by what is asked of them
_SHORT = 1023  # the first ten steps of a cluster's path
_GIVEN = 130  # of 255: a first name that is common enough to be one at sight
_EDGE = "|"
_UNKNOWN = ("", "town")  # hints of the gazetteer that do not make a word a place's name
_LONG_RUN = 5  # words; longer runs are alike

Question = tuple[Any, ...]  # a function that tells clues, and its arguments


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as the clues see it."""

    words: list[str]
    sorts: list[str]
    listed: list[Clues]  # what the gazetteer and the lists say of each word
    casing: str


def sentence_of(words: list[str], stretches: Stretches, written: list[str]) -> Sentence:
    """Return a sentence with what must be known of it to judge its stretches.

    Its words may have been written otherwise: names without capitals.
    """
    casing = casing_of(written)
    if casing == "capitals":
        words = [word.capitalize() if word.isupper() else word for word in words]
    listed = listed_in(words, stretches)
    sorts = [""] * len(words)  # of the words that are neither in a stretch nor beside one
    for first, end in stretches:
        for at in range(max(0, first - 1), min(end + 1, len(words))):
            said = listed[at]
            sorts[at] = said[0][:2] if said and said[0][0] == "K" else _sort(words[at])
    if words is not written and casing != "capitals":
        for at, word in enumerate(words):
            if word != written[at]:
                listed[at] = (*listed[at], "small", f"small {sorts[at]}")
    return Sentence(words, sorts, listed, casing)


def near(word: str) -> tuple[list[Question], list[str]]:
    """Return the questions and clues of a word, about itself and about the words beside it."""
    small, large = word.lower(), "L" if WRITING[word] & LARGE else ""
    asked: list[Question] = [(_clustered, *_path(word)), (_grouped, groups_of(word), large)]
    if large:
        asked.append((_common, *commonness(word)))
    told = [name + large for name in _GROUPS.get(small, ())]
    return asked, [f"w={small}", f"sh={_shape(word)}", *told]


def _clustered(path: int, case: int) -> list[str]:
    told = [f"c{n}={path & ((1 << n) - 1)}" for n in (4, 6, 8, 10)] + [f"c={path}"]
    return [f"case={case}", *(told if path else ())]


def _grouped(groups: tuple[int, ...], large: str) -> list[str]:
    return [f"m{at}{large}={group}" for at, group in enumerate(groups)] or ["m=?"]


def _common(given: int, family: int) -> Clues:
    return f"g={_step(given)}", f"f={_step(family)}"


def ends(word: str) -> list[str]:
    """Return the clues of a word that it gives of itself only."""
    small = word.lower()
    if len(small) < 5:
        sizes = range(1, len(small))
        return [f"s{n}={small[-n:]}" for n in sizes] + [f"p{n}={small[:n]}" for n in sizes]
    # Most words, and twice as fast without a loop.
    return ["s1=" + small[-1:], "s2=" + small[-2:], "s3=" + small[-3:], "s4=" + small[-4:],
            "p1=" + small[:1], "p2=" + small[:2], "p3=" + small[:3], "p4=" + small[:4]]  # fmt: skip


def far(word: str) -> list[str]:
    """Return the clues that a word gives two places away."""
    return [f"w={word.lower()}", f"c6={_path(word)[0] & 63}"]


def _groups() -> dict[str, Clues]:
    groups = {"title": TITLES, "org": ORGANISATION_WORDS, "place": PLACE_WORDS, "part": PARTICLES}
    words = frozenset().union(*groups.values())
    return {word: tuple(name for name in groups if word in groups[name]) for word in words}


_GROUPS = _groups()


def _step(common: int) -> int:
    return 0 if common == 0 else 1 + common // 32


@lru_cache(maxsize=_REMEMBERED)
def _path(word: str) -> tuple[int, int]:
    """A word's Brown cluster, as written or else in small letters, and how often it is large."""
    found = alike(word)
    return found if found[0] or word.islower() else alike(word.lower())


def _shape(word: str) -> str:
    """A word's outline: Xx for London, X for UN, 0 for 1989."""
    if word.isalpha() and word.islower():
        return "x"
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
    if not WRITING[word] & LARGE:
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
    if hint_of(word) not in _UNKNOWN:
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


def asked_at(sentence: Sentence, at: int) -> tuple[list[Question], list[str]]:
    """Return the questions and clues at a token that take the words beside it."""
    words, sorts, listed = sentence.words, sentence.sorts, sentence.listed
    sort = sorts[at]
    prior, left = (words[at - 1].lower(), sorts[at - 1]) if at else (_EDGE, _EDGE)
    last = at + 1 == len(words)
    following, right = (_EDGE, _EDGE) if last else (words[at + 1].lower(), sorts[at + 1])
    asked: list[Question] = [(_among, left, sort, right, sentence.casing, not at)]
    if listed[at]:
        asked.append((_marked, "", listed[at]))
    if at and listed[at - 1]:
        asked.append((_marked, "-", listed[at - 1]))
    if not last and listed[at + 1]:
        asked.append((_marked, "+", listed[at + 1]))
    told = [f"<{prior} {sort}", f"{sort} {following}>", f"<{_path(prior)[0] & _SHORT} {sort}",
            f"{sort} {_path(following)[0] & _SHORT}>"]  # fmt: skip
    return asked, told


def _among(left: str, sort: str, right: str, casing: str, is_first: bool) -> list[str]:
    told = ["bias", f"t={sort}", f"<{left} {sort}", f"{sort} {right}>", f"{left} {sort} {right}",
            f"{casing} {sort}"]  # fmt: skip
    return [*told, f"first {sort}"] if is_first else told


def _marked(mark: str, clues: Clues) -> list[str]:
    return [f"{mark}{clue}" for clue in clues]


def runs_of(words: Sequence[str], stretch: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the runs of large words in a stretch."""
    runs: list[tuple[int, int]] = []
    for at in range(*stretch):
        if WRITING[words[at]] & LARGE:
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
    return runs


def asked_of_run(sentence: Sentence, first: int, end: int) -> tuple[list[Question], list[str]]:
    """Return the questions and clues of a run of large words, which all of them share."""
    words, sorts = sentence.words, sentence.sorts
    prior = words[first - 1].lower() if first else _EDGE
    following = words[end].lower() if end < len(words) else _EDGE
    asked: list[Question] = [
        (_run, sorts[first], sorts[end - 1], min(end - first, _LONG_RUN)),
        (_run_behind, prior),
        (_run_ahead, following),
    ]
    inside = [sort for sort in ("Org", "Place", "Given") if sort in sorts[first:end]]
    if inside:
        asked.append((_marked, "r", tuple(inside)))
    told = [
        f"last={words[end - 1].lower()}", f"<<{prior} {sorts[first]}",
        f"<<{words[first - 2].lower() if first > 1 else _EDGE} {prior}",
        f"{following} {words[end + 1].lower() if end + 1 < len(words) else _EDGE}>>",
    ]  # fmt: skip
    return asked, told


def _run(first: str, last: str, length: int) -> Clues:
    return f"r{length}", f"last={last}", f"{first}..{last}{length}"


def _run_behind(prior: str) -> Clues:
    path = _path(prior)[0]
    return f"<<{prior}", f"<<c{path & _SHORT}", f"<<c6{path & 63}"


def _run_ahead(following: str) -> Clues:
    path = _path(following)[0]
    return f"{following}>>", f">>c{path & _SHORT}", f">>c6{path & 63}"


def asked_of_place(at: int, first: int, end: int) -> Question:
    """Return the question about a token's place in its run."""
    return _place_in_run, min(at - first, 3), min(end - first, _LONG_RUN)


def _place_in_run(at: int, length: int) -> Clues:
    return (f"r{at}of{length}",)
