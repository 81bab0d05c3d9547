"""A web of small papers on loopback addresses: some pages are about floods in Ravenmoor.

Each paper has a front page that links to its pages and to the next two papers. One page in four is
about the floods. The papers note all requests.
"""

import asyncio
import random
import socket
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiohttp import web

QUERY = "floods in Ravenmoor"
WORDS = (
    "council bridge market school harbour weather election budget railway museum hospital "
    "teacher farmer storm festival library factory strike border treaty minister"
).split()
_HTML = "text/html"


@dataclass
class TopicWeb:
    """The papers by host, which are addresses with the port."""

    hosts: list[str]
    pages: int = 8  # of each paper
    latency: float = 0.0
    hanging: set[str] = field(default_factory=set)  # hosts that never answer
    robots: dict[str, str] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)  # of URLs that differ from the usual
    moved: dict[str, str] = field(default_factory=dict)  # redirects, by URL
    links: dict[str, list[str]] = field(default_factory=dict)  # of a front page, to more URLs
    calendar: str = ""  # a host with an endless calendar
    seen: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    began: list[float] = field(default_factory=list)  # of requests for pages

    def front(self, number: int = 0) -> str:
        """Return the URL of a paper's front page."""
        return f"http://{self.hosts[number]}/"

    def url(self, host: int, page: int) -> str:
        """Return the URL of a page."""
        return f"http://{self.hosts[host]}/2026/11/{slug(self.hosts[host], page)}"

    def about_floods(self) -> set[str]:
        """Return the pages that a run looks for."""
        return {
            self.url(host, page)
            for host in range(len(self.hosts))
            for page in range(self.pages)
            if is_about_floods(page)
        }

    def requested(self) -> Counter[str]:
        """Return how often each page was requested; robots.txt and the like do not count."""
        return Counter(
            f"http://{host}{path}"
            for host, paths in self.seen.items()
            for path in paths
            if path not in ("/robots.txt", "/.well-known/tdmrep.json")
        )

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path_qs
        self.seen[request.host].append(path)
        if path not in ("/robots.txt", "/.well-known/tdmrep.json"):
            self.began.append(time.monotonic())
            if request.host in self.hanging:
                await asyncio.sleep(3600)
            await asyncio.sleep(self.latency)
        return self._response(request.host, path)

    def _response(self, host: str, path: str) -> web.Response:
        url = f"http://{host}{path}"
        if url in self.moved:
            return web.Response(status=302, headers={"Location": self.moved[url]})
        if path == "/robots.txt":
            return web.Response(text=self.robots.get(host, ""), content_type="text/plain")
        if url in self.bodies:
            return web.Response(text=self.bodies[url], content_type=_HTML)
        if path.startswith("/calendar/"):
            return web.Response(text=calendar_page(int(path[10:])), content_type=_HTML)
        number = self.hosts.index(host)
        if path == "/":
            return web.Response(text=self._front_page(number), content_type=_HTML)
        if path.startswith("/2026/11/"):
            page = int(path.rpartition("-")[2])
            return web.Response(text=article(host, page), content_type=_HTML)
        return web.Response(status=404)

    def _front_page(self, number: int) -> str:
        host = self.hosts[number]
        own = [
            f'<li><a href="/2026/11/{slug(host, page)}">{title(host, page)}</a></li>'
            for page in range(self.pages)
        ]
        others = [
            f'<li><a href="http://{self.hosts[(number + step) % len(self.hosts)]}/">'
            f"Another paper of the region</a></li>"
            for step in (1, 2)
        ]
        more = [f'<li><a href="{url}">{QUERY}</a></li>' for url in self.links.get(host, [])]
        if host == self.calendar:
            more.append('<li><a href="/calendar/1">Floods in Ravenmoor: the calendar</a></li>')
        return (
            f"<html><head><title>The Paper of {host}</title></head><body><h1>News</h1><ul>"
            f"{''.join([*own, *others, *more])}</ul></body></html>"
        )


def is_about_floods(page: int) -> bool:
    return page % 4 == 1


def title(host: str, page: int) -> str:
    chance = random.Random(f"{host} {page}")
    words = f"{chance.choice(WORDS)} and {chance.choice(WORDS)}"
    if is_about_floods(page):
        return f"Floods in Ravenmoor: what the {words} say, part {page} at {host}"
    return f"The {words} of the long day, part {page} at {host}"


def slug(host: str, page: int) -> str:
    words = title(host, page).partition(":")[0].lower().replace(",", "").split()
    return f"{'-'.join(words[:6])}-{page}"


def article(host: str, page: int, head: str = "") -> str:
    """Return the page of an article."""
    chance = random.Random(f"{host} {page} text")
    sentences = []
    for _ in range(24):
        topic = "the floods in Ravenmoor" if is_about_floods(page) else chance.choice(WORDS)
        sentences.append(
            f"The {chance.choice(WORDS)} of the {chance.choice(WORDS)} was said to be about "
            f"{topic}, and {chance.randrange(1000)} people came to hear about it. "
        )
    text = "".join(f"<p>{''.join(sentences[n : n + 4])}</p>" for n in range(0, 24, 4))
    heading = title(host, page)
    return (
        f"<html><head><title>{heading}</title>{head}</head>"
        f"<body><article><h1>{heading}</h1>{text}</article></body></html>"
    )


def calendar_page(number: int) -> str:
    """Return a page of an endless calendar that promises what we look for."""
    nearby = range(number + 1, number + 6)
    links = "".join(f'<a href="/calendar/{n}">Floods in Ravenmoor, day {n}</a> ' for n in nearby)
    return f"<html><head><title>Day {number}</title></head><body>{links}</body></html>"


@contextmanager
def topic_web(count: int, network: str = "127.2.0") -> Iterator[TopicWeb]:
    """Serve papers in a thread while the block runs."""
    with socket.socket() as probe:
        probe.bind((f"{network}.1", 0))
        port = probe.getsockname()[1]
    addresses = [f"{network}.{number}" for number in range(1, count + 1)]
    served = TopicWeb([f"{address}:{port}" for address in addresses])
    loop, ready = asyncio.new_event_loop(), threading.Event()
    ends = asyncio.Event()

    async def serve() -> None:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", served.answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        for address in addresses:
            await web.TCPSite(runner, address, port).start()
        ready.set()
        await ends.wait()
        await runner.cleanup()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert ready.wait(30)
        yield served
    finally:
        loop.call_soon_threadsafe(ends.set)
        thread.join()
        loop.close()
