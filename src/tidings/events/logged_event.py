"""What every event has in common, and how it is emitted."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import ClassVar

_log = logging.getLogger("tidings")


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """Something that happened. Its fields are plain values, and none of them is a secret."""

    level: ClassVar[int] = logging.INFO

    def values(self) -> Iterator[tuple[str, object]]:
        """Yield the names and values of the fields that are set."""
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None:
                yield field.name, value


@dataclass(frozen=True, slots=True)
class Announcement(LoggedEvent):
    """A sentence for whoever runs the program; it is shown at every log level."""

    level: ClassVar[int] = logging.CRITICAL + 10

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class CommandFailed(Announcement):
    """Why a command ends with an exit code other than 0."""

    code: int

    def __str__(self) -> str:
        return f"tidings: {self.text}"


def event_name(kind: type[LoggedEvent]) -> str:
    """Return the name of a kind of event, such as `visit failed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def emit(event: LoggedEvent) -> None:
    """Log an event, if its level is logged."""
    if _log.isEnabledFor(event.level):
        _log.log(event.level, event)


def is_logged(kind: type[LoggedEvent]) -> bool:
    """Return whether events of this kind are logged, before costly fields are computed."""
    return _log.isEnabledFor(kind.level)
