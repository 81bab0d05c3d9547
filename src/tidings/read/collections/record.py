"""What a record of an archive or a collection can be: a page, a text, or nothing for us."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tidings.model.web.rights import NO_RESTRICTIONS, NOTHING_RESERVED, Rights, RobotsMeta


class SkipReason(StrEnum):
    """Why a record is no page or text for us."""

    NO_RESPONSE = "no response: a request, metadata or the like"
    REVISIT = "a revisit, whose page is in another record"
    BAD_STATUS = "the server did not answer with a page"
    NO_URL = "without a web address"
    NO_PAGE = "no page: an image, a script or the like"
    NO_TEXT = "without text"
    BROKEN = "broken"
    TOO_LARGE = "larger than ingest.max_record_bytes"
    OTHER_TIME = "outside --since and --until"


@dataclass(frozen=True, slots=True)
class Span:
    """Where a record is in its stream, and what its first lines say."""

    start: int
    end: int
    url: str = ""
    at: datetime | None = None
    skip: SkipReason | None = None
    detail: str = ""
    content: bytes = b""  # of the record, if the stream cannot be read again at `start`


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A page as a server sent it."""

    url: str
    at: datetime | None
    status: int
    headers: tuple[tuple[str, str], ...]  # names in lower case
    body: bytes  # inflated
    truncated: bool = False
    address: str = ""
    with_login: bool = False


@dataclass(frozen=True, slots=True)
class TextRecord:
    """An article as somebody else extracted it."""

    url: str
    title: str
    text: str  # paragraphs separated by newlines
    at: datetime | None = None  # when it was fetched
    published: datetime | None = None
    modified: datetime | None = None
    standfirst: str = ""
    authors: tuple[str, ...] = ()
    language: str = ""
    section: str = ""
    tags: tuple[str, ...] = ()
    image: str | None = None
    publisher: str = ""
    robots: RobotsMeta = NO_RESTRICTIONS
    rights: Rights = NOTHING_RESERVED
    with_login: bool = False


@dataclass(frozen=True, slots=True)
class NoRecord:
    """Nothing for us, and why."""

    reason: SkipReason
    detail: str = ""


ParsedRecord = PageRecord | TextRecord | NoRecord
