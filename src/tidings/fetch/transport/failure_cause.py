"""Says in words why a lookup, a connection or the start of a response failed."""

import errno
import socket

_MAX_CHARS = 200  # parsers quote their input in errors

_LOOKUPS = {
    socket.EAI_NONAME: "the name does not exist",
    getattr(socket, "EAI_NODATA", None): "the name has no address",
    getattr(socket, "EAI_ADDRFAMILY", None): "the name has no address that this machine can reach",
    socket.EAI_AGAIN: "the name server does not answer",
    socket.EAI_FAIL: "the name server refuses to answer",
}
_CONNECTIONS = {
    errno.ECONNREFUSED: "refuses connections",
    errno.ECONNRESET: "resets the connection",
    errno.EPIPE: "resets the connection",
    errno.ECONNABORTED: "breaks off the connection",
    errno.ETIMEDOUT: "does not answer",
    errno.ENETUNREACH: "there is no way to its network from here",
    errno.EHOSTUNREACH: "there is no way to it from here",
}
_SETTINGS, _GOAWAY = 4, 7  # types of HTTP/2 frames (RFC 9113, section 6)
_FRAME_HEAD = 9  # bytes
_BEGINNINGS = {
    b"\x15\x03": "speaks TLS on an http port",
    b"\x16\x03": "speaks TLS on an http port",
    b"SSH-": "speaks SSH, not HTTP",
    b"220 ": "speaks SMTP or FTP, not HTTP",
}


def lookup_cause(error: Exception) -> str:
    """Return why a name has no address."""
    if isinstance(error, UnicodeError):
        return "the name is not valid"
    code = error.errno if isinstance(error, OSError) else None
    return _LOOKUPS.get(code) or detail_of(error)


def connection_cause(error: Exception) -> str:
    """Return why a connection could not be made, or broke."""
    code = error.errno if isinstance(error, OSError) else None
    known = _CONNECTIONS.get(code or 0)
    if known is None and isinstance(error, ConnectionResetError):
        known = _CONNECTIONS[errno.ECONNRESET]  # the event loops raise it without a number
    return known or detail_of(error)


def protocol_cause(start: bytes, error: Exception) -> str:
    """Return what a server speaks whose response does not start as one of HTTP/1."""
    if _is_http2(start):
        return "only speaks HTTP/2"
    known = (words for beginning, words in _BEGINNINGS.items() if start.startswith(beginning))
    return next(known, detail_of(error))


def _is_http2(start: bytes) -> bool:
    # A server's first frame is SETTINGS, or GOAWAY if our request is no preface to it.
    is_control = len(start) >= _FRAME_HEAD and start[3] in (_SETTINGS, _GOAWAY)
    return is_control and not any(start[5:_FRAME_HEAD])


def detail_of(error: Exception) -> str:
    """Return the message of an exception on one line, shortened."""
    return " ".join(str(error).split())[:_MAX_CHARS] or type(error).__name__
