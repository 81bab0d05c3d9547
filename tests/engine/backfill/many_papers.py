"""Many small papers on loopback addresses of their own, and what they saw of their visitors."""

import asyncio
import random
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

from aiohttp import web

WORDS = (
    "council bridge river town market school harbour weather election budget railway museum "
    "hospital teacher farmer storm festival library factory strike border treaty minister"
).split()


@dataclass(frozen=True)
class Seen:
    """A request as its server saw it."""

    path: str
    began: float  # on the monotonic clock
    ended: float
    status: int


@dataclass
class Papers:
    """The papers, by host; `hosts` are addresses with the port."""

    hosts: list[str]
    latency: float = 0.0
    slow: dict[str, float] = field(default_factory=dict)  # other latencies
    robots: dict[str, str] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)  # answers 429 so many times
    retry_after: int = 1
    seen: defaultdict[str, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    editions: dict[str, int] = field(default_factory=dict)  # of the articles of a host; else 1

    def urls(self, count: int, hosts: list[str] | None = None) -> list[str]:
        """Return so many URLs of each host."""
        some = self.hosts if hosts is None else hosts
        return [f"http://{host}/2026/11/story-{n}" for n in range(count) for host in some]

    def pages(self, host: str) -> list[Seen]:
        """Return the requests for pages."""
        return [each for each in self.seen[host] if each.path.startswith("/2026")]

    def all_pages(self) -> list[str]:
        """Return the paths of all pages that were sent, with their hosts."""
        return [
            f"http://{host}{each.path}"
            for host in self.hosts
            for each in self.pages(host)
            if each.status in (200, 304)
        ]

    def smallest_gap(self, host: str) -> float:
        """Return the smallest time between two requests."""
        began = sorted(each.began for each in self.seen[host])
        return min((later - at for at, later in pairwise(began)), default=float("inf"))

    def overlaps(self, host: str) -> int:
        """Return how many requests came while another was answered."""
        seen = sorted(self.seen[host], key=lambda each: each.began)
        return sum(later.began < first.ended for first, later in pairwise(seen))

    async def answer(self, request: web.Request) -> web.StreamResponse:
        began, host = time.monotonic(), request.host
        await asyncio.sleep(self.slow.get(host, self.latency))
        response = self._response(request, host)
        await response.prepare(request)
        await response.write_eof()
        self.seen[host].append(Seen(request.path, began, time.monotonic(), response.status))
        return response

    def _response(self, request: web.Request, host: str) -> web.Response:
        if request.path == "/robots.txt":
            return web.Response(text=self.robots.get(host, ""), content_type="text/plain")
        if not request.path.startswith("/2026"):
            return web.Response(status=404)
        if self.refusals.get(host, 0) > 0:
            self.refusals[host] -= 1
            return web.Response(status=429, headers={"Retry-After": str(self.retry_after)})
        edition = self.editions.get(host, 1)
        etag = f'"{edition}"'
        if request.headers.get("If-None-Match") == etag:
            return web.Response(status=304)
        page = article(f"{host}{request.path} {edition}")
        return web.Response(text=page, content_type="text/html", headers={"ETag": etag})


def article(seed: str) -> str:
    """Return the page of an article that no other seed has."""
    chance = random.Random(seed)
    sentences = [
        f"The {chance.choice(WORDS)} of the {chance.choice(WORDS)} was said to be a matter for the "
        f"{chance.choice(WORDS)}, and {chance.randrange(1000)} people came to hear about it. "
        for _ in range(24)
    ]
    text = "".join(f"<p>{''.join(sentences[n : n + 4])}</p>" for n in range(0, 24, 4))
    title = f"{chance.choice(WORDS).title()} and {chance.choice(WORDS)} number {seed[-24:]}"
    return (
        f"<html><head><title>{title}</title></head>"
        f"<body><article><h1>{title}</h1>{text}</article></body></html>"
    )


@contextmanager
def papers(count: int, network: str = "127.1.0") -> Iterator[Papers]:
    """Serve papers in a thread while the block runs."""
    with socket.socket() as probe:
        probe.bind((f"{network}.1", 0))
        port = probe.getsockname()[1]
    addresses = [f"{network}.{number}" for number in range(1, count + 1)]
    served = Papers([f"{address}:{port}" for address in addresses])
    loop, ready = asyncio.new_event_loop(), threading.Event()
    ends = asyncio.Event()

    async def serve() -> None:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", served.answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        for address in addresses:
            await web.TCPSite(runner, address, port).start()
        ready.set()
        await ends.wait()
        await runner.cleanup()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        ready.wait(10)
        yield served
    finally:
        loop.call_soon_threadsafe(ends.set)
        thread.join()
        loop.close()
