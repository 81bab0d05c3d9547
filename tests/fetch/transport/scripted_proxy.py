"""A proxy of a test's own that shows what it was asked, and answers as the test says."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class ScriptedProxy:
    """Connects everyone to one port, whatever name they ask for."""

    target: int = 0
    reply: bytes = b""  # instead of a connection
    port: int = 0
    asked: list[str] = field(default_factory=list)
    connections: int = 0

    async def http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        head = await reader.readuntil(b"\r\n\r\n")
        self.asked.append(head.decode())
        if self.reply:
            writer.write(self.reply)
        elif head.startswith(b"CONNECT "):
            writer.write(b"HTTP/1.1 200 Connected\r\nX-Long: header\r\n\r\n")
            await self._join(reader, writer, b"")
        else:
            await self._join(reader, writer, head)

    async def socks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        _, count = await reader.readexactly(2)
        await reader.readexactly(count)
        writer.write(b"\5\0")
        _, _, _, kind = await reader.readexactly(4)
        size = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
        name = await reader.readexactly(size)
        self.asked.append(name.decode() if kind == 3 else ".".join(map(str, name)))
        await reader.readexactly(2)
        writer.write(self.reply or b"\5\0\0\1\0\0\0\0\0\0")
        if not self.reply:
            await self._join(reader, writer, b"")

    async def plain(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        await self._join(reader, writer, b"")

    async def silent(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        await reader.read(-1)

    async def _join(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes
    ) -> None:
        await writer.drain()
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        back.write(first)
        try:
            await asyncio.gather(_pipe(reader, back), _pipe(there, writer))
        finally:
            back.transport.abort()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def scripted_proxy(
    kind: str, target: int = 0, reply: bytes = b"", tls: ssl.SSLContext | None = None
) -> AsyncIterator[ScriptedProxy]:
    """Run a proxy that speaks `http` or `socks`, or `plain` passes on, over TLS with a context."""
    proxy = ScriptedProxy(target, reply)
    behaviours = {"http": proxy.http, "socks": proxy.socks, "plain": proxy.plain}
    behaviours["silent"] = proxy.silent
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            await behaviours[kind](reader, writer)
            await writer.drain()
        writer.close()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    listener = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=tls)
    proxy.port = listener.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        listener.close()
        for _ in range(5):  # connections accepted last become tasks only now
            await asyncio.sleep(0)
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await listener.wait_closed()
