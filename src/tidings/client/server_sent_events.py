"""Reads a stream of server-sent events (WHATWG HTML, 9.2) from lines of bytes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tidings.client.errors import AnswerUnreadable

MAX_LINE: Final = 4 * 1024 * 1024  # bytes; no event of ours is as long


@dataclass(frozen=True, slots=True)
class SentEvent:
    """One event as it was sent."""

    id: str  # empty if it has none
    name: str
    data: str  # empty if the event only says how far the reader has come
    retry: float | None = None  # seconds to wait before coming back, if the server said so


class _EventLines:
    """The lines of one event, until an empty line ends it."""

    def __init__(self) -> None:
        self._fields: dict[str, str] = {}
        self._data: list[str] = []
        self._retry: float | None = None  # holds until the server says otherwise

    def take(self, line: str) -> None:
        """Take one line in; unknown fields are ignored, as the standard wants it."""
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "retry" and value.isascii() and value.isdigit():
            self._retry = int(value[:9]) / 1000
        elif name == "event" or (name == "id" and "\0" not in value):
            self._fields[name] = value

    def end(self) -> SentEvent | None:
        """Return the event that ends here, if it has data or an id."""
        fields, self._fields = self._fields, {}
        data, self._data = "\n".join(self._data), []
        if not data and "id" not in fields:
            return None
        return SentEvent(fields.get("id", ""), fields.get("event", "message"), data, self._retry)


def sent_events(readline: Callable[[int], bytes]) -> Iterator[SentEvent | None]:
    """Yield events until the stream ends, and None for each comment: a sign of life.

    An event that is cut off is not yielded.
    """
    lines = _EventLines()
    while (line := readline(MAX_LINE)).endswith(b"\n"):
        text = line.rstrip(b"\r\n").decode("utf-8", "replace")
        if text.startswith(":"):
            yield None
        elif text:
            lines.take(text)
        elif (event := lines.end()) is not None:
            yield event
    if len(line) >= MAX_LINE:
        raise AnswerUnreadable(f"A line of the stream has more than {MAX_LINE} bytes.")
