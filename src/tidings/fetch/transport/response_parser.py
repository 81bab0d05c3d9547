"""Hearing one answer: bytes in as they come, an answer or a trouble out; it opens no connection.

The bytes go through llhttp's state machine and the body straight through the inflater, so nothing
waits in between and nothing grows beyond its limit.
"""

import asyncio
import ssl
from collections.abc import Callable
from functools import lru_cache

from httptools import (
    HttpParserCallbackError,
    HttpParserError,
    HttpParserUpgrade,
    HttpResponseParser,
)

from tidings.fetch.transport.exchange_failure import ExchangeFailure, detail_of
from tidings.fetch.transport.inflate import BodyDecoder
from tidings.fetch.transport.low_speed import LowSpeedLimit
from tidings.fetch.transport.raw_response import RawResponse
from tidings.model.web.reason import Reason
from tidings.settings.tree import FetchSettings

_DOCUMENT_TYPES = (
    "application/pdf",
    "application/x-pdf",
    "application/vnd.openxmlformats-officedocument.",
    "application/vnd.oasis.opendocument.",
    "application/rtf",
    "text/rtf",
)
_MAX_HEADERS = 256  # lines; real pages stay below 60
_SWITCHING = 101  # the one interim answer after which no other comes


class ResponseParser:
    """The answer to one request, put together within all limits. Await `end` for the outcome."""

    def __init__(
        self,
        settings: FetchSettings,
        max_bytes: int,
        deadline: float,
        on_head: Callable[[], None] | None,
    ) -> None:
        self._settings = settings
        self._max_bytes = max_bytes
        self._deadline = deadline
        self._on_head = on_head
        self._loop = asyncio.get_running_loop()
        self._parser = HttpResponseParser(self)
        # What browsers let pass: odd bytes in values, bare line feeds, spaces behind chunk sizes.
        self._parser.set_dangerous_leniencies(
            lenient_headers=True,
            lenient_optional_cr_before_lf=True,
            lenient_spaces_after_chunk_size=True,
        )
        self._raw: list[tuple[bytes, bytes]] = []
        self._headers: tuple[tuple[str, str], ...] = ()
        self._size = 0  # bytes of the head so far
        self._barren = 0  # bytes since the last that were of any use
        self._status: int | None = None  # known once the head is complete
        self._has_end = False  # the head says where the body ends
        self._body: BodyDecoder | None = None
        self._speed: LowSpeedLimit | None = None
        self._received = 0
        self._trouble: ExchangeFailure | None = None
        self._is_whole = False
        self.address = ""
        self.leaves_open = False  # the connection may carry another exchange
        self.is_stale = False  # the connection was over before one byte came
        self._is_silent = True
        self.end: asyncio.Future[RawResponse | ExchangeFailure] = self._loop.create_future()
        first_look = min(deadline, self._loop.time() + settings.low_speed_seconds)
        self._timer = self._loop.call_at(first_look, self._look_at_clock)

    def came(self, data: bytes) -> None:
        """Take the next bytes from the server."""
        if self.end.done():
            return
        self._is_silent = False
        self._barren += len(data)
        received = self._received
        try:
            self._parser.feed_data(data)
        except HttpParserCallbackError as error:
            self._break(error.__context__ or error)
        except (HttpParserError, HttpParserUpgrade) as error:  # nobody asked for an upgrade
            self._settle(self._named(Reason.PROTOCOL, detail_of(error)))
        else:
            self._weigh()
            if self._speed is not None and self._received > received:
                self._speed.came(self._received - received, self._loop.time())

    def lost(self, error: Exception | None) -> None:
        """Take note that the connection is over."""
        if self.end.done():
            return
        if self._status is None:
            self.is_stale = self._is_silent
            self._settle(self._unanswered(error))
        elif self._has_end or (isinstance(error, OSError) and not isinstance(error, ssl.SSLError)):
            detail = detail_of(error) if error else "the connection ended within the body"
            self._settle(self._named(Reason.BODY_TRUNCATED, detail))
        else:
            self._settle(self._answer())

    def stop(self) -> None:
        """Hear nothing more; what was not settled will never be."""
        self._timer.cancel()
        self.end.cancel()
        del self._parser  # it holds us as we hold it: whoever waits for the collector pays twice

    def on_message_begin(self) -> None:
        """llhttp: a message begins; after a whole one nobody asked for it."""
        self.leaves_open = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """llhttp: a header, or a trailer, which nobody needs."""
        if self._status is None:
            self._size += len(name) + len(value) + 4
            if len(self._raw) <= _MAX_HEADERS:
                self._raw.append((name, value))

    def on_headers_complete(self) -> None:
        """llhttp: the head of a message is complete."""
        if self._status is not None:
            return
        status = self._parser.get_status_code()
        self._barren = 0
        if 100 <= status < 200 and status != _SWITCHING:
            self._raw, self._size = [], 0
            return
        self._status = status
        if self._on_head is not None:
            self._on_head()
        self._headers = tuple([(_name(name), _text(value)) for name, value in self._raw])
        if self._size > self._settings.max_header_bytes or len(self._raw) > _MAX_HEADERS:
            self._trouble = self._named(Reason.HEADERS_TOO_LARGE)
        elif not 200 <= status <= 599:
            self._trouble = ExchangeFailure(Reason.PROTOCOL, f"status {status}")
        elif status <= 299:
            self._expect_body(dict(reversed(self._headers)))

    def on_status(self, phrase: bytes) -> None:
        """llhttp: the reason phrase, which counts as part of the head."""
        self._size += len(phrase)

    def on_body(self, piece: bytes) -> None:
        """llhttp: a piece of the body."""
        if self._body is None or self._is_whole:
            return
        self._barren = 0
        self._received += len(piece)
        if not self._body.done:
            self._body.feed(piece)

    def on_message_complete(self) -> None:
        """llhttp: a message is complete."""
        if self._status is not None and not self._is_whole:
            self._is_whole = True
            self.leaves_open = self._parser.should_keep_alive()

    def _expect_body(self, fields: dict[str, str]) -> None:
        settings = self._settings
        kind = fields.get("content-type", "").partition(";")[0].strip().lower()
        limit = self._max_bytes
        # A document may be larger than a page; robots.txt stays as small as it must be.
        if kind.startswith(_DOCUMENT_TYPES) and limit >= settings.max_body_bytes:
            limit = max(limit, settings.max_document_bytes)
        # Under an unknown transfer coding only the connection's end ends a body (RFC 9112, 6.3).
        framing = self._joined("transfer-encoding").rpartition(",")[2].strip().lower()
        self._has_end = "content-length" in fields or framing == "chunked"
        self._body = BodyDecoder(self._joined("content-encoding"), limit)
        now = self._loop.time()
        self._speed = LowSpeedLimit(now, settings.low_speed_bytes, settings.low_speed_seconds)

    def _joined(self, name: str) -> str:
        return ", ".join([value for key, value in self._headers if key == name])

    def _weigh(self) -> None:
        """See whether what has come is enough, or too much."""
        if self._trouble is not None:
            self._settle(self._trouble)
        elif self._status is not None and self._is_enough():
            self._settle(self._answer())
        elif self._barren > self._settings.max_header_bytes:
            self._settle(self._named(Reason.HEADERS_TOO_LARGE))

    def _is_enough(self) -> bool:
        return self._is_whole or self._body is None or self._body.done

    def _answer(self) -> RawResponse | ExchangeFailure:
        assert self._status is not None
        body, truncated = b"", False
        if self._body is not None:
            finished = self._body.finish()
            if isinstance(finished, Reason):
                coding = self._joined("content-encoding")
                return self._named(finished, f"Content-Encoding: {coding}")
            body, truncated = finished
        location = next((value for name, value in self._raw if _name(name) == "location"), None)
        return RawResponse(
            self._status, self._headers, location, self.address, body, truncated, self._received
        )

    def _unanswered(self, error: Exception | None) -> ExchangeFailure:
        if isinstance(error, ssl.SSLError):
            return self._named(Reason.TLS, detail_of(error))
        if error is not None:
            return self._named(Reason.CONNECT, detail_of(error))
        reason = Reason.CONNECT if self._is_silent else Reason.PROTOCOL
        return self._named(reason, "the server closed the connection without a complete answer")

    def _look_at_clock(self) -> None:
        if self.end.done():
            return
        now, due = self._loop.time(), self._deadline
        if self._speed is not None:
            due = min(due, self._speed.deadline)
        if now < due:
            self._timer = self._loop.call_at(due, self._look_at_clock)
            return
        settings = self._settings
        if due < self._deadline:
            detail = f"below {settings.low_speed_bytes} bytes in {settings.low_speed_seconds:g} s"
            self._settle(self._named(Reason.TOO_SLOW, detail))
        else:
            detail = f"no complete answer in {settings.total_seconds:g} s"
            self._settle(self._named(Reason.TIMEOUT_TOTAL, detail))

    def _named(self, reason: Reason, detail: str = "") -> ExchangeFailure:
        return ExchangeFailure(reason, detail, self._status, received=self._received)

    def _settle(self, outcome: RawResponse | ExchangeFailure) -> None:
        self.leaves_open = self.leaves_open and isinstance(outcome, RawResponse)
        self.end.set_result(outcome)

    def _break(self, error: BaseException) -> None:
        """Hand a fault of our own to whoever waits, instead of blaming the server."""
        self.leaves_open = False
        self.end.set_exception(error)


@lru_cache(maxsize=1024)  # all servers send the same few
def _name(raw: bytes) -> str:
    return _text(raw).lower()


def _text(raw: bytes) -> str:
    # Most are ASCII, some UTF-8, and Latin-1 reads anything; surrogates would break every store.
    raw = raw.strip(b" \t")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
