"""Joins lines that were wrapped to a width: with spaces, without hyphens, or directly (Chinese)."""

import re
from collections.abc import Collection, Iterable

from tidings.text.scripts.cjk import LETTERS

# Chinese and Japanese break anywhere; Korean breaks between words.
_UNSPACED = re.compile(
    f"[{LETTERS}\u3000-\u303f\uff00-\uff65]".replace("\u1100-\u115f\u3131-\u318e", "").replace(
        "\ua960-\ua97c\uac00-\ud7fb\uffa1-\uffdc", ""
    )
)
LINE_END_HYPHEN = ("\ufffe", "\x02")  # how PDFium marks a hyphen at the end of a line
_HYPHENS = frozenset({"-", "\u2010", "\u00ad", *LINE_END_HYPHEN})
_FIRST = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_LAST = re.compile(r"[^\W_]+$")


def joined_lines(lines: Iterable[str], compounds: Collection[str] = frozenset()) -> str:
    """Return the lines joined; `compounds` are words known to be written with a hyphen."""
    parts: list[str] = []
    for line in lines:
        line = line.strip()
        if not line:
            continue
        if parts:
            _append(parts, line, compounds)
        else:
            parts.append(line)
    return "".join(parts)


def _append(parts: list[str], line: str, compounds: Collection[str]) -> None:
    before = parts[-1]
    if before[-1] in _HYPHENS and len(before) > 1 and before[-2].isalnum():
        parts[-1] = before[:-1] + ("-" if _keeps_hyphen(before[:-1], line, compounds) else "")
    elif not (_UNSPACED.match(before[-1]) and _UNSPACED.match(line[0])):
        parts.append(" ")
    parts.append(line)


def _keeps_hyphen(before: str, after: str, compounds: Collection[str]) -> bool:
    """Return whether a hyphen at the end of a line belongs to the word.

    It does before a capital or a digit (Rhine-Main, covid-19) and in words that have a hyphen
    elsewhere in the text. Otherwise the line break added it.
    """
    first, last = _FIRST.match(after), _LAST.search(before)
    if first is None or last is None or not first[0][0].islower() or last[0][-1].isdigit():
        return True
    return f"{last[0]}-{first[0]}".lower() in compounds
