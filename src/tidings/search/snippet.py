"""The passage of a text that best shows why it matched, as plain text with positions to mark."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import tantivy

from tidings.model.search.results import Snippet
from tidings.text.scripts.cjk import LETTERS
from tidings.text.terms.analysis import wanted_spans

_LENGTH = 240  # characters: two lines of a result list
_BEFORE = 60  # characters that may always be shown before the first match
_AFTER = 40  # characters kept after the last match when its sentence begins further back
_READ = 50_000  # characters searched; a text that matches only later shows its beginning
_MAX_HITS = 200  # by then the passage is found, or the query is only stop words

_Span = tuple[str, int, int]

_sentence = re.compile(r"[.!?…][\"'”’»)]*\s+|[。！？]|\n")  # fmt: skip
_edge = re.compile(rf"\s+|(?=[{LETTERS}])")
_letter = re.compile(rf"[{LETTERS}]")
_blank = re.compile(r"\s")


def snippet(
    text: str,
    query_terms: frozenset[str],
    language: str,
    rarity: Mapping[str, float] | None = None,
) -> Snippet:
    """Return the passage of about 240 characters with the most query terms, and their marks.

    A term counts by its rarity, or 1 if none is given. Of passages with the same terms, the one
    that has them closest together wins. Without any term it is the beginning of the text. The
    passage is copied unchanged, except that line breaks become spaces.
    """
    found = wanted_spans(query_terms, text[:_READ], language) if query_terms else iter(())
    hits = list(islice(found, _MAX_HITS))
    first, last = _best(hits, rarity or {}) if hits else (0, 0)
    start = _start(text, first, last)
    end = _end(text, start)
    marks = [(at - start, to - start) for _, at, to in hits if start <= at < to <= end]
    return Snippet(_blank.sub(" ", text[start:end]).rstrip(), _joined(marks))


def rarities(searcher: tantivy.Searcher, terms: Iterable[str]) -> dict[str, float]:
    """Return the rarity of each term: 1 plus the logarithm of all articles over those with it."""
    count = max(searcher.num_docs, 1)
    found = {term: max(searcher.doc_freq("body", term), 1) for term in terms}
    return {term: 1.0 + math.log(max(count / found[term], 1.0)) for term in found}


def _best(hits: Sequence[_Span], rarity: Mapping[str, float]) -> tuple[int, int]:
    """Start and end of the terms to show."""
    best, best_value = hits[0][1:], (0.0, 0, 0)
    after = 0
    for index, (_, begin, _) in enumerate(hits):
        while after < len(hits) and hits[after][2] - begin <= _LENGTH - _BEFORE:
            after += 1
        reach, worth = begin, 0.0
        seen: set[str] = set()
        for term, _, end in hits[index:after]:
            if term not in seen:  # its first occurrence within reach
                seen.add(term)
                worth += rarity.get(term, 1.0)
                reach = max(reach, end)
        worth = round(worth, 6)
        if worth >= best_value[0]:
            value = (worth, begin - reach, after - index)
            if value > best_value:
                best, best_value = (begin, reach), value
    return best


def _start(text: str, first: int, last: int) -> int:
    """Where the passage begins: at the sentence of the first match, or at a word before it."""
    for before in (_BEFORE, max(_LENGTH - _AFTER - (last - first), _BEFORE)):
        earliest = first - before
        if earliest <= 0:
            return len(text) - len(text.lstrip())
        if ends := [found.end() for found in _sentence.finditer(text, earliest, first)]:
            return ends[-1]
    edge = _edge.search(text, first - _BEFORE, first)
    return edge.end() if edge else first


def _end(text: str, start: int) -> int:
    """Where the passage ends: at the last edge of a word within the length."""
    end = start + _LENGTH
    if end >= len(text):
        return len(text)
    least = start + _LENGTH // 2
    for at in range(end, least - 1, -1):
        if _is_edge(text, at, least):
            return at
    return end


def _is_edge(text: str, at: int, least: int) -> bool:
    """Whether a word ends at a position: before white space or a letter of a CJK script."""
    if text[at].isspace():
        return at == least or not text[at - 1].isspace()
    return text[at] > "\u00ff" and _letter.match(text[at]) is not None


def _joined(places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The positions in order, with touching or overlapping ones merged."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)
