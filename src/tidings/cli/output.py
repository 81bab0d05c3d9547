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

from tidings.events.logged_event import Announcement, emit

_UNWRAPPED_WIDTH: Final = 10_000  # columns in a file or a pipe, so that grep finds a URL whole


def json_value(value: Any) -> Any:
    """Return a value in JSON's types: dataclasses as objects, moments as ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        return json_value(asdict(value))
    if isinstance(value, dict):
        return {str(key): json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_value(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value


def print_json(value: Any) -> None:
    """Print a value as one JSON document, escaped where the encoding is not UTF-8."""
    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    print(json.dumps(json_value(value), ensure_ascii=not is_utf8, indent=2))


def shown_day(published: datetime | None, first_seen: datetime) -> str:
    """Return the day of publication, or else when we first saw it, and that it is that."""
    return f"{published:%Y-%m-%d}" if published else f"undated, first seen {first_seen:%Y-%m-%d}"


class TableConsole(Console):
    """Standard output for tables; a reader that has gone, as in `| head`, is not a failure."""

    def __init__(self, *, soft_wrap: bool = False) -> None:
        super().__init__(
            file=sys.stdout,
            width=None if sys.stdout.isatty() else _UNWRAPPED_WIDTH,
            highlight=False,
            markup=False,
            soft_wrap=soft_wrap,
        )

    def on_broken_pipe(self) -> None:
        """Leave it to main(), as for all other output."""
        raise BrokenPipeError


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows for people."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")  # lose nothing on narrow terminals
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    TableConsole().print(table)


def _cell(value: object) -> str:
    if isinstance(value, datetime):
        return f"{value.astimezone():%Y-%m-%d %H:%M}"
    return "" if value is None else printable(str(value))


def printable(text: str) -> str:
    """Return text without control characters: text from the web must not control a terminal."""
    return "".join(char if char.isprintable() or char == "\n" else " " for char in text)


def say(sentence: str) -> None:
    """Print a line for people on standard error; with `--log-format json`, an object."""
    emit(Announcement(printable(sentence)))
