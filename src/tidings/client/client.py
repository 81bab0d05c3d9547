"""The client: one object for one server, with a method for every route of version 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from tidings.client.access_requests import TokenRequests, UserRequests
from tidings.client.article_requests import ArticleRequests
from tidings.client.connections import Connections, Origin
from tidings.client.event_stream import EventStream, ReconnectPlan
from tidings.client.own_requests import OwnRequests
from tidings.client.report_requests import ReportRequests
from tidings.client.requests import ApiRequests, target_of
from tidings.client.run_requests import RunRequests
from tidings.client.source_requests import SourceRequests
from tidings.client.story_requests import StoryRequests
from tidings.client.transport import Patience, RememberedAnswers, Transport

if TYPE_CHECKING:
    import ssl
    from collections.abc import Sequence
    from datetime import datetime
    from types import TracebackType

    from tidings.client.paged_list import PagedList
    from tidings.client.pages import HitPage, ListPage
    from tidings.shapes.recommendations import CompletionOut
    from tidings.shapes.v1.change import ChangeV1
    from tidings.shapes.v1.event import EventV1, GapV1
    from tidings.shapes.v1.hit import HitV1
    from tidings.shapes.v1.index import IndexV1

DEFAULT_URL: Final = "http://127.0.0.1:8000"


class Client:
    """Reads and changes a Tidings over HTTP. Safe for threads; close it, or use `with`.

    `token` is sent to the server of `url` and to no other. `timeout` is for one exchange, in
    seconds. `remember` answers are kept and only sent again if they have changed. `tls` replaces
    the usual verification of certificates.
    """

    def __init__(
        self,
        url: str = DEFAULT_URL,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        remember: int = 0,
        patience: Patience | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        origin = Origin.of(url)
        self._transport = Transport(
            origin,
            Connections(origin, timeout, tls),
            _headers(token),
            patience or Patience(),
            RememberedAnswers(remember) if remember else None,
        )
        self._requests = ApiRequests(self._transport)
        self.articles = ArticleRequests(self._requests)
        self.stories = StoryRequests(self._requests)
        self.sources = SourceRequests(self._requests)
        self.reports = ReportRequests(self._requests)
        self.mine = RunRequests(self._requests)
        self.tokens = TokenRequests(self._requests)
        self.users = UserRequests(self._requests)
        self.me = OwnRequests(self._requests)

    def __repr__(self) -> str:
        return f"Client({str(self._transport.origin)!r})"

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the idle connections; the client may be used again."""
        self._transport.close()

    def index(self) -> IndexV1:
        """List all routes of the API."""
        return cast("IndexV1", self._requests.get(""))

    def search(
        self,
        query: str = "",
        *,
        source: str | None = None,
        language: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        sort: str | None = None,
        model: str | None = None,
        copies: bool | None = None,
        explain: bool | None = None,
        facets: bool | None = None,
        more_like: Sequence[str] = (),
        less_like: Sequence[str] = (),
        as_of: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[HitV1, HitPage]:
        """Search articles; any text is a query. Hits are requested as they are needed."""
        given = {
            "q": query, "source": source, "language": language, "since": since, "until": until,
            "sort": sort, "model": model, "copies": copies, "explain": explain, "facets": facets,
            "more_like": list(more_like), "less_like": list(less_like), "as_of": as_of,
            "limit": limit,
        }  # fmt: skip
        return self._requests.list("/search", given, cursor)

    def complete(self, query: str, *, limit: int | None = None) -> list[CompletionOut]:
        """Complete the last word or two of a query."""
        found = self._requests.get("/complete", {"q": query, "limit": limit})
        return cast("list[CompletionOut]", found["items"])

    def changes(
        self,
        *,
        kind: str | None = None,
        source: str | None = None,
        language: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[ChangeV1, ListPage[ChangeV1]]:
        """List what publishers edited, deleted and restored, the newest first."""
        given = {
            "kind": kind, "source": source, "language": language, "since": since, "until": until,
            "limit": limit,
        }  # fmt: skip
        return self._requests.list("/changes", given, cursor)

    def stream(
        self,
        query: str = "",
        last_id: str | None = None,
        *,
        source: str | None = None,
        language: str | None = None,
        kinds: Sequence[str] = (),
        silence: float = 60.0,
        reconnect: ReconnectPlan | None = None,
    ) -> EventStream[EventV1 | GapV1]:
        """Follow the live stream, from now on or from the event after `last_id`.

        It ends only when it is closed. A `gap` says that the log no longer reaches back to where
        we were. After `silence` seconds without a sign of life the stream is opened again.
        """
        given = {
            "q": query or None, "source": source, "language": language,
            "kinds": ",".join(kinds) or None,
        }  # fmt: skip
        target = target_of("/stream", {}, given)
        return EventStream(self._transport, target, last_id, silence, reconnect or ReconnectPlan())


def _headers(token: str | None) -> dict[str, str]:
    headers = {"User-Agent": "tidings-client", "Accept-Encoding": "gzip"}
    if token is None:
        return headers
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise ValueError("A token is one word of visible ASCII characters.")  # never show it
    return {**headers, "Authorization": f"Bearer {token}"}
