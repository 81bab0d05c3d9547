"""Changes: what a settled visit does to the store, as values.

Deciding makes them; `change_writer.py` writes them in their order.
"""

from dataclasses import dataclass
from datetime import datetime

from tidings.crawl.traps.shape_account import VisitYield
from tidings.engine.reading.reading_task import Reading
from tidings.engine.state.focus_learning import FocusOutcome
from tidings.extract.site_memory.memory import MemoryUpdate
from tidings.model.articles.article import Article
from tidings.model.crawl.list_history import ListHistory
from tidings.model.crawl.subscription import Subscription
from tidings.model.crawl.visit import FoundUrl, PastVisit, UrlState, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.reason import Reason
from tidings.model.web.rights import Rights, RobotsMeta
from tidings.store.tables.articles.annotations import PackedAnnotations
from tidings.store.tables.articles.lessons import Lesson
from tidings.store.tables.sources.rhythms import RhythmRow

# URLs and visits


@dataclass(frozen=True, slots=True)
class CopyToArchive:
    """A page as the archive stores it."""

    record: bytes
    url: str
    at: datetime
    status: int
    content_type: str
    digest: str


def copy_of(response: Response, reading: Reading, url: str) -> CopyToArchive | None:
    """Return the copy of a page for the archive; None if its publisher allows none."""
    if reading.record is None:
        return None
    status, kind = response.status, response.content_type
    return CopyToArchive(reading.record, url, response.at, status, kind, reading.digest)


@dataclass(frozen=True, slots=True)
class SaveUrlState:
    """Stores the state of a URL after a visit, and where its copy is."""

    host: str
    id: int
    state: UrlState
    at: datetime | None  # None: it was never visited
    copy: CopyToArchive | None = None


@dataclass(frozen=True, slots=True)
class NoteVisit:
    """Adds a visit to the history of its URL; a check of a live URL is also one of its source."""

    visit: Visit
    past: PastVisit
    checks_source: bool


@dataclass(frozen=True, slots=True)
class NoteRequests:
    """Stores the requests that were made; most of them earn credit for rechecks."""

    earn_credit: bool
    same_bytes: str | None = None  # the URL whose response had the bytes that are known


@dataclass(frozen=True, slots=True)
class CloseHost:
    """Notes that a host asked us to wait, for whoever crawls next."""

    host: str
    until: datetime
    reason: Reason


@dataclass(frozen=True, slots=True)
class AddUrl:
    """Adds a URL to the frontier."""

    found: FoundUrl
    at: datetime


@dataclass(frozen=True, slots=True)
class ForgetCopy:
    """Forgets where the copy of a page is, because its publisher allows none."""

    host: str
    id: int


# Lists and their timing


@dataclass(frozen=True, slots=True)
class KeepListHistory:
    """Stores the history of a list."""

    history: ListHistory


@dataclass(frozen=True, slots=True)
class RestList:
    """Sets a list aside."""

    history: ListHistory
    reason: Reason
    due: datetime | None
    target: str | None


@dataclass(frozen=True, slots=True)
class WakeDuplicateFeeds:
    """Visits the feeds again that rest because they are the same as a dead one."""

    feed: int
    at: datetime


@dataclass(frozen=True, slots=True)
class WakeFailingLists:
    """Visits the feeds and sitemaps of a site again that failed while its start page did."""

    site: int
    at: datetime


@dataclass(frozen=True, slots=True)
class KeepRhythm:
    """Stores what is known about the rhythm of a live URL, and counts its planned visit."""

    url_id: int
    row: RhythmRow
    interval: float
    now: float


@dataclass(frozen=True, slots=True)
class ForgetRhythm:
    """Forgets the rhythm of a URL that is not visited again."""

    url_id: int


@dataclass(frozen=True, slots=True)
class KeepSubscription:
    """Stores a subscription to a hub."""

    subscription: Subscription


# Articles


@dataclass(frozen=True, slots=True)
class KeepArticle:
    """Keeps a new article or a new revision, with its annotations and its lesson."""

    article: Article
    at: datetime
    annotations: PackedAnnotations | None
    lesson: Lesson | None = None  # of a new article
    before: Article | None = None  # of a revision: how the last copy reads today


@dataclass(frozen=True, slots=True)
class RenameArticle:
    """Gives an article the id of its own page."""

    article: Article
    url: str
    at: datetime
    annotations: PackedAnnotations | None


@dataclass(frozen=True, slots=True)
class GiveArticle:
    """Gives an article to the page that owns its text, from one that only repeats it."""

    article: Article  # as it is kept
    owned: Article  # with the id and URL of the owner, as read there
    at: datetime
    annotations: PackedAnnotations | None


@dataclass(frozen=True, slots=True)
class SetRights:
    """Stores what a page now asks for; this may hide its article or show it again."""

    article: str
    robots: RobotsMeta
    rights: Rights
    hidden_from: datetime | None
    at: datetime


@dataclass(frozen=True, slots=True)
class AddTombstone:
    """Notes that the publisher deleted an article."""

    article: str
    at: datetime
    status: int | None
    detail: str


@dataclass(frozen=True, slots=True)
class LiftTombstone:
    """Notes that a deleted article is back."""

    article: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlanRecheck:
    """Plans to check an article once more."""

    host: str
    id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class NoteRecheck:
    """Pays for a recheck, and counts what it found; None if it found out nothing."""

    site: int
    url_id: int
    requests: int
    changed: bool | None
    was_edited: bool | None  # as a list may have announced
    at: datetime


# What a source teaches


@dataclass(frozen=True, slots=True)
class ChargeShape:
    """Charges a visit to the shape of its URL, with what it brought."""

    visit: Visit
    brought: VisitYield
    at: datetime
    sketch: bytes = b""  # of the article that it brought


@dataclass(frozen=True, slots=True)
class KeepListingDepth:
    """Gives the next page of a listing the listing's own depth, if such pages brought news."""

    visit: Visit
    new: tuple[FoundUrl, ...]


@dataclass(frozen=True, slots=True)
class NoteArticleFlow:
    """Counts a new article of a source."""

    site: int
    article: Article


@dataclass(frozen=True, slots=True)
class LearnSite:
    """Learns what a page teaches about its site."""

    site: int
    update: MemoryUpdate


@dataclass(frozen=True, slots=True)
class LearnFocus:
    """Learns what a page teaches about the topic of its source."""

    visit: Visit
    outcome: FocusOutcome
    at: datetime


@dataclass(frozen=True, slots=True)
class NameSource:
    """Gives a source a name, if it has none."""

    site: int
    name: str


@dataclass(frozen=True, slots=True)
class MoveSource:
    """Gives a source the domain to which its start page redirects."""

    site: int
    domain: str


Change = (
    SaveUrlState
    | NoteVisit
    | NoteRequests
    | CloseHost
    | AddUrl
    | ForgetCopy
    | KeepListHistory
    | RestList
    | WakeDuplicateFeeds
    | WakeFailingLists
    | KeepRhythm
    | ForgetRhythm
    | KeepSubscription
    | KeepArticle
    | RenameArticle
    | GiveArticle
    | SetRights
    | AddTombstone
    | LiftTombstone
    | PlanRecheck
    | NoteRecheck
    | ChargeShape
    | KeepListingDepth
    | NoteArticleFlow
    | LearnSite
    | LearnFocus
    | NameSource
    | MoveSource
)
