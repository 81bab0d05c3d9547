"""What a place brings of the URLs of a part: values that travel to the driver."""

from dataclasses import dataclass, field

from tidings.engine.places.fetched_page import FetchedPage
from tidings.model.web.request_log import LoggedRequest


@dataclass(slots=True)
class FetchedPages:
    """What came of a part."""

    pages: list[FetchedPage] = field(default_factory=list)
    requests: list[LoggedRequest] = field(default_factory=list)  # for the request log
    seconds: dict[str, float] = field(default_factory=dict)  # of each URL, waiting included
    left: list[str] = field(default_factory=list)  # URLs for later: see `part_fetching.py`
