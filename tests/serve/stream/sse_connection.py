"""A connection that reads a stream of server-sent events, as slowly as a test wants."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

PATIENCE = 60.0  # seconds; never reached, unless something is wrong


@dataclass(frozen=True, slots=True)
class Block:
    """What came up to an empty line."""

    fields: Mapping[str, str]
    comment: str

    @property
    def id(self) -> str:
        """The id of an event, or how far the reader has come."""
        return self.fields.get("id", "")

    @property
    def kind(self) -> str:
        """The name of an event; empty if it is none."""
        return self.fields.get("event", "")

    @property
    def data(self) -> Any:
        """What is told."""
        return json.loads(self.fields["data"])


class SseConnection:
    """One response of a server, read block by block."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self._reader = reader
        self._text = ""
        self.status = 0
        self.headers: dict[str, str] = {}

    async def head(self) -> None:
        """Read the head of the response."""
        async with asyncio.timeout(PATIENCE):
            lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        self.status = int(lines[0].split()[1])
        pairs = (line.partition(": ") for line in lines[1:] if line)
        self.headers = {name.lower(): value for name, _, value in pairs}

    async def body(self) -> bytes:
        """Return the rest of a response that ends."""
        async with asyncio.timeout(PATIENCE):
            return await self._reader.read()

    async def block(self) -> Block | None:
        """Return the next block; None at the end."""
        while "\n\n" not in self._text:
            chunk = await self._chunk()
            if not chunk:
                return None
            self._text += chunk
        text, self._text = self._text.split("\n\n", 1)
        lines = text.split("\n")
        fields = {name: value for name, _, value in
                  (line.partition(": ") for line in lines if not line.startswith(":"))}  # fmt: skip
        comment = " ".join(line[2:] for line in lines if line.startswith(":"))
        return Block(fields, comment)

    async def _chunk(self) -> str:
        async with asyncio.timeout(PATIENCE):
            size = int((await self._reader.readline() or b"0").strip() or b"0", 16)
            data = await self._reader.readexactly(size + 2)
        return data[:-2].decode()

    async def events(self, count: int) -> list[Block]:
        """Return the next events, without blocks that only say how far the reader is."""
        found: list[Block] = []
        while len(found) < count:
            block = await self.block()
            assert block is not None, f"the stream ended after {found}"
            if block.kind:
                found.append(block)
        return found

    async def ids(self, count: int) -> list[str]:
        """Return the ids of the next events."""
        return [block.id for block in await self.events(count)]


@asynccontextmanager
async def connected(
    port: int, path: str = "", method: str = "GET", body: str = "", root: str = "/stream",
    **headers: str,
) -> AsyncIterator[SseConnection]:  # fmt: skip
    """Open a stream; `root` is its path below /api/v1, and `path` is what follows."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
    lines = [f"{method} /api/v1{root}{path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body.encode())}"] if body else []
    writer.write("\r\n".join([*lines, "", body]).encode())
    connection = SseConnection(reader, writer)
    try:
        await connection.head()
        yield connection
    finally:
        writer.close()
