"""The headers that decide who sends a request, found in one pass."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final


@dataclass(slots=True)
class RequestHead:
    """Each header with all its values: what is sent twice is a sign of tricks."""

    hosts: list[str] = field(default_factory=list)
    authorization: list[str] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)
    fetch_sites: list[str] = field(default_factory=list)
    forwarded: list[str] = field(default_factory=list)
    forwarded_for: list[str] = field(default_factory=list)
    forwarded_proto: list[str] = field(default_factory=list)
    forwarded_host: list[str] = field(default_factory=list)


_FIELDS: Final = {
    b"host": "hosts",
    b"authorization": "authorization",
    b"cookie": "cookies",
    b"origin": "origins",
    b"sec-fetch-site": "fetch_sites",
    b"forwarded": "forwarded",
    b"x-forwarded-for": "forwarded_for",
    b"x-forwarded-proto": "forwarded_proto",
    b"x-forwarded-host": "forwarded_host",
}


def head_of(headers: Iterable[tuple[bytes, bytes]]) -> RequestHead:
    """Return what the headers of an ASGI scope say; their names are in lower case."""
    head = RequestHead()
    for name, value in headers:
        if (known := _FIELDS.get(name)) is not None:
            getattr(head, known).append(value.decode("latin-1"))
    return head
