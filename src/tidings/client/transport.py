"""One request and its answer: retries, redirects, compression and remembered answers.

Only requests that may be repeated are: GET, HEAD, PUT and DELETE. All others go over a connection
of their own, so that one which the server has just closed does not leave us in doubt.
"""

import json
import socket
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from ssl import SSLError
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from tidings.client.connections import Connections, Origin
from tidings.client.errors import (
    AnswerUnreadable,
    ClientError,
    ConnectionCut,
    RateLimited,
    Redirected,
    RequestRefused,
    ServerFailing,
    TimedOut,
    Unreachable,
    refusal,
)

_REPEATABLE: Final = frozenset({"GET", "HEAD", "PUT", "DELETE"})
_MAX_REDIRECTS: Final = 5
MAX_ANSWER: Final = 64 * 1024 * 1024  # bytes; far more than any answer of the API has
_FIRST_WAIT: Final = 0.2  # seconds before the first retry, doubled with each


@dataclass(frozen=True, slots=True)
class Call:
    """A request to be sent; the target is a path with its parameters."""

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that was read to its end."""

    status: int
    headers: Mapping[str, str]  # names in small letters
    body: bytes

    def json(self) -> Any:
        """Return the body as JSON; raises AnswerUnreadable."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as error:
            shown = self.body[:80].decode("utf-8", "replace")
            raise AnswerUnreadable(f"The answer is not JSON, but begins with {shown!r}.") from error


class RememberedAnswers:
    """The last answers with an ETag, by target: an unchanged one is not sent again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._replies: OrderedDict[str, Reply] = OrderedDict()

    def get(self, call: Call) -> Reply | None:
        """Return the answer that was kept for a call."""
        if call.method != "GET":
            return None
        with self._lock:
            return self._replies.get(_key(call))

    def keep(self, call: Call, reply: Reply) -> None:
        """Keep an answer that can be asked for again by its ETag; drops the oldest."""
        if call.method != "GET" or reply.status != 200 or "etag" not in reply.headers:
            return
        with self._lock:
            self._replies[_key(call)] = reply
            self._replies.move_to_end(_key(call))
            while len(self._replies) > self._most:
                self._replies.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Patience:
    """How often, and how long, a request waits for another attempt."""

    retries: int = 2
    longest_wait: float = 30.0  # seconds; a server that asks for more gets no further request
    sleep: Callable[[float], None] = time.sleep

    def wait_after(self, error: ClientError, attempt: int) -> float | None:
        """Return the seconds to wait before another attempt; None for no further attempt."""
        if attempt >= self.retries:
            return None
        if isinstance(error, ConnectionCut):
            return _FIRST_WAIT * 2.0**attempt
        if isinstance(error, RateLimited) or _is_away_for_a_while(error):
            asked = error.retry_after if isinstance(error, RequestRefused) else None
            return asked if asked is not None and asked <= self.longest_wait else None
        return None


class Transport:
    """Sends requests to one server, and the token to no other."""

    def __init__(
        self,
        origin: Origin,
        connections: Connections,
        headers: Mapping[str, str],
        patience: Patience,
        remembered: RememberedAnswers | None = None,
    ) -> None:
        self.origin = origin
        self._connections = connections
        self._headers = dict(headers)
        self._patience = patience
        self._remembered = remembered

    def send(self, call: Call) -> Reply:
        """Return the answer to a request; raises ClientError."""
        for attempt in range(self._patience.retries + 1):
            try:
                return self._answered(call)
            except ClientError as error:
                wait = self._patience.wait_after(error, attempt)
                if wait is None or call.method not in _REPEATABLE:
                    raise
                self._patience.sleep(wait)
        raise AssertionError("the last attempt answers or raises")

    def open(self, call: Call, timeout: float) -> tuple[socket.socket, HTTPResponse]:
        """Return an answer that is still to be read, and its socket; the caller closes both."""
        connection = self._connections.take(is_new=True, timeout=timeout)
        try:
            with self._failures():
                connection.connect()
            sock: socket.socket = connection.sock  # http.client forgets it if the answer is endless
            response = self._exchange(connection, call)
            if response.status not in (200, 204):
                raise self._refusal(_read(response))
        except BaseException:
            connection.close()
            raise
        return sock, response

    def close(self) -> None:
        """Close the idle connections."""
        self._connections.close()

    def _answered(self, call: Call) -> Reply:
        known = self._remembered.get(call) if self._remembered else None
        if known is not None:
            call = replace(call, headers={**call.headers, "If-None-Match": known.headers["etag"]})
        reply = self._followed(call)
        if reply.status == 304 and known is not None:
            return known
        if reply.status >= 300:
            raise self._refusal(reply)
        if self._remembered is not None:
            self._remembered.keep(call, reply)
        return reply

    def _followed(self, call: Call) -> Reply:
        for _ in range(_MAX_REDIRECTS):
            reply = self._one(call)
            location = reply.headers.get("location")
            if reply.status not in (301, 302, 303, 307, 308) or location is None:
                return reply
            call = replace(call, target=self._next_target(call, location))
        raise AnswerUnreadable(f"{self.origin} redirects again and again.")

    def _next_target(self, call: Call, location: str) -> str:
        url = urljoin(f"{self.origin}{call.target}", location)
        try:
            is_ours = self.origin.is_same_server(Origin.of(url))
        except ValueError:
            is_ours = False
        if not is_ours or call.method not in ("GET", "HEAD"):
            raise Redirected(
                f"{self.origin} redirects to {location[:200]}. If that is your Tidings, make the "
                "client with that URL.",
                location,
            )
        parts = urlsplit(url)
        path = parts.path.removeprefix(self.origin.path)
        return f"{path}?{parts.query}" if parts.query else path

    def _one(self, call: Call) -> Reply:
        connection = self._connections.take(is_new=call.method not in _REPEATABLE)
        try:
            reply = _read(self._exchange(connection, call))
        except BaseException:
            connection.close()
            raise
        self._connections.give_back(connection)
        return reply

    def _exchange(self, connection: HTTPConnection, call: Call) -> HTTPResponse:
        target, headers = self.origin.path + call.target, {**self._headers, **call.headers}
        with self._failures():
            connection.request(call.method, target, call.body, headers)
            return connection.getresponse()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Raise what fails on the way as ClientError."""
        try:
            yield
        except (OSError, HTTPException) as error:
            raise unreachable(self.origin, error) from error

    def _refusal(self, reply: Reply) -> ClientError:
        if reply.status < 400:
            return AnswerUnreadable(f"{self.origin} answers with HTTP {reply.status}.")
        return refusal(reply.status, reply.body, reply.headers.get("retry-after"))


