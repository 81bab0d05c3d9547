"""Many readers of the live stream, which note when each event arrived.

Run as a program: it prints a line when all readers are connected, ends with the first line on
standard input, and then writes what each reader received into a file.
"""

import asyncio
import re
import sys
import time
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import numpy as np
import uvloop

_AT_ONCE = 25  # readers that connect together
_event = re.compile(rb"^id: (\d+)-\d+\nevent: new\n", re.MULTILINE)
_END = b"\n\n"


class StreamClient(asyncio.Protocol):
    """One reader."""

    def __init__(self, request: bytes, opened: asyncio.Event) -> None:
        self._request = request
        self._opened = opened
        self._rest = b""
        self.seqs = array("q")  # of the new articles, in the order of their arrival
        self.times = array("d")
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        cast(asyncio.WriteTransport, transport).write(self._request)

    def data_received(self, data: bytes) -> None:
        """Note the events; chunks of HTTP contain whole events, so their sizes do not disturb."""
        now = time.monotonic()
        self._opened.set()
        whole, end, rest = (self._rest + data).rpartition(_END)
        self._rest = rest
        found = [int(seq) for seq in _event.findall(whole + end)]
        self.seqs.extend(found)
        self.times.extend([now] * len(found))

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the stream ended."""
        self.lost = True
        self._opened.set()


async def _connected(url: str, count: int) -> list[StreamClient]:
    address = urlsplit(url)
    readers: list[StreamClient] = []
    request = f"GET /api/v1/stream HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode()
    loop = asyncio.get_running_loop()
    for _ in range(0, count, _AT_ONCE):
        opened = [asyncio.Event() for _ in range(min(_AT_ONCE, count - len(readers)))]
        for each in opened:
            _, reader = await loop.create_connection(
                lambda each=each: StreamClient(request, each),  # type: ignore[misc]
                str(address.hostname), address.port or 80,
            )  # fmt: skip
            readers.append(reader)
        await asyncio.gather(*(each.wait() for each in opened))
    return readers


def _save(file: Path, readers: Sequence[StreamClient]) -> None:
    np.savez(
        file,
        readers=np.repeat(np.arange(len(readers)), [len(each.seqs) for each in readers]),
        seqs=np.concatenate([np.array(each.seqs, np.int64) for each in readers]),
        times=np.concatenate([np.array(each.times, np.float64) for each in readers]),
        lost=np.array([each.lost for each in readers]),
    )


async def _read(url: str, count: int, file: Path) -> None:
    readers = await _connected(url, count)
    print("connected", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    _save(file, readers)


def main() -> None:
    """Read until there is a line on standard input."""
    uvloop.run(_read(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))


if __name__ == "__main__":
    main()
