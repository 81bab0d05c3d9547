"""Server-sent events as bytes (WHATWG HTML, 9.2)."""

from tidings.engine.stream.position import Position
from tidings.engine.stream.stream_event import StreamEvent


def frame(event: StreamEvent) -> bytes:
    """Return an event as it is sent."""
    return framed(event.position, event.kind, event.data)


def framed(id_: Position | str, kind: str, data: bytes) -> bytes:
    """Return the same for an event in parts; its data is JSON in one line."""
    return b"%b%b\n\n" % (f"id: {id_}\nevent: {kind}\ndata: ".encode(), data)


def place(position: Position | str, comment: str) -> bytes:
    """Return a comment and how far the reader has come.

    Without data it is not an event, but whoever reconnects sends that id. So a reader whose filter
    lets little pass does not have everything read again.
    """
    return f": {comment}\nid: {position}\n\n".encode()


def opening(position: Position | str, retry_seconds: float) -> bytes:
    """Return what a stream begins with: when to come back if it breaks, and from where."""
    return f"retry: {round(retry_seconds * 1000)}\n".encode() + place(position, "tidings")


def farewell(reason: str) -> bytes:
    """Return the comment with which a stream ends early."""
    return f": {reason}; come back with the last id\n\n".encode()
