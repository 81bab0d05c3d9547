"""The passage of a text that shows best why it was found; plain text, marks as places."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import tantivy

from tidings.model.search.results import Snippet
from tidings.text.scripts.cjk import LETTERS
from tidings.text.terms.analysis import wanted_spans

_LENGTH = 240  # characters: two lines of a result list
_BEFORE = 60  # characters that may always be shown before the first match …
_AFTER = 40  # … and those kept behind the last one, when its sentence begins further back
_READ = 50_000  # characters looked at; what is found only behind them shows the beginning
_MAX_HITS = 200  # looked at: by then the passage is found, or the query is all small words

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
    """Return the passage of about 240 characters with the most of the query's terms, marked.

    A term counts by its rarity, or 1 where none is given; of passages with the same terms it is
    the one that has them closest together. Without any, it is the beginning of the text. The
    passage is the text's own, character by character, but for white space: line breaks are spaces.
    """
    found = wanted_spans(query_terms, text[:_READ], language) if query_terms else iter(())
    hits = list(islice(found, _MAX_HITS))
    first, last = _best(hits, rarity or {}) if hits else (0, 0)
    start = _start(text, first, last)
    end = _end(text, start)
    marks = [(at - start, to - start) for _, at, to in hits if start <= at < to <= end]
    return Snippet(_blank.sub(" ", text[start:end]).rstrip(), _joined(marks))


def rarities(searcher: tantivy.Searcher, terms: Iterable[str]) -> dict[str, float]:
    """Return how much each term says: the logarithm of how rare it is."""
    count = max(searcher.num_docs, 1)
    found = {term: max(searcher.doc_freq("body", term), 1) for term in terms}
    return {term: 1.0 + math.log(max(count / found[term], 1.0)) for term in found}


def _best(hits: Sequence[_Span], rarity: Mapping[str, float]) -> tuple[int, int]:
    """Where the terms that are to be shown begin and end."""
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
    """Where to begin: at the sentence of the first match, or else at a word not too far before."""
    for before in (_BEFORE, max(_LENGTH - _AFTER - (last - first), _BEFORE)):
        earliest = first - before
        if earliest <= 0:
            return len(text) - len(text.lstrip())
        if ends := [found.end() for found in _sentence.finditer(text, earliest, first)]:
            return ends[-1]
    edge = _edge.search(text, first - _BEFORE, first)
    return edge.end() if edge else first


def _end(text: str, start: int) -> int:
    """Where to end: at the last edge of a word within reach."""
    end = start + _LENGTH
    if end >= len(text):
        return len(text)
    least = start + _LENGTH // 2
    for at in range(end, least - 1, -1):
        if _is_edge(text, at, least):
            return at
    return end


def _is_edge(text: str, at: int, least: int) -> bool:
    """Whether a word ends at a place: white space begins there, or a letter that stands alone."""
    if text[at].isspace():
        return at == least or not text[at - 1].isspace()
    return text[at] > "\u00ff" and _letter.match(text[at]) is not None


def _joined(places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The places in order, those that touch or overlap made one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)
