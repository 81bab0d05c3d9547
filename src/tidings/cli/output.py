"""Printing: JSON for programs on standard output, tables and sentences for people."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any

from rich.console import Console
from rich.table import Table


def plain(thing: Any) -> Any:
    """Return a thing as JSON knows it: dataclasses as objects, moments as ISO 8601."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return plain(asdict(thing))
    if isinstance(thing, dict):
        return {str(key): plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [plain(value) for value in thing]
    if isinstance(thing, datetime):
        return thing.isoformat()
    return thing


def print_json(thing: Any) -> None:
    """Print a thing as one JSON document."""
    print(json.dumps(plain(thing), ensure_ascii=False, indent=2))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows for people."""
    table = Table(*columns, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    Console(file=sys.stdout, highlight=False, markup=False).print(table)


def _cell(value: object) -> str:
    if isinstance(value, datetime):
        return f"{value.astimezone():%Y-%m-%d %H:%M}"
    return "" if value is None else printable(str(value))


def printable(text: str) -> str:
    """Return text without control characters: what came from the web must not drive a terminal."""
    return "".join(char if char.isprintable() or char == "\n" else " " for char in text)


def say(sentence: str) -> None:
    """Print a line for people on standard error, where progress goes."""
    print(printable(sentence), file=sys.stderr)
