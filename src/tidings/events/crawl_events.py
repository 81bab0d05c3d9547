"""The events of a crawl."""

import logging
from dataclasses import dataclass
from typing import ClassVar

from tidings.events.logged_event import LoggedEvent
from tidings.model.web.reason import Reason


@dataclass(frozen=True, slots=True)
class CrawlBegan(LoggedEvent):
    """A home was opened for crawling."""

    home: str
    node: str  # which of how many nodes it is


@dataclass(frozen=True, slots=True)
class CrawlEnded(LoggedEvent):
    """A crawl ended, by itself, by a signal or by an error."""

    home: str
    fetched: int
    articles: int  # that are new
    seconds: float
    error: str | None = None  # why it had to stop


@dataclass(frozen=True, slots=True)
class VisitMade(LoggedEvent):
    """A visit was settled."""

    level: ClassVar[int] = logging.DEBUG

    url: str
    reason: Reason
    status: int | None


@dataclass(frozen=True, slots=True)
class VisitFailed(LoggedEvent):
    """A URL could not be fetched, or its page could not be read."""

    url: str
    reason: Reason
    detail: str | None
    attempt: int  # 1 is the first


@dataclass(frozen=True, slots=True)
class SourceFailing(LoggedEvent):
    """The start page of a source failed, having worked before or never."""

    source: str
    reason: Reason
    detail: str | None


@dataclass(frozen=True, slots=True)
class SourceRecovered(LoggedEvent):
    """The start page of a source works again."""

    source: str


@dataclass(frozen=True, slots=True)
class SourceSilent(LoggedEvent):
    """A source has brought nothing for so long that it is no longer chance."""

    source: str


@dataclass(frozen=True, slots=True)
class SourceHeard(LoggedEvent):
    """A silent source brings articles again."""

    source: str


@dataclass(frozen=True, slots=True)
class WorkerDied(LoggedEvent):
    """A worker process died or was killed because it hung; another takes its place."""

    level: ClassVar[int] = logging.WARNING

    pid: int
    reason: Reason
    detail: str


@dataclass(frozen=True, slots=True)
class FollowerFailing(LoggedEvent):
    """The index, the stories or the knowledge failed to follow, and will try again."""

    level: ClassVar[int] = logging.WARNING

    follower: str
    error: str
    attempt: int  # 1 is the first


@dataclass(frozen=True, slots=True)
class FollowerRecovered(LoggedEvent):
    """The index, the stories or the knowledge work again."""

    follower: str


@dataclass(frozen=True, slots=True)
class FollowerCaughtUp(LoggedEvent):
    """What follows the changes has taken in all that waited when it began."""

    follower: str


@dataclass(frozen=True, slots=True)
class CredentialsUnusable(LoggedEvent):
    """A source is not fetched, because its credentials cannot be read."""

    level: ClassVar[int] = logging.WARNING

    credentials: str  # their name
    problem: str


@dataclass(frozen=True, slots=True)
class CredentialsWithheld(LoggedEvent):
    """A source is fetched without its credentials, because its address does not protect them."""

    level: ClassVar[int] = logging.WARNING

    credentials: str  # their name
    host: str
    problem: str
