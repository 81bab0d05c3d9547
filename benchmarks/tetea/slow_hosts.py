"""A server on loopback that answers for many hosts, each with a latency of its own."""

import asyncio
import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection

_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
_VARIATION = 0.3  # of the latencies of one host


@contextmanager
def slow_hosts(latencies: Mapping[str, float]) -> Iterator[int]:
    """Answer requests for /HOST/NUMBER while the block lasts; yields the port."""
    loop, ready, ports = asyncio.new_event_loop(), threading.Event(), list[int]()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        _, host, number = head.split(b" ", 2)[1].decode().split("/")
        latency = latencies[host] * random.Random(f"{host} {number}").gauss(1.0, _VARIATION)
        await asyncio.sleep(max(latency, 0.0))
        writer.write(_ANSWER)
        await writer.drain()
        writer.close()

    async def serve() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()

    def run() -> None:
        loop.run_until_complete(serve())
        loop.run_forever()

    thread = threading.Thread(target=run, name="slow-hosts", daemon=True)
    thread.start()
    ready.wait()
    try:
        yield ports[0]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def fetch(port: int, host: str, number: int) -> int:
    """Request a page and return the status."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", f"/{host}/{number}")
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()
