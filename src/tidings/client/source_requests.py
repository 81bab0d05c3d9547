"""Sources: `client.sources`. A source is named by its domain, or by its id where two have one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from datetime import datetime

    from tidings.client.paged_list import PagedList
    from tidings.client.pages import ListPage
    from tidings.client.requests import ApiRequests
    from tidings.shapes.v1.request import PolitenessV1, RequestV1
    from tidings.shapes.v1.source import FullSourceV1, SourceCompletenessV1, SourceV1


class SourceRequests:
    """Requests about sources."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def list(
        self, *, folder: str | None = None, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[SourceV1, ListPage[SourceV1]]:
        """List the followed sources with their health."""
        return self._requests.list("/sources", {"folder": folder, "limit": limit}, cursor)

    def get(self, source: str) -> FullSourceV1:
        """Return a source with its health, settings and feeds."""
        return cast("FullSourceV1", self._requests.get("/sources/{source}", source=source))

    def completeness(self, source: str, *, hours: int | None = None) -> SourceCompletenessV1:
        """Compare what a source brought with what its rhythm made us expect."""
        query = {"hours": hours}
        found = self._requests.get("/sources/{source}/completeness", query, source=source)
        return cast("SourceCompletenessV1", found)

    def requests(
        self,
        source: str,
        *,
        host: str | None = None,
        status: int | None = None,
        outcome: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[RequestV1, ListPage[RequestV1]]:
        """List the requests that were made for a source, the last one first."""
        query = {
            "host": host, "status": status, "outcome": outcome, "since": since, "until": until,
            "limit": limit,
        }  # fmt: skip
        return self._requests.list("/sources/{source}/requests", query, cursor, source=source)

    def politeness(self, source: str, *, hours: int | None = None) -> PolitenessV1:
        """Report whether all delays were kept at a source."""
        query = {"hours": hours}
        found = self._requests.get("/sources/{source}/politeness", query, source=source)
        return cast("PolitenessV1", found)
