"""The truth about a page of the world, for tests and benchmarks to compare with."""

from dataclasses import asdict, dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PageTruth:
    """The truth about one page."""

    url: str
    kind: str  # "article", "index" or "valueless"
    title: str
    language: str
    paper: str  # the paper's key
    body: str = ""  # an article's paragraphs joined by newlines, without title and standfirst
    standfirst: str = ""
    published: datetime | None = None  # as the page states it, to the minute
    appeared: datetime | None = None  # to the microsecond
    authors: tuple[str, ...] = ()
    story: str | None = None  # shared by all articles about one event
    original: str | None = None  # the URL of the article it copies
    revision: int = 0  # silent edits so far
    allowed: bool = True  # by robots.txt
    noindex: bool = False

    def as_json(self) -> dict[str, object]:
        """Return JSON-compatible values."""
        return {
            key: value.isoformat() if isinstance(value, datetime) else value
            for key, value in asdict(self).items()
        }
