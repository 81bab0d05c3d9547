"""Echoes: where else in an article a name stands that is known from one place of it.

A headline in capitals, a surname alone or a name that opens a sentence says little by itself; the
same words told apart elsewhere say it all.
"""

from collections.abc import Iterable, Iterator

from tidings.enrich.name_tables.name_span import NameSpan
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import ParsedText

_SHORTEST = 3  # letters of a surname that may stand alone

KnownNames = dict[tuple[str, ...], EntityKind]


def names_in_spans(texts: Iterable[tuple[ParsedText, list[NameSpan]]]) -> KnownNames:
    """Return the names of spans in small letters; a person's surname is one, too."""
    known: KnownNames = {}
    for parsed, spans in texts:
        for span in spans:
            words = tuple(parsed.lowered[span.first : span.end])
            known.setdefault(words, span.kind)
            if span.kind is EntityKind.PERSON and len(words) > 1 and len(words[-1]) >= _SHORTEST:
                known.setdefault(words[-1:], span.kind)
    return known


def with_repeats(parsed: ParsedText, spans: list[NameSpan], known: KnownNames) -> list[NameSpan]:
    """Return the spans of a text, and those of known names that none of them holds."""
    longest = max(map(len, known), default=0)
    openings = {words[0] for words in known}
    taken = [False] * len(parsed.words)
    for span in spans:
        taken[span.first : span.end] = [True] * (span.end - span.first)
    found = list(spans)
    for at, word in enumerate(parsed.lowered):
        if word in openings and not taken[at] and parsed.words[at][0].isupper():
            found.extend(_repeat_at(parsed, at, longest, known, taken))
    return sorted(found)


def _repeat_at(
    parsed: ParsedText, at: int, longest: int, known: KnownNames, taken: list[bool]
) -> Iterator[NameSpan]:
    for end in range(min(at + longest, len(taken)), at, -1):
        kind = known.get(tuple(parsed.lowered[at:end]))
        if kind is not None and not any(taken[at:end]):
            taken[at:end] = [True] * (end - at)
            yield NameSpan(at, end, kind)
            return
