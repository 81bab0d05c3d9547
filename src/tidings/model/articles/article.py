"""Articles: as extracted from a page, and as stored."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.web.page import PageKind, PageVerdict
from tidings.model.web.reason import Reason
from tidings.model.web.rights import NO_RESTRICTIONS, NOTHING_RESERVED, Rights, RobotsMeta


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything extracted from one page. Text and metadata are empty if the page has none."""

    verdict: PageVerdict
    title: str = ""
    text: str = ""  # paragraphs separated by newlines, without the title
    html: str = ""  # sanitised, for the reader view
    standfirst: str = ""
    published: datetime | None = None
    modified: datetime | None = None
    authors: tuple[str, ...] = ()
    language: str | None = None  # ISO 639-1, detected from the text
    section: str = ""
    tags: tuple[str, ...] = ()
    image: str | None = None  # lead image
    images: tuple[str, ...] = ()  # absolute, lead image first
    canonical: str | None = None  # absolute
    publisher: str = ""
    accessible_for_free: bool | None = None
    robots: RobotsMeta = NO_RESTRICTIONS
    rights: Rights = NOTHING_RESERVED
    signals: tuple[tuple[str, str], ...] = ()  # field -> where its value came from
    needs_script: bool = False  # it shows nothing without JavaScript

    @property
    def kind(self) -> PageKind:
        """The verdict's kind."""
        return self.verdict.kind

    @property
    def date(self) -> datetime | None:
        """The publication date, under the name that `tidings extract` prints."""
        return self.published

    @property
    def word_count(self) -> int:
        """The number of words separated by white space; too low for Chinese and Japanese."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True)
class UnreadablePage:
    """A body that cannot be read as a page, with the reason and a message."""

    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Article:
    """An article as stored: the newest revision."""

    id: str  # 16 hex digits of the canonical URL's hash
    url: str  # canonical
    source: str  # the source's registered domain
    title: str
    text: str
    html: str
    standfirst: str
    published: datetime | None
    modified: datetime | None
    first_seen: datetime
    authors: tuple[str, ...]
    language: str
    section: str
    tags: tuple[str, ...]
    image: str | None
    publisher: str
    word_count: int
    revision: int = 1
    seq: int = 0  # position in the order of changes, from which the index continues
    robots: RobotsMeta = NO_RESTRICTIONS  # what its page requested …
    rights: Rights = NOTHING_RESERVED  # … and which uses its publisher reserved, when fetched
    hidden_from: datetime | None = None  # not shown from then on, at its page's request
    gone_at: datetime | None = None  # when we found that its publisher deleted it
    gone_status: int | None = None
    with_login: bool = False  # fetched with credentials: not for others' eyes
