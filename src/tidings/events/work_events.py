"""The events of commands and jobs."""

import logging
from dataclasses import dataclass
from typing import ClassVar

from tidings.events.logged_event import LoggedEvent


@dataclass(frozen=True, slots=True)
class CommandExecuted(LoggedEvent):
    """The owner of the home executed a command, or a part of a long one."""

    command: str
    subject: str  # what it is about, such as the address of a source
    outcome: str  # done, refused, or begun if more parts follow


@dataclass(frozen=True, slots=True)
class CommandBroke(LoggedEvent):
    """A command failed unexpectedly and was refused."""

    level: ClassVar[int] = logging.WARNING

    command: str
    error: str


@dataclass(frozen=True, slots=True)
class JobBegan(LoggedEvent):
    """A job began, or continues."""

    job: str
    items: int
    finished_parts: int  # by an earlier run


@dataclass(frozen=True, slots=True)
class JobPartDone(LoggedEvent):
    """A part of a job was committed."""

    level: ClassVar[int] = logging.DEBUG

    job: str
    part: str
    items: int
    seconds: float


@dataclass(frozen=True, slots=True)
class JobItemFailed(LoggedEvent):
    """An item of a job failed or killed its process twice, and was left out."""

    job: str
    item: str
    detail: str


@dataclass(frozen=True, slots=True)
class JobEnded(LoggedEvent):
    """All parts of a job are finished."""

    job: str
    parts: int
    items: int
    failed: int
