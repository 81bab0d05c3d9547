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


@dataclass(frozen=True, slots=True)
class PlaceLost(LoggedEvent):
    """A process on a node of the cluster ended; what it had goes elsewhere."""

    level: ClassVar[int] = logging.WARNING

    node: str
    error: str


@dataclass(frozen=True, slots=True)
class PlaceRefused(LoggedEvent):
    """A node of the cluster cannot open the home of a job, and is not used for it."""

    level: ClassVar[int] = logging.WARNING

    node: str
    error: str


@dataclass(frozen=True, slots=True)
class IndexSent(LoggedEvent):
    """A commit of the search index is on the store."""

    level: ClassVar[int] = logging.DEBUG

    cursor: int
    sent_bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class IndexFetchBegan(LoggedEvent):
    """The store's search index is fetched, because this machine has none, or an older one."""

    cursor: int
    files: int
    missing_bytes: int


@dataclass(frozen=True, slots=True)
class IndexFetching(LoggedEvent):
    """How far that is; logged every few seconds."""

    fetched_bytes: int
    missing_bytes: int


@dataclass(frozen=True, slots=True)
class IndexFetched(LoggedEvent):
    """The store's search index is here, and current."""

    cursor: int
    fetched_bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class IndexFetchFailed(LoggedEvent):
    """The store's search index is not used; an owner indexes from the database what it lacks."""

    level: ClassVar[int] = logging.WARNING

    problem: str


@dataclass(frozen=True, slots=True)
class KnowledgeFetched(LoggedEvent):
    """A newer version of what articles taught was fetched from the store."""

    version: int


@dataclass(frozen=True, slots=True)
class KnowledgeFetchFailed(LoggedEvent):
    """The newest version on the store is not used; a crawl goes on with an older one."""

    level: ClassVar[int] = logging.WARNING

    version: int
    problem: str
