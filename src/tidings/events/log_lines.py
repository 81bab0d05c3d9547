"""Log lines, as text for people or as JSON for programs; both without secrets."""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Final

from tidings.events.logged_event import Announcement, CommandFailed, LoggedEvent, event_name
from tidings.events.redaction import Redactor

# Keys of every JSON line, which no event may use for a field of its own.
RESERVED: Final = frozenset({"at", "level", "event", "process", "logger", "message", "trace"})


class TextFormatter(logging.Formatter):
    """`2026-11-18T06:40:02.123Z warning worker died: pid=42 reason="reading it took too long"`."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, followed by the traceback of an unexpected error."""
        event = record.msg
        if isinstance(event, Announcement):
            return _printable(self._redact(str(event)))
        start = f"{_moment(record)} {record.levelname.lower()} "
        if isinstance(event, LoggedEvent):
            pairs = " ".join(f"{name}={self._cell(value)}" for name, value in event.values())
            return f"{start}{event_name(type(event))}: {pairs}"
        text = f"{start}{record.name}: {self._redact(record.getMessage())}"
        return _printable("\n".join(filter(None, (text, self._redact(_trace(record))))))

    def _cell(self, value: object) -> str:
        if isinstance(value, float):
            return f"{value:g}"
        text = self._redact(str(value))
        is_plain = text.isprintable() and text and not set(text) & set(' "=')
        return text if is_plain else _printable(json.dumps(text, ensure_ascii=False))


class JsonFormatter(logging.Formatter):
    """One JSON object per line: `at`, `level`, `event`, `process`, and the event's own fields."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        event = record.msg
        line: dict[str, object] = {"at": _moment(record), "level": record.levelname.lower()}
        if isinstance(event, LoggedEvent):
            line |= {"level": _level(record, event), "event": event_name(type(event))}
            line |= {"process": record.process}
            line |= {name: self._value(value) for name, value in event.values()}
        else:
            message = self._redact(record.getMessage())
            line |= {"event": "message", "process": record.process}
            line |= {"logger": record.name, "message": message}
            if trace := self._redact(_trace(record)):
                line["trace"] = trace
        return json.dumps(line)  # ASCII only: it suits every terminal and collector

    def _value(self, value: object) -> object:
        if isinstance(value, bool | int | float):
            return value
        return self._redact(str(value))


def _level(record: logging.LogRecord, event: LoggedEvent) -> str:
    """Return the level for programs; announcements have one that no program knows."""
    if isinstance(event, CommandFailed):
        return "error"
    return "info" if isinstance(event, Announcement) else record.levelname.lower()


def _moment(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"


def _trace(record: logging.LogRecord) -> str:
    if record.exc_info is None or record.exc_info[0] is None:
        return ""
    return "".join(traceback.format_exception(*record.exc_info)).rstrip()


def _printable(text: str) -> str:
    """Return text without control characters: text from the web must not control a terminal."""
    return "".join(char if char.isprintable() or char == "\n" else " " for char in text)
