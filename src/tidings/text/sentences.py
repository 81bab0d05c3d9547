"""Sentences: where each begins and ends in a text; paragraphs are lines and end theirs."""

import re

_LATIN_END = r"[.!?…]+[\"'”’»)\]]*(?=\s|$)"
_DENSE_END = r"[。！？．｡…]+[”’」』）】》\"']*"
_end = re.compile(f"{_LATIN_END}|{_DENSE_END}")


def sentences(text: str, language: str) -> list[tuple[int, int]]:
    """Return the places of a text's sentences, without the white space around them."""
    found = []
    for line in re.finditer(r"[^\n]+", text):
        start = line.start()
        for match in _end.finditer(text, line.start(), line.end()):
            found.append((start, match.end()))
            start = match.end()
        found.append((start, line.end()))
    return [span for span in (_trimmed(text, *place) for place in found) if span[0] < span[1]]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())
