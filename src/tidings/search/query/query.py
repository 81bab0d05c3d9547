"""The query language: what people type, as words to look up. It does not know the index.

Words are all wanted; "several words" in quotes stand in a row, OR between two asks for either, and
-word or NOT word for texts without it. Anything can be typed: whatever makes no sense is taken as
plain words, and a quote left open is closed at the end.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tidings.text.language import UNKNOWN
from tidings.text.words import probes

# The terms of a word in one language, each with its place: several of them stand in a row.
Probe = tuple[tuple[int, str], ...]

_MAX_LENGTH = 2_000  # characters; what is pasted beyond is found by its first sentences
_MAX_OPERANDS = 64  # words, for the same reason
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂「」『』", '"'))
_part = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)(?:"|$)|(?P<word>[^\s"]+))')


@dataclass(frozen=True, slots=True)
class Operand:
    """A word or phrase as typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A query taken apart: of each group of `wanted` any operand will do."""

    wanted: tuple[tuple[Operand, ...], ...]
    unwanted: tuple[Operand, ...]


def parse(text: str) -> Parsed:
    """Return the parts of a query; any text is one."""
    wanted: list[tuple[Operand, ...]] = []
    unwanted: list[Operand] = []
    alternative = negated = False
    for operator, minus, operand in _parts(text):
        if operator:
            alternative, negated = operator in ("OR", "|"), operator == "NOT"
            continue
        if minus or negated:
            unwanted.append(operand)
        elif alternative and wanted:
            wanted[-1] += (operand,)
        else:
            wanted.append((operand,))
        alternative = negated = False
    return Parsed(tuple(wanted[:_MAX_OPERANDS]), tuple(unwanted[:_MAX_OPERANDS]))


def probes_of(operand: Operand, languages: Sequence[str]) -> tuple[Probe, ...]:
    """Return the different ways to look an operand up: as it is, and stemmed by each language."""
    found = (tuple(probes(operand.text, language)) for language in (UNKNOWN, *languages))
    return tuple(dict.fromkeys(probe for probe in found if probe))


def query_terms(query: str, languages: Sequence[str]) -> frozenset[str]:
    """Return the terms that count as a match of the query, for snippets."""
    operands = (operand for group in parse(query).wanted for operand in group)
    return frozenset(_terms(operands, languages))


def _terms(operands: Iterable[Operand], languages: Sequence[str]) -> Iterator[str]:
    for operand in operands:
        for probe in probes_of(operand, languages):
            yield from (term for _, term in probe)


def _parts(text: str) -> Iterator[tuple[str, bool, Operand]]:
    """The operators (by name) and the operands (with their minus) in order."""
    for match in _part.finditer(text[:_MAX_LENGTH].translate(_QUOTES)):
        minus, phrase, word = match.group("minus", "phrase", "word")
        if word in ("OR", "|", "AND", "NOT") and not minus:
            yield word, False, Operand("")
        elif probes(operand := phrase or word or "", UNKNOWN):
            yield "", bool(minus), Operand(operand)
