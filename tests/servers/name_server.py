"""A small DNS server of the tests' own: a thread that answers over UDP for the names of a zone."""

import socket
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Thread

_A, _AAAA = 1, 28
_ANSWER, _NO_SUCH_NAME = 0x8580, 0x8583  # authoritative; with and without the name
_STOP = b"stop"

Zone = Mapping[str, Sequence[str] | None]


@contextmanager
def name_server(zone: Zone, address: str = "127.0.0.1", port: int = 53) -> Iterator[None]:
    """Answer for the names of a zone with their addresses; None: with silence.

    Every other name does not exist. A name without addresses exists and has none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((address, port))
        thread = Thread(target=_serve, args=(server, zone))
        thread.start()
        try:
            yield
        finally:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stop:
                stop.sendto(_STOP, server.getsockname())
            thread.join()


def _serve(server: socket.socket, zone: Zone) -> None:
    while True:
        query, client = server.recvfrom(512)
        if query == _STOP:
            return
        answer = answer_to(query, zone)
        if answer:
            server.sendto(answer, client)


def answer_to(query: bytes, zone: Zone) -> bytes | None:
    """Return the answer to a query (RFC 1035, section 4), or None for silence."""
    name, end = _name(query)
    kind = struct.unpack_from("!H", query, end)[0]
    known = name in zone
    addresses = zone.get(name, ())
    if addresses is None:
        return None
    found = [packed for each in addresses if (packed := _packed(each, kind))]
    status = _ANSWER if known else _NO_SUCH_NAME
    head = query[:2] + struct.pack("!HHHHH", status, 1, len(found), 0, 0)
    return head + query[12 : end + 4] + b"".join(_record(kind, packed) for packed in found)


def _name(query: bytes) -> tuple[str, int]:
    """Return the name that is asked for, and where it ends."""
    labels, at = [], 12
    while length := query[at]:
        labels.append(query[at + 1 : at + 1 + length].decode())
        at += 1 + length
    return ".".join(labels).lower(), at + 1


def _packed(address: str, kind: int) -> bytes | None:
    is_ipv6 = ":" in address
    if kind != (_AAAA if is_ipv6 else _A):
        return None
    return socket.inet_pton(socket.AF_INET6 if is_ipv6 else socket.AF_INET, address)


def _record(kind: int, packed: bytes) -> bytes:
    question = 0xC00C  # a pointer to the name in the question
    return struct.pack("!HHHIH", question, kind, 1, 60, len(packed)) + packed
