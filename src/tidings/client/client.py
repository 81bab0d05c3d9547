"""The client: one object for one server, with a method for every route of version 1."""

import ssl
from types import TracebackType
from typing import Any, Final

from tidings.client.connections import Connections, Origin
from tidings.client.event_stream import EventStream, ReconnectPlan
from tidings.client.paged_list import PagedList
from tidings.client.requests import ApiRequests, target_of
from tidings.client.transport import Patience, RememberedAnswers, Transport

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

    def __repr__(self) -> str:
        return f"Client({str(self._transport.origin)!r})"

    def __enter__(self) -> "Client":
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

    def search(self, query: str = "", **filters: Any) -> PagedList[Any, Any]:
        """Search articles."""
        return self._requests.list("/search", {"q": query, **filters})

    def stream(
        self,
        query: str = "",
        last_id: str | None = None,
        *,
        silence: float = 60.0,
        back_off: ReconnectPlan | None = None,
        **filters: Any,
    ) -> EventStream[Any]:
        """Follow the live stream, from now on or from the event after `last_id`.

        After `silence` seconds without a sign of life the stream is opened again.
        """
        target = target_of("/stream", {}, {"q": query or None, **filters})
        return EventStream(self._transport, target, last_id, silence, back_off or ReconnectPlan())


def _headers(token: str | None) -> dict[str, str]:
    headers = {"User-Agent": "tidings-client", "Accept-Encoding": "gzip"}
    if token is None:
        return headers
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise ValueError("A token is one word of visible ASCII characters.")  # never show it
    return {**headers, "Authorization": f"Bearer {token}"}
