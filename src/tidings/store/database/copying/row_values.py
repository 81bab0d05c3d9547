"""Values that one of the databases cannot keep: texts are mended, other rows are refused."""

import json
from typing import Any

from tidings.store.database.copying.copy_end import RowRefused
from tidings.store.database.copying.table_layout import Column, ColumnKind, Key, Row, TableLayout

_TYPES: dict[ColumnKind, type] = {
    ColumnKind.INTEGER: int,
    ColumnKind.REAL: float,
    ColumnKind.TEXT: str,
    ColumnKind.BYTES: bytes,
}
_NAMES = {int: "a whole number", float: "a number", str: "a text", bytes: "bytes"}
_MAX_PATTERNS = 10_000  # of types in a row: more are not worth the memory


class MendedText(str):
    """A text of SQLite's that PostgreSQL cannot keep, with U+FFFD for what it cannot keep."""

    __slots__ = ("original",)
    original: bytes


def text_of(data: bytes) -> str:
    """Return a text of SQLite's: it may hold NUL, and bytes that are not UTF-8."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode(errors="replace")
    else:
        if b"\0" not in data:
            return text
    mended = MendedText(text.replace("\0", "\ufffd"))
    mended.original = data
    return mended


class RowCheck:
    """Makes the rows of a table fit for both databases, and counts what that changed."""

    def __init__(self, layout: TableLayout) -> None:
        self._layout = layout
        self._fitting: set[tuple[type, ...]] = set()
        self.mended = 0  # texts

    def fit(self, row: Row) -> Row:
        """Return the row as both databases can keep it; raises RowRefused."""
        types = tuple(map(type, row))
        if types in self._fitting:
            return row
        fitting = tuple(map(self._fit, self._layout.columns, row, [row] * len(row)))
        if len(self._fitting) < _MAX_PATTERNS and MendedText not in types:
            self._fitting.add(types)
        return fitting

    def _fit(self, column: Column, value: Any, row: Row) -> Any:
        if isinstance(value, MendedText):
            self.mended += 1
            value = str(value)
        wanted = _TYPES[column.kind]
        if value is not None and type(value) is not wanted:
            found = _NAMES.get(type(value), type(value).__name__)
            raise RowRefused(
                self._layout.name,
                self._layout.key_of(row),
                f"{column.name} holds {found}, not {_NAMES[wanted]}.",
            )
        return value


def stored_key(key: Key) -> str:
    """Return a key as a text that gives exactly the same key again."""
    return json.dumps([_stored(part) for part in key])


def key_from(text: str) -> Key:
    """Return the key that was made into a text."""
    return tuple(map(_restored, json.loads(text)))


def _stored(part: Any) -> Any:
    if isinstance(part, MendedText):
        return {"text": part.original.hex()}
    return {"bytes": part.hex()} if isinstance(part, bytes) else part


def _restored(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    if "text" in part:
        return text_of(bytes.fromhex(part["text"]))
    return bytes.fromhex(part["bytes"])
