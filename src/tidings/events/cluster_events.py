"""The events of a node of a cluster, as its supervisor logs them."""

import logging
from dataclasses import dataclass
from typing import ClassVar

from tidings.events.logged_event import LoggedEvent


@dataclass(frozen=True, slots=True)
class NodeStarted(LoggedEvent):
    """Ray was started on this node."""

    node: str
    head: str
    pid: int


@dataclass(frozen=True, slots=True)
class NodeEnded(LoggedEvent):
    """Ray ended on this node without being told to, and is started again."""

    level: ClassVar[int] = logging.WARNING

    node: str
    code: int
    said: str  # by Ray, at last
    again_in_seconds: float


@dataclass(frozen=True, slots=True)
class HeadAwaited(LoggedEvent):
    """The head cannot be reached; the node joins as soon as it can."""

    level: ClassVar[int] = logging.WARNING

    node: str
    head: str
    problem: str


@dataclass(frozen=True, slots=True)
class NodeStopped(LoggedEvent):
    """The node was told to end, and has ended."""

    node: str
