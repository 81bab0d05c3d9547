"""Printing: JSON for programs on standard output, tables and sentences for people."""

import codecs
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any, Final

from rich.console import Console
from rich.table import Table

_UNWRAPPED_WIDTH: Final = (
    10_000  # columns of a file or a pipe: what greps for a URL must find it whole
)


def json_value(thing: Any) -> Any:
    """Return a thing as JSON knows it: dataclasses as objects, moments as ISO 8601."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return json_value(asdict(thing))
    if isinstance(thing, dict):
        return {str(key): json_value(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [json_value(value) for value in thing]
    if isinstance(thing, datetime):
        return thing.isoformat()
    return thing


def print_json(thing: Any) -> None:
    """Print a thing as one JSON document, escaped where it would not arrive otherwise."""
    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    print(json.dumps(json_value(thing), ensure_ascii=not is_utf8, indent=2))


class TableConsole(Console):
    """Standard output for tables; a reader who has gone, as in `| head`, is no failure of ours."""

    def __init__(self, *, soft_wrap: bool = False) -> None:
        super().__init__(
            file=sys.stdout,
            width=None if sys.stdout.isatty() else _UNWRAPPED_WIDTH,
            highlight=False,
            markup=False,
            soft_wrap=soft_wrap,
        )

    def on_broken_pipe(self) -> None:
        """Let the main program end as it does whoever was printing."""
        raise BrokenPipeError


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows for people."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")  # on narrow terminals, too, nothing is lost
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    TableConsole().print(table)


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
