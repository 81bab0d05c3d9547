"""The events of the web server."""

import logging
from dataclasses import dataclass
from typing import ClassVar

from tidings.events.logged_event import LoggedEvent


@dataclass(frozen=True, slots=True)
class ServerListening(LoggedEvent):
    """A process began to answer requests."""

    url: str


@dataclass(frozen=True, slots=True)
class ServerStopped(LoggedEvent):
    """A process no longer answers requests."""

    url: str


@dataclass(frozen=True, slots=True)
class ServerProcessDied(LoggedEvent):
    """One of several server processes ended by itself; another takes its place."""

    level: ClassVar[int] = logging.WARNING

    pid: int | None
    code: int | None  # exit code; negative: the signal


@dataclass(frozen=True, slots=True)
class StreamFailing(LoggedEvent):
    """The live stream cannot read the home; it tries again."""

    level: ClassVar[int] = logging.WARNING

    error: str


@dataclass(frozen=True, slots=True)
class RequestServed(LoggedEvent):
    """A request was answered. What readers search for is theirs: the query is left out."""

    level: ClassVar[int] = logging.DEBUG

    method: str
    path: str
    status: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SignInFailed(LoggedEvent):
    """A token, password or link was wrong."""

    address: str
    proof: str


@dataclass(frozen=True, slots=True)
class SignedIn(LoggedEvent):
    """A session began."""

    address: str
    name: str
    proof: str
