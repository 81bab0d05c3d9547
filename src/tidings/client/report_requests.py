"""Names, trends, counts and explanations: `client.reports`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from datetime import datetime

    from tidings.client.paged_list import PagedList
    from tidings.client.pages import EntityPageV1, ListPage
    from tidings.client.requests import ApiRequests
    from tidings.shapes.v1.entity import EntityV1, FullEntityV1
    from tidings.shapes.v1.job import FullJobV1, JobPartV1, JobV1
    from tidings.shapes.v1.request import PolitenessV1, RequestV1
    from tidings.shapes.v1.source import SourceCompletenessV1
    from tidings.shapes.v1.statistics import StatisticsV1
    from tidings.shapes.v1.status import StatusV1, TrendV1, WhyV1


class ReportRequests:
    """Requests about everything together."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def status(self) -> StatusV1:
        """Count what is followed, known and kept."""
        return cast("StatusV1", self._requests.get("/status"))

    def statistics(
        self,
        *,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        language: str | None = None,
        source: str | None = None,
    ) -> StatisticsV1:
        """Count articles per day, language and source, and how soon they were found."""
        query = {"since": since, "until": until, "language": language, "source": source}
        return cast("StatisticsV1", self._requests.get("/statistics", query))

    def trends(self, *, limit: int | None = None) -> list[TrendV1]:
        """List words and names that occur in far more of the newest articles than usual."""
        return cast("list[TrendV1]", self._requests.get("/trends", {"limit": limit})["items"])

    def why(self, url: str) -> WhyV1:
        """Explain everything that is known and decided about a URL."""
        return cast("WhyV1", self._requests.get("/why", {"url": url}))

    def entities(
        self,
        query: str = "",
        *,
        kind: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        language: str | None = None,
        source: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[EntityV1, EntityPageV1]:
        """List the persons, organisations and places in articles, the most frequent first."""
        given = {
            "q": query or None, "kind": kind, "since": since, "until": until,
            "language": language, "source": source, "limit": limit,
        }  # fmt: skip
        return self._requests.list("/entities", given, cursor)

    def entity(
        self,
        key: str,
        *,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        language: str | None = None,
        source: str | None = None,
    ) -> FullEntityV1:
        """Return how often a name is mentioned over time, with whom and in which stories."""
        query = {"since": since, "until": until, "language": language, "source": source}
        return cast("FullEntityV1", self._requests.get("/entities/{key}", query, key=key))

    def completeness(
        self, *, hours: int | None = None, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[SourceCompletenessV1, ListPage[SourceCompletenessV1]]:
        """Compare what each source brought with what its rhythm made us expect."""
        return self._requests.list("/completeness", {"hours": hours, "limit": limit}, cursor)

    def requests(
        self,
        *,
        host: str | None = None,
        status: int | None = None,
        outcome: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[RequestV1, ListPage[RequestV1]]:
        """List the requests that were sent to servers or held back, the last one first."""
        query = {
            "host": host, "status": status, "outcome": outcome, "since": since, "until": until,
            "limit": limit,
        }  # fmt: skip
        return self._requests.list("/requests", query, cursor)

    def politeness(self, *, hours: int | None = None) -> PolitenessV1:
        """Report the requests of the last hours, and whether all delays were kept."""
        return cast("PolitenessV1", self._requests.get("/politeness", {"hours": hours}))

    def jobs(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[JobV1, ListPage[JobV1]]:
        """List the jobs that ran or run, the newest first."""
        return self._requests.list("/jobs", {"limit": limit}, cursor)

    def job(self, number: int | str) -> FullJobV1:
        """Compare the estimates of a job with the truth, and show where the time went."""
        return cast("FullJobV1", self._requests.get("/jobs/{job}", job=str(number)))

    def job_parts(
        self, number: int | str, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[JobPartV1, ListPage[JobPartV1]]:
        """List the finished parts of a job, in the order in which they were finished."""
        return self._requests.list("/jobs/{job}/parts", {"limit": limit}, cursor, job=str(number))
