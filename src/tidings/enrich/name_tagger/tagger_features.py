"""Features of tokens for the name tagger, as strings that the model has weights for.

`near_features`, `affix_features` and `far_features` give the features of a single word. Features of
several words that repeat often are given as calls (a function and its arguments), so that the sum
of their weights is computed once. Rare combinations are given as plain strings.
The strings are keys of the stored weights: never change them.
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

_CACHE_SIZE = 1 << 14  # words
_PATH_MASK = 1023  # the first ten steps of a cluster's path
_MIN_GIVEN = 130  # of 255: commonness from which a word counts as a first name
_EDGE = "|"
_WEAK_HINTS = ("", "town")  # hints of the gazetteer that do not make a word a place name
_MAX_RUN = 5  # words; longer runs are treated alike

FeatureCall = tuple[Any, ...]  # a function that returns features, and its arguments


@dataclass(frozen=True, slots=True)
class TaggerSentence:
    """A sentence with what its features need."""

    words: list[str]
    classes: list[str]
    listed: list[Features]  # the list features of each word
    casing: str


def tagger_sentence(words: list[str], ranges: TokenRanges, written: list[str]) -> TaggerSentence:
    """Return a sentence with what the features of its ranges need.

    `written` are the words before capitals were restored.
    """
    casing = casing_of(written)
    if casing == "capitals":
        words = [word.capitalize() if word.isupper() else word for word in words]
    listed = list_features(words, ranges)
    classes = [""] * len(words)  # empty for words that are neither in a range nor next to one
    for first, end in ranges:
        for at in range(max(0, first - 1), min(end + 1, len(words))):
            own_features = listed[at]
            classes[at] = (
                own_features[0][:2]
                if own_features and own_features[0][0] == "K"
                else _word_class(words[at])
            )
    if words is not written and casing != "capitals":
        for at, word in enumerate(words):
            if word != written[at]:
                listed[at] = (*listed[at], "small", f"small {classes[at]}")
    return TaggerSentence(words, classes, listed, casing)


def near_features(word: str) -> tuple[list[FeatureCall], list[str]]:
    """Return the calls and features of a word, for itself and for its neighbours."""
    lower, capital = word.lower(), "L" if WORD_CASING[word] & CAPITALISED else ""
    calls: list[FeatureCall] = [
        (_cluster_features, *_cluster_path(word)),
        (_group_features, groups_of(word), capital),
    ]
    if capital:
        calls.append((_commonness_features, *name_commonness(word)))
    features = [name + capital for name in _CUE_NAMES.get(lower, ())]
    return calls, [f"w={lower}", f"sh={_shape(word)}", *features]


def _cluster_features(path: int, case: int) -> list[str]:
    features = [f"c{n}={path & ((1 << n) - 1)}" for n in (4, 6, 8, 10)] + [f"c={path}"]
    return [f"case={case}", *(features if path else ())]


def _group_features(groups: tuple[int, ...], capital: str) -> list[str]:
    return [f"m{at}{capital}={group}" for at, group in enumerate(groups)] or ["m=?"]


def _commonness_features(given: int, family: int) -> Features:
    return f"g={_step(given)}", f"f={_step(family)}"


def affix_features(word: str) -> list[str]:
    """Return the prefixes and suffixes of a word, features for itself only."""
    lower = word.lower()
    if len(lower) < 5:
        sizes = range(1, len(lower))
        return [f"s{n}={lower[-n:]}" for n in sizes] + [f"p{n}={lower[:n]}" for n in sizes]
    # Most words, and twice as fast without a loop.
    return ["s1=" + lower[-1:], "s2=" + lower[-2:], "s3=" + lower[-3:], "s4=" + lower[-4:],
            "p1=" + lower[:1], "p2=" + lower[:2], "p3=" + lower[:3], "p4=" + lower[:4]]  # fmt: skip


def far_features(word: str) -> list[str]:
    """Return the features that a word gives a token two words away."""
    return [f"w={word.lower()}", f"c6={_cluster_path(word)[0] & 63}"]


def _cue_names() -> dict[str, Features]:
    groups = {"title": TITLES, "org": ORGANISATION_WORDS, "place": PLACE_WORDS, "part": PARTICLES}
    words = frozenset().union(*groups.values())
    return {word: tuple(name for name in groups if word in groups[name]) for word in words}


_CUE_NAMES = _cue_names()


def _step(commonness: int) -> int:
    return 0 if commonness == 0 else 1 + commonness // 32


@lru_cache(maxsize=_CACHE_SIZE)
def _cluster_path(word: str) -> tuple[int, int]:
    """A word's Brown cluster, as written or in lower case, and how often it is capitalised."""
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