def unreachable(origin: Origin, error: OSError | HTTPException) -> ClientError:
    """Return what a failure of the connection means, with the true cause first."""
    if isinstance(error, TimeoutError):
        return TimedOut(f"{origin} did not answer in time.")
    if isinstance(error, ConnectionRefusedError):
        return Unreachable(f"Nothing listens at {origin}: is 'tidings run' running?")
    if isinstance(error, SSLError):
        return Unreachable(f"No secure connection to {origin}: {error.reason or error}.")
    if isinstance(error, (ConnectionError, IncompleteRead)):
        return ConnectionCut(f"{origin} closed the connection before the end of its answer.")
    if isinstance(error, HTTPException):
        return AnswerUnreadable(f"{origin} does not speak HTTP as expected ({error!r}).")
    return Unreachable(f"{origin} cannot be reached: {error.strerror or error}.")


def _read(response: HTTPResponse) -> Reply:
    try:
        body = response.read(MAX_ANSWER + 1)
        if len(body) <= MAX_ANSWER and response.length:  # read(n) does not complain about the end
            raise ConnectionCut("The connection was closed before the end of the answer.")
    except TimeoutError as error:
        raise TimedOut("The answer did not end in time.") from error
    except (OSError, HTTPException) as error:
        raise ConnectionCut("The connection was closed before the end of the answer.") from error
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Reply(response.status, headers, _decoded(body, headers.get("content-encoding", "")))


def _decoded(body: bytes, encoding: str) -> bytes:
    if encoding.lower() == "gzip" and body:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            body = unpacker.decompress(body, MAX_ANSWER + 1)
        except zlib.error as error:
            raise AnswerUnreadable("The answer is not gzip, as it says.") from error
    if len(body) > MAX_ANSWER:
        raise AnswerUnreadable(f"The answer has more than {MAX_ANSWER} bytes.")
    return body


def _key(call: Call) -> str:
    return f"{call.headers.get('Accept', '')} {call.target}"


def _is_away_for_a_while(error: ClientError) -> bool:
    return isinstance(error, ServerFailing) and error.status == 503
