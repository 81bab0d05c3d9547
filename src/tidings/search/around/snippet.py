"""The passage of a text that shows best why it was found; plain text, marks as places."""

import re
from collections import Counter
from collections.abc import Sequence

from tidings.model.search import Snippet
from tidings.text.cjk import LETTERS
from tidings.text.words import spans_of

_LENGTH = 240  # characters: two lines of a result list
_BEFORE = 60  # characters shown before the first match, to start at a sentence or a word
_READ = 50_000  # characters looked at; what is found only behind them shows the beginning

_Span = tuple[str, int, int]

_sentence = re.compile(r"[.!?…][\"'”’»)]*\s+|[。！？]|\n")
_edge = re.compile(rf"\s+|(?=[{LETTERS}])")


def snippet(text: str, query_terms: frozenset[str], language: str) -> Snippet:
    """Return the passage of about 240 characters with the most of the query's terms, marked.

    Without any, it is the beginning of the text. The passage is the text's own, character by
    character, but for white space: line breaks are spaces.
    """
    hits = list(spans_of(query_terms, text[:_READ], language)) if query_terms else []
    start = _start(text, hits[_best(hits)][1] if hits else 0)
    end = _end(text, start)
    marks = [
        (first - start, last - start) for _, first, last in hits if start <= first < last <= end
    ]
    return Snippet(re.sub(r"\s", " ", text[start:end]).rstrip(), _joined(marks))


def _best(hits: Sequence[_Span]) -> int:
    """Which hit to begin with: the most different terms within reach, then the most of all."""
    best, best_value = 0, (0, 0)
    seen: Counter[str] = Counter()
    after = 0
    for index, (term, begin, _) in enumerate(hits):
        while after < len(hits) and hits[after][2] - begin <= _LENGTH - _BEFORE:
            seen[hits[after][0]] += 1
            after += 1
        if (value := (len(seen), seen.total())) > best_value:
            best, best_value = index, value
        seen[term] -= 1
        seen += Counter()  # drops what is no longer in reach
    return best


def _start(text: str, match: int) -> int:
    """Where to begin for a match: at its sentence, or else at a word, not too far before it."""
    earliest = match - _BEFORE
    if earliest <= 0:
        return len(text) - len(text.lstrip())
    before = text[earliest:match]
    for edges in (_sentence, _edge):
        if ends := [found.end() for found in edges.finditer(before)]:
            return earliest + (ends[-1] if edges is _sentence else ends[0])
    return match


def _end(text: str, start: int) -> int:
    """Where to end: at the last edge of a word within reach."""
    end = start + _LENGTH
    if end >= len(text):
        return len(text)
    edges = [found.start() for found in _edge.finditer(text, start + _LENGTH // 2, end + 1)]
    return min(edges[-1], end) if edges else end


def _joined(places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The places in order, those that touch or overlap made one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)
