"""Clues: what speaks for and against a name at a token, as words that the model has weights for.

Clues of a word alone are told by `near`, `ends` and `far`. Those that take several words and come
again and again are told by questions, a function and what it asks about; what the clues of a word
or question weigh is thus added up once. Clues that are seldom the same twice are told as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tidings.enrich.name_tables.gazetteer import place_hint
from tidings.enrich.name_tables.known_names import capitalised_common_words
from tidings.enrich.name_tables.name_cue_words import (
    ORGANISATION_WORDS,
    PARTICLES,
    PLACE_WORDS,
    TITLES,
)
from tidings.enrich.name_tables.name_lexicon import brown_cluster, name_commonness
from tidings.enrich.name_tables.word_groups import groups_of
from tidings.enrich.name_tagger.casing import CAPITALISED, WORD_CASING, casing_of
from tidings.enrich.name_tagger.list_features import Features, TokenRanges, list_features
from tidings.text.terms.stopwords import is_stop_word

_REMEMBERED = 1 << 14  # words, by what is asked of them
_SHORT = 1023  # the first ten steps of a cluster's path
_GIVEN = 130  # of 255: a first name that is common enough to be one at sight
_EDGE = "|"
_UNKNOWN = ("", "town")  # hints of the gazetteer that do not make a word a place's name
_LONG_RUN = 5  # words; longer runs are alike

FeatureCall = tuple[Any, ...]  # a function that tells clues, and its arguments


@dataclass(frozen=True, slots=True)
class TaggerSentence:
    """A sentence as the clues see it."""

    words: list[str]
    sorts: list[str]
    listed: list[Features]  # what the gazetteer and the lists say of each word
    casing: str


def tagger_sentence(words: list[str], stretches: TokenRanges, written: list[str]) -> TaggerSentence:
    """Return a sentence with what must be known of it to judge its stretches.

    Its words may have been written otherwise: names without capitals.
    """
    casing = casing_of(written)
    if casing == "capitals":
        words = [word.capitalize() if word.isupper() else word for word in words]
    listed = list_features(words, stretches)
    sorts = [""] * len(words)  # of the words that are neither in a stretch nor beside one
    for first, end in stretches:
        for at in range(max(0, first - 1), min(end + 1, len(words))):
            said = listed[at]
            sorts[at] = said[0][:2] if said and said[0][0] == "K" else _word_class(words[at])
    if words is not written and casing != "capitals":
        for at, word in enumerate(words):
            if word != written[at]:
                listed[at] = (*listed[at], "small", f"small {sorts[at]}")
    return TaggerSentence(words, sorts, listed, casing)


def near_features(word: str) -> tuple[list[FeatureCall], list[str]]:
    """Return the questions and clues of a word, about itself and about the words beside it."""
    small, large = word.lower(), "L" if WORD_CASING[word] & CAPITALISED else ""
    asked: list[FeatureCall] = [
        (_cluster_features, *_cluster_path(word)),
        (_group_features, groups_of(word), large),
    ]
    if large:
        asked.append((_commonness_features, *name_commonness(word)))
    told = [name + large for name in _CUE_NAMES.get(small, ())]
    return asked, [f"w={small}", f"sh={_shape(word)}", *told]


def _cluster_features(path: int, case: int) -> list[str]:
    told = [f"c{n}={path & ((1 << n) - 1)}" for n in (4, 6, 8, 10)] + [f"c={path}"]
    return [f"case={case}", *(told if path else ())]


def _group_features(groups: tuple[int, ...], large: str) -> list[str]:
    return [f"m{at}{large}={group}" for at, group in enumerate(groups)] or ["m=?"]


def _commonness_features(given: int, family: int) -> Features:
    return f"g={_step(given)}", f"f={_step(family)}"


def affix_features(word: str) -> list[str]:
    """Return the clues of a word that it gives of itself only."""
    small = word.lower()
    if len(small) < 5:
        sizes = range(1, len(small))
        return [f"s{n}={small[-n:]}" for n in sizes] + [f"p{n}={small[:n]}" for n in sizes]
    # Most words, and twice as fast without a loop.
    return ["s1=" + small[-1:], "s2=" + small[-2:], "s3=" + small[-3:], "s4=" + small[-4:],
            "p1=" + small[:1], "p2=" + small[:2], "p3=" + small[:3], "p4=" + small[:4]]  # fmt: skip


def far_features(word: str) -> list[str]:
    """Return the clues that a word gives two places away."""
    return [f"w={word.lower()}", f"c6={_cluster_path(word)[0] & 63}"]


def _cue_names() -> dict[str, Features]:
    groups = {"title": TITLES, "org": ORGANISATION_WORDS, "place": PLACE_WORDS, "part": PARTICLES}
    words = frozenset().union(*groups.values())
    return {word: tuple(name for name in groups if word in groups[name]) for word in words}


_CUE_NAMES = _cue_names()


def _step(common: int) -> int:
    return 0 if common == 0 else 1 + common // 32


@lru_cache(maxsize=_REMEMBERED)
def _cluster_path(word: str) -> tuple[int, int]:
    """A word's Brown cluster, as written or else in small letters, and how often it is large."""
    found = brown_cluster(word)
    return found if found[0] or word.islower() else brown_cluster(word.lower())


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
def _word_class(word: str) -> str:
    """What sort of word it is, for clues made of several."""
    if not WORD_CASING[word] & CAPITALISED:
        return _lowercase_class(word)
    small = word.lower()
    if word in capitalised_common_words():
        return "people"
    for name, group in (("Org", ORGANISATION_WORDS), ("Place", PLACE_WORDS), ("Title", TITLES)):
        if small in group:
            return name
    case = _cluster_path(word)[1]
    if 0 < case < 4 or is_stop_word(word, "en"):
        return "Common"
    return _name_class(word)


