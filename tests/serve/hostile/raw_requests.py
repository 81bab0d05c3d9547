"""Requests byte by byte, as no library would send them."""

import socket
from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """One answer as it arrived."""

    status: int
    headers: list[tuple[str, str]]  # names in small letters
    body: bytes

    def header(self, name: str) -> str | None:
        values = [value for key, value in self.headers if key == name]
        return values[0] if values else None


def exchange(port: int, data: bytes, *, seconds: float = 60.0) -> bytes:
    """Return everything that is answered to some bytes until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        with suppress(ConnectionError):  # closed early: its answer may be here all the same
            connection.sendall(data)
        received = b""
        with suppress(ConnectionResetError):
            while piece := connection.recv(65536):
                received += piece
        return received


def request(
    port: int,
    target: str,
    *headers: str,
    method: str = "GET",
    host: str | None = "127.0.0.1",
    body: bytes = b"",
) -> RawAnswer:
    """Return the answer to one request, whose target and headers are sent as they are."""
    lines = [f"{method} {target} HTTP/1.1", *headers, "Connection: close"]
    if host is not None:
        lines.insert(1, f"Host: {host}")
    if body:
        lines.append(f"Content-Length: {len(body)}")
    head = "\r\n".join([*lines, "", ""]).encode("latin-1")
    return answer_in(exchange(port, head + body))


def answer_in(received: bytes) -> RawAnswer:
    """Return the first answer in what was received."""
    head, _, body = received.partition(b"\r\n\r\n")
    line, *headers = head.decode("latin-1").split("\r\n")
    assert line.startswith("HTTP/1.1 "), received[:200]
    pairs = [header.partition(":")[::2] for header in headers]
    return RawAnswer(
        int(line[9:12]), [(name.lower(), value.strip()) for name, value in pairs], body
    )
