"""One exchange with a server: the request, and the response or failure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.model.web.reason import Reason
from tidings.model.web.request_log import RequestPurpose
from tidings.model.web.rights import NOTHING_RESERVED, Rights


@dataclass(frozen=True, slots=True)
class Request:
    """A URL to fetch, with the validators for a conditional request."""

    url: str
    etag: str | None = None
    last_modified: str | None = None
    purpose: RequestPurpose = RequestPurpose.PAGE
    site: int = 0  # id of the site it is for, for the request log


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect that was followed."""

    url: str
    status: int


@dataclass(frozen=True, slots=True)
class Response:
    """A complete response with any final status. 304 has an empty body."""

    requested: str
    url: str  # after redirects
    status: int
    headers: tuple[tuple[str, str], ...]  # as received, names in lower case
    body: bytes  # inflated
    truncated: bool  # cut at the body limit
    hops: tuple[Hop, ...]
    address: str  # the IP address we connected to
    at: datetime  # aware, UTC: when the request was sent
    seconds: float
    rights: Rights = NOTHING_RESERVED  # from the host's robots.txt and tdmrep.json
    with_login: bool = False  # credentials were sent, on the way or at the end

    def header(self, name: str) -> str | None:
        """The first header of that name (in lower case), or None."""
        return next((value for key, value in self.headers if key == name), None)

    @property
    def content_type(self) -> str:
        """The media type in lower case without parameters, or an empty string."""
        return (self.header("content-type") or "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        """The charset that Content-Type names, or None."""
        _, _, parameters = (self.header("content-type") or "").lower().partition("charset=")
        return parameters.partition(";")[0].strip(" \"'") or None


@dataclass(frozen=True, slots=True)
class FetchFailure:
    """No usable response, with the reason and a message for people."""

    requested: str
    url: str  # the hop that failed
    reason: Reason
    detail: str
    hops: tuple[Hop, ...]
    at: datetime
    seconds: float
    status: int | None = None
    retry_after: timedelta | None = None
    waits_for_robots: bool = False  # the URL was not requested: robots.txt could not be read

    @property
    def is_held_back(self) -> bool:
        """Whether the URL was not requested, because its host required a pause."""
        asks = self.status is None and self.retry_after is not None
        return asks and not self.waits_for_robots


FetchOutcome = Response | FetchFailure
