"""Small sites that link to each other in a ring; most pages can be found only from another site."""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECTIONS = 3
_TEXT = (
    "The council of {place} decided on {what} after a debate of several hours, and the members "
    "who had asked for more time to read the papers were outvoted once again. "
)


@dataclass(frozen=True, slots=True)
class LinkedSites:
    """The running web: its start pages, all its pages, and how often each was requested."""

    urls: tuple[str, ...]
    pages: Mapping[str, str]
    requests: Counter[str] = field(default_factory=Counter)

    def twice(self) -> dict[str, int]:
        """Return the pages that were requested more than once."""
        return {url: times for url, times in self.requests.items() if times > 1}


def _page(title: str, links: list[tuple[str, str]]) -> str:
    items = "".join(f'<li><h3><a href="{url}">{text}</a></h3></li>' for url, text in links)
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1><ul>{items}</ul>"


def _story(place: str, number: int) -> str:
    text = "".join(
        f"<p>{_TEXT.format(place=place, what=f'matter {number}-{n}')}</p>" for n in range(8)
    )
    title = f"Council of {place} decides on matter {number}"
    return (
        f'<html><head><title>{title}</title><meta property="og:type" content="article"></head>'
        f"<body><article><h1>{title}</h1>{text}</article></body></html>"
    )


def _pages_of(sites: list[str], stories: int) -> dict[str, str]:
    pages: dict[str, str] = {}
    for place, site in enumerate(sites):
        after, last = sites[(place + 1) % len(sites)], sites[(place + 2) % len(sites)]
        _add_site(pages, (site, after, last), stories)
    return pages


def _add_site(pages: dict[str, str], sites: tuple[str, str, str], stories: int) -> None:
    """Add a site's own pages, and pages on the next two sites that only its sections link to."""
    site, after, last = sites
    sections = [f"{site}/section-{number}/" for number in range(SECTIONS)]
    pages[f"{site}/"] = _page("News", [(url, f"All about matter {url[-2]}") for url in sections])
    for number, section in enumerate(sections):
        own = [f"{site}/section-{number}/story-{n}.html" for n in range(stories)]
        abroad = [f"{after}/guests/{site[-2:]}-{number}-{n}.html" for n in range(stories)]
        hub = f"{after}/guests/{site[-2:]}-{number}/"
        far = [f"{last}/far/{site[-2:]}-{number}-{n}.html" for n in range(stories)]
        pages[section] = _page(f"Matter {number}", _titled([*own, *abroad, hub]))
        pages[hub] = _page(f"Guests on matter {number}", _titled(far))
        for n, url in enumerate([*own, *abroad, *far]):
            pages[url] = _story(url.partition("//")[2], n)


def _titled(urls: list[str]) -> list[tuple[str, str]]:
    return [(url, f"What the council decided about matter {n} today") for n, url in enumerate(urls)]


@contextmanager
def running_linked_sites(sites: int, stories: int) -> Iterator[LinkedSites]:
    """Serve the web on loopback while the block runs, each site at its own address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    port = server.server_address[1]
    addresses = [f"127.0.2.{10 + n}" for n in range(sites)]
    servers = [ThreadingHTTPServer((address, port), _Handler) for address in addresses]
    names = [f"http://{address}:{port}" for address in addresses]
    web = LinkedSites(tuple(f"{name}/" for name in names), _pages_of(names, stories))
    threads = [threading.Thread(target=each.serve_forever, args=(0.05,)) for each in servers]
    for each, thread in zip(servers, threads, strict=True):
        each.RequestHandlerClass.web = web  # type: ignore[attr-defined]
        thread.start()
    try:
        yield web
    finally:
        for each in servers:
            each.shutdown()
            each.server_close()
        for thread in threads:
            thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    web: LinkedSites

    def do_GET(self) -> None:
        url = f"http://{self.headers['Host']}{self.path}"
        page = self.web.pages.get(url)
        if page is not None:
            self.web.requests[url] += 1
        body = (page or "").encode()
        self.send_response(404 if page is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
