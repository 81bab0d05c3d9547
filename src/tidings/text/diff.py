"""The word diff of two texts: runs of words kept, removed and added. It stores nothing.

Anchors are words that occur exactly once in both texts, in the longest order that both share
(patience diff). The gaps between anchors are compared in the same way, and short gaps word by
word. Each step is about linear and the depth is bounded, so two texts of a megabyte that share
nothing cost about as much as reading them; difflib would take quadratic time.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tidings.model.articles.revision import DiffRun, WordChange
from tidings.text.scripts.cjk import LETTERS, RUN

_TOKEN = re.compile(rf"(?P<run>{RUN})|[^\W{LETTERS}]+|\s+|.", re.DOTALL)
_WORD = re.compile(r"\w")
_MAX_DEPTH = 48  # of nested gaps; real revisions need about five
_SHORT = 24  # tokens: a gap whose shorter side is at most this is compared token by token
_MAX_CELLS = 400_000  # table size of such a comparison, whatever the length of the longer side

_Step = tuple[WordChange, str]


def tokens_of(text: str) -> list[str]:
    """Return a text as pieces that join to it again: words, white space, marks, CJK letters."""
    pieces: list[str] = []
    for token in _TOKEN.finditer(text):
        if token["run"]:
            pieces.extend(token[0])
        else:
            pieces.append(token[0])
    return pieces


def word_diff(old: str, new: str) -> tuple[DiffRun, ...]:
    """Return the runs that lead from one text to another.

    The kept and added runs join to the new text, the kept and removed runs to the old one.
    """
    steps = _diff(tokens_of(old), tokens_of(new), 0)
    return tuple(_readable(_stretches(steps)))


def word_count(runs: Sequence[DiffRun], change: WordChange) -> int:
    """Return the number of words in the runs of one kind."""
    texts = (run.text for run in runs if run.change is change)
    return sum(_WORD.search(token) is not None for text in texts for token in tokens_of(text))


def _diff(old: list[str], new: list[str], depth: int) -> Iterator[_Step]:
    head = _shared_start(old, new)
    tail = _shared_start(old[head:][::-1], new[head:][::-1])
    yield from ((WordChange.KEPT, token) for token in new[:head])
    yield from _gap_diff(old[head : len(old) - tail], new[head : len(new) - tail], depth)
    yield from ((WordChange.KEPT, token) for token in new[len(new) - tail :])


def _shared_start(old: Sequence[str], new: Sequence[str]) -> int:
    """How many tokens at the start both share."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count


def _gap_diff(old: list[str], new: list[str], depth: int) -> Iterator[_Step]:
    if _is_short(old, new):
        yield from _token_diff(old, new)
        return
    anchors = _anchors(old, new) if old and new and depth < _MAX_DEPTH else []
    if not anchors:
        yield from _replacement(old, new)
        return
    past_old = past_new = 0
    for at_old, at_new in anchors:
        yield from _diff(old[past_old:at_old], new[past_new:at_new], depth + 1)
        yield WordChange.KEPT, new[at_new]
        past_old, past_new = at_old + 1, at_new + 1
    yield from _diff(old[past_old:], new[past_new:], depth + 1)


def _is_short(old: list[str], new: list[str]) -> bool:
    shorter = min(len(old), len(new))
    return 0 < shorter <= _SHORT and len(old) * len(new) <= _MAX_CELLS


def _replacement(old: list[str], new: list[str]) -> Iterator[_Step]:
    yield from ((WordChange.REMOVED, token) for token in old)
    yield from ((WordChange.ADDED, token) for token in new)


def _anchors(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """The positions of words that are unique in both texts, in the longest common order."""
    unique = _unique_tokens(old) & _unique_tokens(new)
    at_old = {token: at for at, token in enumerate(old) if token in unique}
    pairs = [(at_old[token], at) for at, token in enumerate(new) if token in unique]
    return _longest_rise(pairs)


def _unique_tokens(tokens: list[str]) -> set[str]:
    return {token for token, count in Counter(tokens).items() if count == 1}


def _longest_rise(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose first positions rise (patience sorting)."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, (position, _) in enumerate(pairs):
        pile = bisect_left(tops, position)
        before.append(ends[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [position]
        ends[pile : pile + 1] = [at]
    rise = []
    at = ends[-1] if ends else -1
    while at >= 0:
        rise.append(pairs[at])
        at = before[at]
    return rise[::-1]


def _token_diff(old: list[str], new: list[str]) -> Iterator[_Step]:
    """Compare token by token: the longest common subsequence, by dynamic programming."""
    table = _common_lengths(old, new)
    row = column = 0
    while row < len(old) and column < len(new):
        if old[row] == new[column]:
            yield WordChange.KEPT, new[column]
            row, column = row + 1, column + 1
        elif table[row + 1][column] >= table[row][column + 1]:
            yield WordChange.REMOVED, old[row]
            row += 1
        else:
            yield WordChange.ADDED, new[column]
            column += 1
    yield from _replacement(old[row:], new[column:])


def _common_lengths(old: list[str], new: list[str]) -> list[list[int]]:
    """How long the common subsequence is from each pair of positions on."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for row in range(len(old) - 1, -1, -1):
        here, below, token = table[row], table[row + 1], old[row]
        for column in range(len(new) - 1, -1, -1):
            if token == new[column]:
                here[column] = below[column + 1] + 1
            else:
                here[column] = max(below[column], here[column + 1])
    return table


@dataclass(slots=True)
class _Stretch:
    """A change and the kept text after it."""

    removed: str = ""
    added: str = ""
    kept: str = ""

    @property
    def size(self) -> int:
        return max(len(self.removed), len(self.added))


def _stretches(steps: Iterable[_Step]) -> Iterator[_Stretch]:
    """Join steps: between two kept runs there is one change, in whatever order its steps came."""
    parts: dict[WordChange, list[str]] = {change: [] for change in WordChange}
    for change, token in steps:
        if change is not WordChange.KEPT and parts[WordChange.KEPT]:
            yield _joined(parts)
            parts = {change: [] for change in WordChange}
        parts[change].append(token)
    yield _joined(parts)


def _joined(parts: dict[WordChange, list[str]]) -> _Stretch:
    return _Stretch(
        *("".join(parts[c]) for c in (WordChange.REMOVED, WordChange.ADDED, WordChange.KEPT))
    )


def _readable(stretches: Iterable[_Stretch]) -> Iterator[DiffRun]:
    """Fold a kept run into the changes on both sides where it is shorter than either.

    Otherwise two wordings that share only a space or an article would read as many tiny changes.
    """
    folded: list[_Stretch] = []
    for stretch in stretches:
        last = folded[-1] if folded else None
        if last is not None and _is_island(last, stretch):
            last.removed += last.kept + stretch.removed
            last.added += last.kept + stretch.added
            last.kept = stretch.kept
        else:
            folded.append(stretch)
    for each in folded:
        yield from _runs(each)


def _is_island(last: _Stretch, following: _Stretch) -> bool:
    replaces = bool(last.removed + following.removed) and bool(last.added + following.added)
    if not replaces or not last.size or "\n" in last.kept:
        return False
    is_word = _WORD.search(last.kept) is not None
    return not is_word or len(last.kept) <= min(last.size, following.size)


def _runs(stretch: _Stretch) -> Iterator[DiffRun]:
    for change in (WordChange.REMOVED, WordChange.ADDED, WordChange.KEPT):
        if text := getattr(stretch, change):
            yield DiffRun(change, text)
