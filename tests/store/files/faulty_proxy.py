"""An HTTP proxy between us and a store that answers badly when asked to. Real connections."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Fault(StrEnum):
    """What becomes of a request."""

    ERROR = "error"  # 500, and it is not passed on
    HANG = "hang"  # passed on, but there is never an answer
    DRIP = "drip"  # the answer comes byte by byte
    LOSE = "lose"  # passed on, then the connection is cut instead of the answer
    CUT = "cut"  # the connection is cut, and it is not passed on
    SKEW = "skew"  # passed on with another time than ours, on the same day
    HALF = "half"  # passed on; the answer's body ends in the middle
    EMPTY = "empty"  # as if the file had no bytes: 416, or a length of 0


Wanted = Callable[[str, str], bool]  # by method and path


def _any(method: str, path: str) -> bool:
    return True


class FaultyProxy:
    """Passes requests on, except those that get a fault."""

    def __init__(self, target: int, host: str) -> None:
        self.target = target
        self.host = host
        self.seen: list[tuple[str, str]] = []
        self.released = threading.Event()  # ends everything that hangs or drips
        self._faults: list[tuple[Fault, int, Wanted]] = []
        self._lock = threading.Lock()
        self._listener: tuple[_Server, threading.Thread] | None = None
        self._handler = type("Handler", (_Handler,), {"owner": self})
        self.port = 0

    @property
    def endpoint(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def fail(self, fault: Fault, times: int = 10**9, wanted: Wanted = _any) -> None:
        """Give the next wanted requests this fault."""
        with self._lock:
            self._faults.append((fault, times, wanted))

    def heal(self) -> None:
        """Pass everything on again."""
        with self._lock:
            self._faults.clear()
        self.released.set()
        self.released = threading.Event()

    def accept(self) -> None:
        """Listen, always on the same port."""
        if self._listener is None:
            server = _Server(("127.0.0.1", self.port), self._handler)
            self.port = server.server_port
            thread = threading.Thread(
                target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
            )
            thread.start()
            self._listener = server, thread

    def refuse(self) -> None:
        """Listen no more, and cut what is connected: whoever connects is refused."""
        if self._listener is not None:
            server, thread = self._listener
            self._listener = None
            server.shutdown()
            thread.join()
            server.server_close()
            server.cut_all()

    def fault_for(self, method: str, path: str) -> Fault | None:
        """Return the fault of a request, and count it."""
        with self._lock:
            self.seen.append((method, path))
            for number, (fault, times, wanted) in enumerate(self._faults):
                if wanted(method, path):
                    self._faults[number] = (fault, times - 1, wanted)
                    if times == 1:
                        del self._faults[number]
                    return fault
        return None


@contextmanager
def faulty_proxy(target: int, host: str = "127.0.0.1") -> Iterator[FaultyProxy]:
    """Run a proxy to a port."""
    proxy = FaultyProxy(target, host)
    proxy.accept()
    try:
        yield proxy
    finally:
        proxy.released.set()
        proxy.refuse()


class _Server(ThreadingHTTPServer):
    """A server that knows its connections."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: "type[_Handler]") -> None:
        self._connected: set[socket.socket] = set()
        super().__init__(address, handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connected.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._connected.discard(request)
        super().shutdown_request(request)

    def cut_all(self) -> None:
        """Cut all connections."""
        for each in [*self._connected]:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: the client, or we, have cut the connection."""


class _Handler(BaseHTTPRequestHandler):
    owner: FaultyProxy
    protocol_version = "HTTP/1.1"

    def _handle(self) -> None:
        released = self.owner.released
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        fault = self.owner.fault_for(self.command, self.path)
        if fault is Fault.CUT:
            self.close_connection = True
        elif fault is Fault.ERROR:
            self._answer(500, [], b"<Error><Code>InternalError</Code></Error>")
        elif fault is Fault.EMPTY and self.command == "GET":
            self._answer(416, [], b"<Error><Code>InvalidRange</Code></Error>")
        else:
            self._pass_on(body, fault, released)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _handle  # noqa: N815

    def _pass_on(self, body: bytes, fault: Fault | None, released: threading.Event) -> None:
        link = HTTPConnection(self.owner.host, self.owner.target, timeout=60)
        link.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            is_time = fault is Fault.SKEW and name.lower() == "x-amz-date"
            link.putheader(name, _half_a_day_off(value) if is_time else value)
        link.endheaders(body or None)
        response = link.getresponse()
        content = response.read()
        link.close()
        if fault in (Fault.LOSE, Fault.HANG):
            if fault is Fault.HANG:
                released.wait(60)
            self.close_connection = True
        else:
            self._relay(response, content, fault, released)

    def _relay(
        self, response: HTTPResponse, content: bytes, fault: Fault | None, released: threading.Event
    ) -> None:
        hop = {"connection", "transfer-encoding", "content-length", "keep-alive"}
        headers = [pair for pair in response.getheaders() if pair[0].lower() not in hop]
        if self.command == "HEAD":
            length = "0" if fault is Fault.EMPTY else response.getheader("content-length") or "0"
            headers.append(("Content-Length", length))
        self._answer(response.status, headers, content, fault, released)

    def _answer(
        self,
        status: int,
        headers: list[tuple[str, str]],
        content: bytes,
        fault: Fault | None = None,
        released: threading.Event | None = None,
    ) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if self.command != "HEAD":
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        try:
            self._send(b"" if self.command == "HEAD" else content, fault, released)
        except OSError:  # the client gave up
            self.close_connection = True

    def _send(self, content: bytes, fault: Fault | None, released: threading.Event | None) -> None:
        if fault is Fault.HALF:
            self.wfile.write(content[: len(content) // 2])
            self.close_connection = True
        elif fault is Fault.DRIP:
            for number in range(len(content)):
                assert released is not None
                released.wait(0.05)
                self.wfile.write(content[number : number + 1])
                self.wfile.flush()
        else:
            self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _half_a_day_off(time: str) -> str:
    """Return a time like 20260102T030405Z with another hour."""
    return f"{time[:9]}{(int(time[9:11]) + 12) % 24:02}{time[11:]}"