@lru_cache(maxsize=_CACHE_SIZE)
def _word_class(word: str) -> str:
    """The class of a word, for features of several words."""
    if not WORD_CASING[word] & CAPITALISED:
        return _lowercase_class(word)
    lower = word.lower()
    if word in capitalised_common_words():
        return "people"
    for name, group in (("Org", ORGANISATION_WORDS), ("Place", PLACE_WORDS), ("Title", TITLES)):
        if lower in group:
            return name
    case = _cluster_path(word)[1]
    if 0 < case < 4 or is_stop_word(word, "en"):
        return "Common"
    return _name_class(word)


def _name_class(word: str) -> str:
    given, family = name_commonness(word)
    if given > _MIN_GIVEN:
        return "Given"
    if place_hint(word) not in _WEAK_HINTS:
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
    """Return the calls and features of a token with its neighbours."""
    words, classes, listed = sentence.words, sentence.classes, sentence.listed
    word_class = classes[at]
    prior, left = (words[at - 1].lower(), classes[at - 1]) if at else (_EDGE, _EDGE)
    last = at + 1 == len(words)
    following, right = (_EDGE, _EDGE) if last else (words[at + 1].lower(), classes[at + 1])
    calls: list[FeatureCall] = [
        (_neighbour_features, left, word_class, right, sentence.casing, not at)
    ]
    if listed[at]:
        calls.append((_marked_features, "", listed[at]))
    if at and listed[at - 1]:
        calls.append((_marked_features, "-", listed[at - 1]))
    if not last and listed[at + 1]:
        calls.append((_marked_features, "+", listed[at + 1]))
    features = [
        f"<{prior} {word_class}",
        f"{word_class} {following}>",
        f"<{_cluster_path(prior)[0] & _PATH_MASK} {word_class}",
        f"{word_class} {_cluster_path(following)[0] & _PATH_MASK}>",
    ]
    return calls, features


def _neighbour_features(
    left: str, word_class: str, right: str, casing: str, is_first: bool
) -> list[str]:
    features = [
        "bias",
        f"t={word_class}",
        f"<{left} {word_class}",
        f"{word_class} {right}>",
        f"{left} {word_class} {right}",
        f"{casing} {word_class}",
    ]
    return [*features, f"first {word_class}"] if is_first else features


def _marked_features(mark: str, names: Features) -> list[str]:
    return [f"{mark}{feature}" for feature in names]


def capitalised_runs(words: Sequence[str], token_range: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the runs of capitalised words in a range."""
    runs: list[tuple[int, int]] = []
    for at in range(*token_range):
        if WORD_CASING[words[at]] & CAPITALISED:
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
    return runs


def run_features(
    sentence: TaggerSentence, first: int, end: int
) -> tuple[list[FeatureCall], list[str]]:
    """Return the calls and features of a run of capitalised words, shared by its tokens."""
    words, classes = sentence.words, sentence.classes
    prior = words[first - 1].lower() if first else _EDGE
    following = words[end].lower() if end < len(words) else _EDGE
    calls: list[FeatureCall] = [
        (_run_shape_features, classes[first], classes[end - 1], min(end - first, _MAX_RUN)),
        (_before_run_features, prior),
        (_after_run_features, following),
    ]
    present = [
        word_class for word_class in ("Org", "Place", "Given") if word_class in classes[first:end]
    ]
    if present:
        calls.append((_marked_features, "r", tuple(present)))
    features = [
        f"last={words[end - 1].lower()}", f"<<{prior} {classes[first]}",
        f"<<{words[first - 2].lower() if first > 1 else _EDGE} {prior}",
        f"{following} {words[end + 1].lower() if end + 1 < len(words) else _EDGE}>>",
    ]  # fmt: skip
    return calls, features


def _run_shape_features(first: str, last: str, length: int) -> Features:
    return f"r{length}", f"last={last}", f"{first}..{last}{length}"


def _before_run_features(prior: str) -> Features:
    path = _cluster_path(prior)[0]
    return f"<<{prior}", f"<<c{path & _PATH_MASK}", f"<<c6{path & 63}"


def _after_run_features(following: str) -> Features:
    path = _cluster_path(following)[0]
    return f"{following}>>", f">>c{path & _PATH_MASK}", f">>c6{path & 63}"


def run_position_call(at: int, first: int, end: int) -> FeatureCall:
    """Return the call for a token's position in its run."""
    return _run_position_features, min(at - first, 3), min(end - first, _MAX_RUN)


def _run_position_features(at: int, length: int) -> Features:
    return (f"r{at}of{length}",)
