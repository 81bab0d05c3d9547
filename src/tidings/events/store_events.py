"""The events of the database and the store of a home."""

import logging
from dataclasses import dataclass
from typing import ClassVar

from tidings.events.logged_event import LoggedEvent


@dataclass(frozen=True, slots=True)
class StoreStalled(LoggedEvent):
    """A server has not answered for some seconds; work that writes waits for it."""

    level: ClassVar[int] = logging.WARNING

    what: str  # database or store
    seconds: float
    error: str


@dataclass(frozen=True, slots=True)
class StoreResumed(LoggedEvent):
    """A server that had stalled answers again, and the work continues."""

    level: ClassVar[int] = logging.WARNING  # like the event that it ends

    what: str
    seconds: float  # that work waited


@dataclass(frozen=True, slots=True)
class SealingFailed(LoggedEvent):
    """A full WARC file could not be put on the store as a whole: its parts stay, and it is tried
    again."""

    level: ClassVar[int] = logging.WARNING

    file: str
    error: str
    attempt: int  # 1 is the first


@dataclass(frozen=True, slots=True)
class SealingRecovered(LoggedEvent):
    """All files that had failed are on the store as a whole."""

    level: ClassVar[int] = logging.WARNING  # like the event that it ends
