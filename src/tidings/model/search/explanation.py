"""Everything known and decided about a URL."""

from dataclasses import dataclass, field
from datetime import datetime

from tidings.model.crawl.visit import PastVisit
from tidings.model.search.link_profile import LinkProfile


@dataclass(frozen=True, slots=True)
class Explanation:
    """The output of `tidings why`."""

    url: str
    state: str
    kind: str | None
    reasons: tuple[str, ...]
    role: str | None = None
    article: str | None = None
    indexed: bool = False
    status: int | None = None
    found_on: str | None = None
    target: str | None = None
    first_known: datetime | None = None
    last_visit: datetime | None = None
    next_visit: datetime | None = None
    archived: str | None = None
    visits: tuple[PastVisit, ...] = field(default=())
    links: LinkProfile | None = None  # once link ranks are known