def _name_class(word: str) -> str:
    given, family = name_commonness(word)
    if given > _GIVEN:
        return "Given"
    if place_hint(word) not in _UNKNOWN:
        return "Known"
    if family:
        return "Family"
    return "XX" if len(word) > 1 and word.isupper() else "Xx"


def _lowercase_class(word: str) -> str:
    if not word[0].isalpha():
        return "0" if word[0].isdigit() else word[0]
    for name, group in (("part", PARTICLES), ("title", TITLES), ("org", ORGANISATION_WORDS),
                        ("place", PLACE_WORDS)):  # fmt: skip
        if word in group:
            return name
    return "stop" if is_stop_word(word, "en") else "xx"


def token_features(sentence: TaggerSentence, at: int) -> tuple[list[FeatureCall], list[str]]:
    """Return the questions and clues at a token that take the words beside it."""
    words, sorts, listed = sentence.words, sentence.sorts, sentence.listed
    sort = sorts[at]
    prior, left = (words[at - 1].lower(), sorts[at - 1]) if at else (_EDGE, _EDGE)
    last = at + 1 == len(words)
    following, right = (_EDGE, _EDGE) if last else (words[at + 1].lower(), sorts[at + 1])
    asked: list[FeatureCall] = [(_neighbour_features, left, sort, right, sentence.casing, not at)]
    if listed[at]:
        asked.append((_marked_features, "", listed[at]))
    if at and listed[at - 1]:
        asked.append((_marked_features, "-", listed[at - 1]))
    if not last and listed[at + 1]:
        asked.append((_marked_features, "+", listed[at + 1]))
    told = [
        f"<{prior} {sort}",
        f"{sort} {following}>",
        f"<{_cluster_path(prior)[0] & _SHORT} {sort}",
        f"{sort} {_cluster_path(following)[0] & _SHORT}>",
    ]
    return asked, told


def _neighbour_features(left: str, sort: str, right: str, casing: str, is_first: bool) -> list[str]:
    told = ["bias", f"t={sort}", f"<{left} {sort}", f"{sort} {right}>", f"{left} {sort} {right}",
            f"{casing} {sort}"]  # fmt: skip
    return [*told, f"first {sort}"] if is_first else told


def _marked_features(mark: str, clues: Features) -> list[str]:
    return [f"{mark}{clue}" for clue in clues]


def capitalised_runs(words: Sequence[str], stretch: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the runs of large words in a stretch."""
    runs: list[tuple[int, int]] = []
    for at in range(*stretch):
        if WORD_CASING[words[at]] & CAPITALISED:
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
    return runs


def run_features(
    sentence: TaggerSentence, first: int, end: int
) -> tuple[list[FeatureCall], list[str]]:
    """Return the questions and clues of a run of large words, which all of them share."""
    words, sorts = sentence.words, sentence.sorts
    prior = words[first - 1].lower() if first else _EDGE
    following = words[end].lower() if end < len(words) else _EDGE
    asked: list[FeatureCall] = [
        (_run_shape_features, sorts[first], sorts[end - 1], min(end - first, _LONG_RUN)),
        (_before_run_features, prior),
        (_after_run_features, following),
    ]
    inside = [sort for sort in ("Org", "Place", "Given") if sort in sorts[first:end]]
    if inside:
        asked.append((_marked_features, "r", tuple(inside)))
    told = [
        f"last={words[end - 1].lower()}", f"<<{prior} {sorts[first]}",
        f"<<{words[first - 2].lower() if first > 1 else _EDGE} {prior}",
        f"{following} {words[end + 1].lower() if end + 1 < len(words) else _EDGE}>>",
    ]  # fmt: skip
    return asked, told


def _run_shape_features(first: str, last: str, length: int) -> Features:
    return f"r{length}", f"last={last}", f"{first}..{last}{length}"


def _before_run_features(prior: str) -> Features:
    path = _cluster_path(prior)[0]
    return f"<<{prior}", f"<<c{path & _SHORT}", f"<<c6{path & 63}"


def _after_run_features(following: str) -> Features:
    path = _cluster_path(following)[0]
    return f"{following}>>", f">>c{path & _SHORT}", f">>c6{path & 63}"


def run_position_call(at: int, first: int, end: int) -> FeatureCall:
    """Return the question about a token's place in its run."""
    return _run_position_features, min(at - first, 3), min(end - first, _LONG_RUN)


def _run_position_features(at: int, length: int) -> Features:
    return (f"r{at}of{length}",)
