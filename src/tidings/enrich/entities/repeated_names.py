"""Repeated names: further occurrences of a name that was found elsewhere in the article.

A headline in capitals, a single surname or a name at the start of a sentence is unclear by itself.
The same words, recognised elsewhere in the article, make it clear.
"""

from collections.abc import Iterable, Iterator

from tidings.enrich.name_tables.name_span import NameSpan
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import ParsedText

_MIN_SURNAME = 3  # letters of a surname without a first name

KnownNames = dict[tuple[str, ...], EntityKind]


def names_in_spans(texts: Iterable[tuple[ParsedText, list[NameSpan]]]) -> KnownNames:
    """Return the names of spans in lower case, and the surnames of persons."""
    known: KnownNames = {}
    for parsed, spans in texts:
        for span in spans:
            words = tuple(parsed.lowered[span.first : span.end])
            known.setdefault(words, span.kind)
            if span.kind is EntityKind.PERSON and len(words) > 1 and len(words[-1]) >= _MIN_SURNAME:
                known.setdefault(words[-1:], span.kind)
    return known


def with_repeats(parsed: ParsedText, spans: list[NameSpan], known: KnownNames) -> list[NameSpan]:
    """Return the spans of a text, and those of known names that no span covers."""
    longest = max(map(len, known), default=0)
    openings = {words[0] for words in known}
    covered = [False] * len(parsed.words)
    for span in spans:
        covered[span.first : span.end] = [True] * (span.end - span.first)
    found = list(spans)
    for at, word in enumerate(parsed.lowered):
        if word in openings and not covered[at] and parsed.words[at][0].isupper():
            found.extend(_repeat_at(parsed, at, longest, known, covered))
    return sorted(found)


def _repeat_at(
    parsed: ParsedText, at: int, longest: int, known: KnownNames, covered: list[bool]
) -> Iterator[NameSpan]:
    for end in range(min(at + longest, len(covered)), at, -1):
        kind = known.get(tuple(parsed.lowered[at:end]))
        if kind is not None and not any(covered[at:end]):
            covered[at:end] = [True] * (end - at)
            yield NameSpan(at, end, kind)
            return
