"""Articles: as extracted from a page, and as kept."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.web.page import PageKind, PageVerdict
from tidings.model.web.reason import Reason
from tidings.model.web.rights import NO_RESTRICTIONS, NOTHING_RESERVED, Rights, RobotsMeta


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything one page says about itself. Text and metadata are empty unless it has them."""

    verdict: PageVerdict
    title: str = ""
    text: str = ""  # paragraphs separated by newlines, without the title
    html: str = ""  # the reader's view, sanitised
    standfirst: str = ""
    published: datetime | None = None
    modified: datetime | None = None
    authors: tuple[str, ...] = ()
    language: str | None = None  # ISO 639-1, detected from the text
    section: str = ""
    tags: tuple[str, ...] = ()
    image: str | None = None  # the lead
    images: tuple[str, ...] = ()  # absolute, the lead first
    canonical: str | None = None  # absolute
    publisher: str = ""
    accessible_for_free: bool | None = None
    robots: RobotsMeta = NO_RESTRICTIONS
    rights: Rights = NOTHING_RESERVED
    signals: tuple[tuple[str, str], ...] = ()  # field -> where its value came from

    @property
    def kind(self) -> PageKind:
        """The verdict's kind."""
        return self.verdict.kind

    @property
    def date(self) -> datetime | None:
        """When it was published, under the name that `tidings extract` prints."""
        return self.published

    @property
    def word_count(self) -> int:
        """Words by white space; for CJK read it as a floor."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True)
class UnreadablePage:
    """A body that is no page: why, in a value and in words."""

    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Article:
    """An article as kept: the newest revision."""

    id: str  # 16 hex digits of the canonical URL's hash
    url: str  # canonical
    source: str  # the site's registered domain
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
    seq: int = 0  # place in the order of changes; the index catches up by it
    robots: RobotsMeta = NO_RESTRICTIONS  # what its page asked for …
    rights: Rights = NOTHING_RESERVED  # … and which uses its publisher reserved, when fetched
    hidden_from: datetime | None = None  # when it is shown no more, because it was asked for
    gone_at: datetime | None = None  # when it was found deleted by its publisher
    gone_status: int | None = None
