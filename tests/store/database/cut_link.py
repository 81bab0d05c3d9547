"""A link to PostgreSQL that is cut at chosen moments: a proxy on loopback."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path

_VERSION = b"\0\3"  # of the protocol, in the message that begins a session
_RESET = struct.pack("ii", 1, 0)  # closing sends RST


class Cut(StrEnum):
    """When the link is cut, once."""

    BEFORE = "before the statement reaches the server"
    BETWEEN = "when the server has executed it, before its answer arrives"
    SENT = "when the statement is sent"


class CutLink:
    """Forwards connections of the protocol of PostgreSQL, message by message."""

    def __init__(self, folder: str) -> None:
        self._server = str(Path(folder) / ".s.PGSQL.5432")
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._cut: tuple[bytes, Cut, Callable[[], None]] | None = None
        self._links: list[tuple[socket.socket, socket.socket]] = []
        self._is_open = True
        self._swallowed: socket.socket | None = None  # its answer does not arrive
        self._executed = threading.Event()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, name: str) -> str:
        """Return the URL of a database behind the link."""
        port = self._listening.getsockname()[1]
        return f"postgresql://tidings@127.0.0.1:{port}/{name}"

    def cut_at(
        self, statement: bytes, moment: Cut, meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Cut the link at the next statement with these words, and do something at that moment."""
        self._cut = statement, moment, meanwhile

    def cut_all(self) -> None:
        """Cut all links."""
        for link in self._links:
            _close(*link)
        self._links.clear()

    def refuse(self) -> None:
        """Cut all links, and let nobody connect."""
        self._is_open = False
        self.cut_all()

    def accept(self) -> None:
        """Let everybody connect again."""
        self._is_open = True

    def close(self) -> None:
        """End it."""
        self.refuse()
        # Closing alone does not wake the thread that accepts.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            try:
                if not self._is_open:
                    raise ConnectionRefusedError
                server.connect(self._server)
            except OSError:
                _close(client, server)
                continue
            self._links.append((client, server))
            for forward in (self._requests, self._answers):
                threading.Thread(target=forward, args=(client, server), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError, struct.error):
            while message := _startup(client):
                server.sendall(message)
                if message[4:6] == _VERSION:  # else it asks for encryption
                    break
            while message := _message(client):
                if self._cut is not None and self._cut[0] in message:
                    (_, moment, meanwhile), self._cut = self._cut, None
                    self._cut_now(client, server, message, moment, meanwhile)
                    break
                server.sendall(message)
        _close(client, server)

    def _cut_now(
        self,
        client: socket.socket,
        server: socket.socket,
        message: bytes,
        moment: Cut,
        meanwhile: Callable[[], None],
    ) -> None:
        self.cuts += 1
        if moment is not Cut.BEFORE:
            self._swallowed = server
            server.sendall(message)
            if moment is Cut.BETWEEN:
                self._executed.wait(20)
        _close(client, server)
        meanwhile()

    def _answers(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65_536):
                if server is self._swallowed:
                    self._executed.set()
                    break
                client.sendall(data)
        if server is not self._swallowed:
            _close(client, server)


def _startup(client: socket.socket) -> bytes:
    """Return a message of the beginning: its length, then the rest."""
    length = _exactly(client, 4)
    return length + _exactly(client, struct.unpack("!I", length)[0] - 4) if length else b""


def _message(client: socket.socket) -> bytes:
    """Return a later message: its kind, its length, then the rest."""
    kind = _exactly(client, 1)
    return kind + _startup(client) if kind else b""


def _exactly(client: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count and (more := client.recv(count - len(data))):
        data += more
    return data if len(data) == count else b""


def _close(*sockets: socket.socket) -> None:
    for each in sockets:
        with suppress(OSError):
            if each.family == socket.AF_INET:
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            each.shutdown(socket.SHUT_RDWR)
        each.close()


@contextmanager
def cut_link(folder: str) -> Iterator[CutLink]:
    """Run a link to the server whose socket is in a folder."""
    link = CutLink(folder)
    try:
        yield link
    finally:
        link.close()
