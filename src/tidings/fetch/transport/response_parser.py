"""Parses one response as it arrives, into a RawResponse or an ExchangeFailure. No I/O here.

The bytes go through llhttp's state machine and the body directly through the inflater, so nothing
is buffered in between and nothing grows beyond its limit.
"""

import asyncio
import ssl
from collections.abc import Callable, Iterable
from functools import lru_cache

from httptools import (
    HttpParserCallbackError,
    HttpParserError,
    HttpParserUpgrade,
    HttpResponseParser,
)

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.failure_cause import connection_cause, detail_of, protocol_cause
from tidings.fetch.transport.head_repair import has_end, may_be_repaired, repaired
from tidings.fetch.transport.inflate import BodyDecoder, packing_in_transfer
from tidings.fetch.transport.low_speed import LowSpeedLimit
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.tls_cause import tls_cause
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
_SWITCHING = 101  # the only interim status without a final response after it


class ResponseParser:
    """Assembles the response to one request, within all limits. Await `outcome`."""

    def __init__(
        self,
        settings: FetchSettings,
        max_bytes: int,
        deadline: float,
        on_head: Callable[[str], None] | None,
    ) -> None:
        self._settings = settings
        self._max_bytes = max_bytes
        self._deadline = deadline
        self._on_head = on_head
        self._loop = asyncio.get_running_loop()
        self._parser = self._new_parser()
        self._head: list[bytes] = []  # as received, until it is complete
        self._is_broken = False  # the head must be repaired once it is complete …
        self._is_odd = False  # … or others may understand it in another way
        self._raw: list[tuple[bytes, bytes]] = []
        self._headers: tuple[tuple[str, str], ...] = ()
        self._size = 0  # bytes of the head, once it is complete
        self._overhead = 0  # bytes since the last head or piece of the body
        self._status: int | None = None  # known once the head is complete
        self._has_end = False  # the headers say where the body ends
        self._body: BodyDecoder | None = None
        self._speed: LowSpeedLimit | None = None
        self._received = 0
        self._failure: ExchangeFailure | None = None
        self._is_complete = False
        self.address = ""
        self.keeps_connection = False  # the connection can be reused
        self.is_stale = False  # the connection was closed before the first byte
        self._is_empty = True
        self.outcome: asyncio.Future[RawResponse | ExchangeFailure] = self._loop.create_future()
        first_check = min(deadline, self._loop.time() + settings.low_speed_seconds)
        self._timer = self._loop.call_at(first_check, self._check_time)

    def feed(self, data: bytes) -> None:
        """Process the next bytes from the server."""
        if self.outcome.done():
            return
        is_start, self._is_empty = self._is_empty, False
        self._overhead += len(data)
        if self._status is None:
            self._head.append(data)
        if self._is_broken:
            self._repair()
        else:
            self._parse(data, is_start)

    def begin_without_request(self, early: bytes) -> None:
        """Finish: the server sent bytes, or closed the connection, before it got a request."""
        if early:
            cause = protocol_cause(early, ValueError("sends data before it is asked"))
            self._is_empty = False
            self._finish(self._failed(Reason.PROTOCOL, cause))
        else:
            self.connection_lost(None)

    def connection_lost(self, error: Exception | None) -> None:
        """Finish: the connection is closed."""
        if self.outcome.done():
            return
        if self._status is None:
            self.is_stale = self._is_empty
            self._finish(self._no_response(error))
        elif self._has_end or (isinstance(error, OSError) and not isinstance(error, ssl.SSLError)):
            detail = connection_cause(error) if error else "the body ends too early"
            self._finish(self._failed(Reason.BODY_TRUNCATED, detail))
        else:
            self._finish(self._response())

    def stop(self) -> None:
        """Stop parsing; an unfinished outcome is cancelled."""
        self._timer.cancel()
        self.outcome.cancel()
        del self._parser  # breaks the reference cycle, so that the garbage collector has less work

    def on_message_begin(self) -> None:
        """llhttp: a message begins. A second one was not requested."""
        self.keeps_connection = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """llhttp: a header, or a trailer, which is ignored."""
        if self._status is None and len(self._raw) <= _MAX_HEADERS:
            self._raw.append((name, value))

    def on_headers_complete(self) -> None:
        """llhttp: the headers are complete."""
        if self._status is not None:
            return
        status = self._parser.get_status_code()
        self._overhead = 0
        if 100 <= status < 200 and status != _SWITCHING:
            self._raw, self._size = [], 0
            self._head.clear()
            return
        self._status = status
        self._head.clear()
        names = b"".join([name for name, _ in self._raw])
        self._size += len(names) + sum([len(value) + 4 for _, value in self._raw])
        # The parser takes spaces before the colon in names that matter to it.
        self._is_odd = self._is_odd or b" " in names
        if self._on_head is not None:
            self._on_head(self.address)
        self._headers = _headers(self._raw)
        if self._size > self._settings.max_header_bytes or len(self._raw) > _MAX_HEADERS:
            # Without a status: one that arrives in pieces is given up before its end.
            self._failure = ExchangeFailure(Reason.HEADERS_TOO_LARGE)
        elif not 200 <= status <= 599:
            self._failure = ExchangeFailure(Reason.PROTOCOL, f"status {status}")
        elif status <= 299:
            self._expect_body(dict(reversed(self._headers)))

    def on_status(self, phrase: bytes) -> None:
        """llhttp: the reason phrase, which counts as part of the head."""
        self._size += len(phrase)

    def on_body(self, piece: bytes) -> None:
        """llhttp: a piece of the body."""
        if self._body is None or self._is_complete:
            return
        self._overhead = 0
        self._received += len(piece)
        if not self._body.done:
            self._body.feed(piece)

    def on_message_complete(self) -> None:
        """llhttp: a message is complete."""
        if self._status is not None and not self._is_complete:
            self._is_complete = True
            self.keeps_connection = self._parser.should_keep_alive() and not self._is_odd

    def _parse(self, data: bytes, is_start: bool) -> None:
        received = self._received
        try:
            self._parser.feed_data(data)
        except HttpParserCallbackError as error:
            self._raise(error.__context__ or error)
        except (HttpParserError, HttpParserUpgrade) as error:  # an upgrade was not requested
            if self._status is None and not self._is_odd and may_be_repaired(b"".join(self._head)):
                self._is_broken = self._is_odd = True
                self._repair()
                return
            cause = protocol_cause(data, error) if is_start else detail_of(error)
            self._finish(self._failed(Reason.PROTOCOL, cause))
        else:
            self._check_complete()
            if self._body is not None and not self.outcome.done():
                self._watch_speed(self._received - received)

    def _watch_speed(self, received: int) -> None:
        settings, now = self._settings, self._loop.time()
        if self._speed is None:
            self._speed = LowSpeedLimit(now, settings.low_speed_bytes, settings.low_speed_seconds)
        if received:
            self._speed.add(received, now)

    def _repair(self) -> None:
        """Parse the head again, as browsers understand it, once it is complete."""
        data = b"".join(self._head)
        if not has_end(data):
            self._check_complete()  # unless it is too large already
            return
        whole = repaired(data)
        if whole is None:
            self._finish(self._failed(Reason.PROTOCOL, "Content-Length has several values"))
            return
        self._is_broken, self._raw, self._size = False, [], 0
        self._parser = self._new_parser()
        self._parse(whole, is_start=False)

    def _new_parser(self) -> HttpResponseParser:
        parser = HttpResponseParser(self)
        # What browsers accept: odd bytes in values, bare line feeds, spaces after chunk sizes.
        parser.set_dangerous_leniencies(
            lenient_headers=True,
            lenient_optional_cr_before_lf=True,
            lenient_spaces_after_chunk_size=True,
        )
        return parser

    def _expect_body(self, fields: dict[str, str]) -> None:
        settings = self._settings
        kind = fields.get("content-type", "").partition(";")[0].strip().lower()
        limit = self._max_bytes
        # A document may be larger than a page; robots.txt keeps its own limit.
        if kind.startswith(_DOCUMENT_TYPES) and limit >= settings.max_body_bytes:
            limit = max(limit, settings.max_document_bytes)
        packing = self._joined("content-encoding") if "content-encoding" in fields else ""
        self._has_end = "content-length" in fields
        if "transfer-encoding" in fields:
            framing = self._joined("transfer-encoding")
            outer = packing_in_transfer(framing)
            if outer is None:
                detail = f"unknown Transfer-Encoding: {framing}"
                self._failure = self._failed(Reason.PROTOCOL, detail)
                return
            packing = f"{packing}, {outer}" if outer else packing
            self._has_end = framing.rstrip(", ").lower().endswith("chunked")
        self._body = BodyDecoder(packing, limit)

    def _joined(self, name: str) -> str:
        return ", ".join([value for key, value in self._headers if key == name])

    def _packing(self) -> str:
        """Return the headers that say how the body is packed."""
        names = ("Content-Encoding", "Transfer-Encoding")
        found = [(name, self._joined(name.lower())) for name in names]
        return ", ".join(f"{name}: {value}" for name, value in found if value)

    def _check_complete(self) -> None:
        """Finish if the data so far are complete or too much."""
        if self._failure is not None:
            self._finish(self._failure)
        elif self._status is not None and self._is_enough():
            self._finish(self._response())
        elif self._overhead > self._settings.max_header_bytes:
            self._finish(self._failed(Reason.HEADERS_TOO_LARGE))

    def _is_enough(self) -> bool:
        return self._is_complete or self._body is None or self._body.done

    def _response(self) -> RawResponse | ExchangeFailure:
        assert self._status is not None
        body, truncated = b"", False
        if self._body is not None:
            decoded = self._body.finish()
            if isinstance(decoded, Reason):
                return self._failed(decoded, self._packing())
            body, truncated = decoded
        location = next((value for name, value in self._raw if _name(name) == "location"), None)
        return RawResponse(
            self._status, self._headers, location, self.address, body, truncated, self._received
        )

    def _no_response(self, error: Exception | None) -> ExchangeFailure:
        if isinstance(error, ssl.SSLError):
            return self._failed(Reason.TLS, tls_cause(error))
        if error is not None:
            return self._failed(Reason.CONNECT, connection_cause(error))
        reason = Reason.CONNECT if self._is_empty else Reason.PROTOCOL
        return self._failed(reason, "closes the connection without a complete response")

    def _check_time(self) -> None:
        if self.outcome.done():
            return
        now, due = self._loop.time(), self._deadline
        if self._speed is not None:
            due = min(due, self._speed.deadline)
        if now < due:
            self._timer = self._loop.call_at(due, self._check_time)
            return
        settings = self._settings
        if due < self._deadline:
            detail = f"below {settings.low_speed_bytes} bytes in {settings.low_speed_seconds:g} s"
            self._finish(self._failed(Reason.TOO_SLOW, detail))
        else:
            detail = f"no complete response in {settings.total_seconds:g} s"
            self._finish(self._failed(Reason.TIMEOUT_TOTAL, detail))

    def _failed(self, reason: Reason, detail: str = "") -> ExchangeFailure:
        return ExchangeFailure(
            reason, detail, self._status, received=self._received, address=self.address
        )

    def _finish(self, outcome: RawResponse | ExchangeFailure) -> None:
        self.keeps_connection = self.keeps_connection and isinstance(outcome, RawResponse)
        self.outcome.set_result(outcome)

    def _raise(self, error: BaseException) -> None:
        """Raise an error of our own in the caller, instead of blaming the server."""
        self.keeps_connection = False
        self.outcome.set_exception(error)


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> tuple[tuple[str, str], ...]:
    try:
        return tuple([(_name(name), value.strip(b" \t").decode()) for name, value in raw])
    except UnicodeDecodeError:
        return tuple([(_name(name), _text(value)) for name, value in raw])


@lru_cache(maxsize=1024)  # servers use the same few names
def _name(raw: bytes) -> str:
    return _text(raw).lower()


def _text(raw: bytes) -> str:
    # Most are ASCII, some UTF-8, and Latin-1 decodes anything; surrogates could not be stored.
    raw = raw.strip(b" \t")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
