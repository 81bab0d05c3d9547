"""Names what went wrong on the wire; nothing here decides what to do about it."""

import ssl
from dataclasses import dataclass
from datetime import timedelta

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong

from tidings.fetch.guard import Dial
from tidings.model.reason import Reason

# What a server or the network can make aiohttp raise. ValueError: names that no resolver can
# spell; AssertionError: a resolver that answers with no address at all.
NETWORK_ERRORS = (
    aiohttp.ClientError,
    HttpProcessingError,
    OSError,
    ValueError,
    AssertionError,
)
_DETAIL = 200  # characters; parsers quote what they choke on


@dataclass(frozen=True, slots=True)
class Trouble:
    """A reason with its detail, before it is tied to a request."""

    reason: Reason
    detail: str = ""
    status: int | None = None
    retry_after: timedelta | None = None
    received: int = 0  # bytes of the body that came before it
    unreached: bool = False  # the address was dialled in vain; another one may do


class Dropped(aiohttp.ClientError):
    """A new connection was dropped before an answer; unlike a stale one it is not tried again."""


class BrokenBody(aiohttp.ClientPayloadError):
    """The body stopped being proper HTTP."""


def name_trouble(error: Exception, dial: Dial, status: int | None = None) -> Trouble:
    """Return the trouble that an exception of the wire stands for."""
    cause = error.__cause__ if isinstance(error, Dropped) and error.__cause__ else error
    if isinstance(cause, aiohttp.ClientConnectorError):
        return _connecting(cause, dial)
    reason = _talking(cause) if status is None else _reading(cause)
    unreached = isinstance(cause, aiohttp.ConnectionTimeoutError)
    return Trouble(reason, _detail(cause), status, unreached=unreached)


def _connecting(error: aiohttp.ClientConnectorError, dial: Dial) -> Trouble:
    if isinstance(error, aiohttp.ClientSSLError):
        return Trouble(Reason.TLS, _detail(error))
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return Trouble(Reason.DNS, _detail(error))
    if dial.refused and not dial.allowed:
        return Trouble(Reason.PRIVATE_ADDRESS, ", ".join(dict.fromkeys(dial.refused)))
    return Trouble(Reason.CONNECT, _detail(error), unreached=True)


def _talking(error: BaseException) -> Reason:
    """The reason for an error before the headers were complete."""
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return Reason.TIMEOUT_CONNECT
    if isinstance(error, aiohttp.InvalidURL):
        return Reason.NOT_A_URL
    if isinstance(error, aiohttp.ClientResponseError):
        return Reason.HEADERS_TOO_LARGE if _is_too_large(error) else Reason.PROTOCOL
    if isinstance(error, aiohttp.ServerDisconnectedError):
        # With half a head the message is that head; without one it is a sentence.
        return Reason.CONNECT if isinstance(error.message, str) else Reason.PROTOCOL
    if isinstance(error, UnicodeError | AssertionError):
        return Reason.DNS
    if _has_cause(error, ssl.SSLError):
        return Reason.TLS
    return Reason.CONNECT if isinstance(error, OSError) else Reason.PROTOCOL


def _reading(error: BaseException) -> Reason:
    """The reason for an error after the headers."""
    if isinstance(error, aiohttp.ClientPayloadError | OSError):
        return Reason.PROTOCOL if isinstance(error, BrokenBody) else Reason.BODY_TRUNCATED
    return Reason.PROTOCOL


def _is_too_large(error: aiohttp.ClientResponseError) -> bool:
    # aiohttp has a class for one long line but only a sentence for too many of them.
    return _has_cause(error, LineTooLong) or "Too many headers" in error.message


def _has_cause(error: BaseException | None, kind: type[BaseException]) -> bool:
    while error is not None and not isinstance(error, kind):
        error = error.__cause__
    return error is not None


def _detail(error: BaseException) -> str:
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return "the server closed the connection without a complete answer"
    if isinstance(error, aiohttp.ClientResponseError):
        text = error.message
    elif isinstance(error, aiohttp.ClientConnectorError):
        text = str(error.os_error)
    else:
        text = str(error)
    return " ".join(text.split())[:_DETAIL] or type(error).__name__
