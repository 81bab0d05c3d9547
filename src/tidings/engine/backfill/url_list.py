"""Reads lists of URLs as people have them: one for each line, CSV with a column `url`, or JSONL.

The format is found by looking, so nobody has to name it. It judges lines one by one and fetches
nothing.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tidings.read.url import canonical, has_credentials

_DELIMITERS = (",", ";", "\t")
_COLUMN = "url"
_MAX_SHOWN = 80  # characters of a bad line that are named


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that names no URL that could be fetched."""

    number: int
    text: str
    why: str

    def __str__(self) -> str:
        return f"line {self.number}: {self.why}: {self.text}"


def listed_urls(lines: Iterable[str], max_length: int) -> Iterator[str | BadLine]:
    """Yield the canonical URL of each line, or what is wrong with it.

    Empty lines and those that begin with # are left out.
    """
    numbered = enumerate(lines, start=1)
    is_first = True
    for number, line in numbered:
        text = line.lstrip("\ufeff").strip()
        if not text or text.startswith("#"):
            continue
        if is_first and (column := _column_of(text)) is not None:
            yield from _of_table(numbered, number, column, max_length)
            return
        is_first = False
        yield _judged(number, text, _of_json(text) if text.startswith("{") else text, max_length)


def _column_of(header: str) -> tuple[str, int] | None:
    """Return how a table is delimited and which column has its URLs; None if it is no header."""
    for delimiter in _DELIMITERS:
        names = [name.strip().lower() for name in next(csv.reader([header], delimiter=delimiter))]
        if _COLUMN in names:
            return delimiter, names.index(_COLUMN)
    return None


def _of_table(
    numbered: Iterator[tuple[int, str]], header: int, column: tuple[str, int], max_length: int
) -> Iterator[str | BadLine]:
    delimiter, place = column
    rows = csv.reader((line for _, line in numbered), delimiter=delimiter)
    for row in rows:
        if not any(row) or row[0].startswith("#"):
            continue
        cell = row[place].strip() if place < len(row) else None
        yield _judged(header + rows.line_num, delimiter.join(row), cell, max_length)


def _of_json(text: str) -> str | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    url = found.get(_COLUMN) if isinstance(found, dict) else None
    return url if isinstance(url, str) else None


def _judged(number: int, line: str, text: str | None, max_length: int) -> str | BadLine:
    shown = line[:_MAX_SHOWN]
    if not text:
        return BadLine(number, shown, f"no field {_COLUMN!r}")
    url = canonical(text) if "://" in text else None
    if url is None:
        return BadLine(number, shown, "not a web address")
    if has_credentials(url):
        return BadLine(number, "(not shown)", "contains a password; see 'tidings credentials'")
    if len(url) > max_length:
        return BadLine(number, shown, f"longer than {max_length} characters")
    return url
