"""A server on loopback that answers with the bytes it is told: real sockets, any misbehaviour."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it arrived, and on which connection."""

    line: str
    headers: dict[str, str]
    body: bytes
    connection: int

    @property
    def target(self) -> str:
        return self.line.split(" ")[1]


Script = Callable[[Received], bytes | None]  # None: close without an answer


@dataclass
class ScriptedServer:
    """Where it listens, and what it was asked."""

    listener: socket.socket
    script: Script
    received: list[Received] = field(default_factory=list)
    sockets: list[socket.socket] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def accept(self) -> None:
        """Take connections until the listener is closed."""
        with suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.sockets.append(connection)
                number = len(self.sockets)
                threading.Thread(target=self._talk, args=(connection, number), daemon=True).start()

    def _talk(self, connection: socket.socket, number: int) -> None:
        with suppress(OSError), connection, connection.makefile("rb") as reader:
            while line := reader.readline().decode("latin-1").strip():
                headers = {}
                while header := reader.readline().decode("latin-1").strip():
                    name, _, value = header.partition(":")
                    headers[name.lower()] = value.strip()
                body = reader.read(int(headers.get("content-length", "0")))
                received = Received(line, headers, body, number)
                self.received.append(received)
                answer = self.script(received)
                if answer is None:
                    return
                connection.sendall(answer)
                if b"\r\nconnection: close\r\n" in answer.lower():
                    return


@contextmanager
def scripted(script: Script) -> Iterator[ScriptedServer]:
    """Serve on a free port until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = ScriptedServer(listener, script)
        thread = threading.Thread(target=server.accept, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes up accept()
            listener.close()
            thread.join()
            for each in server.sockets:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)


def reply(body: bytes = b"{}", status: str = "200 OK", **headers: str) -> bytes:
    """Return an answer with its length; an underscore in a name is a dash."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body
