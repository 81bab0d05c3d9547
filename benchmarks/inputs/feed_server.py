"""A server of many thousand feeds on many loopback addresses, in one process.

Each feed lists its newest 20 articles; a new one appears about once a day. Half of the sites
support validators. It logs the time of each request, so that delays can be checked.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import time
from array import array
from email.utils import formatdate
from hashlib import blake2b
from typing import cast

import uvloop

PER_FEED = 20
_DAY = 86_400.0
_WORDS = (
    "harbour council bridge school winter market river station budget garden theatre museum "
    "workers village minister orchestra library railway fishermen festival weather hospital"
).split()


def address_of(site: int) -> str:
    """Return the loopback address of a site."""
    return f"127.64.{site // 250}.{site % 250 + 1}"


def items_of(feed: int, now: float) -> list[tuple[int, float]]:
    """Return the numbers and times of a feed's articles, the newest first."""
    phase = _fraction(feed)  # each feed has its own minute of the day
    newest = int(now / _DAY - phase)
    return [(number, (number + phase) * _DAY) for number in range(newest, newest - PER_FEED, -1)]


def etag_of(feed: int, now: float) -> str:
    """Return the current validator of a feed."""
    return f'"{feed}-{items_of(feed, now)[0][0]}"'


def _fraction(feed: int) -> float:
    digest = blake2b(feed.to_bytes(4, "big"), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**32


def _sentence(seed: int, length: int) -> str:
    digest = blake2b(seed.to_bytes(8, "big"), digest_size=max(8, length)).digest()
    return " ".join(_WORDS[byte % len(_WORDS)] for byte in digest[:length])


def feed_document(origin: str, feed: int, now: float) -> bytes:
    """Return a feed as RSS."""
    items = "".join(
        f"<item><title>{_sentence(feed * 65_536 + number % 65_536, 8).capitalize()}</title>"
        f"<link>{origin}/{feed}/{number}.html</link>"
        f"<description>{_sentence(feed * 65_536 + number % 65_536 + 7, 40)}</description>"
        f"<pubDate>{formatdate(moment, usegmt=True)}</pubDate></item>"
        for number, moment in items_of(feed, now)
    )
    head = f"<title>Feed {feed}</title><link>{origin}/</link><description>News</description>"
    return f'<rss version="2.0"><channel>{head}{items}</channel></rss>'.encode()


def article_page(feed: int, number: int) -> bytes:
    """Return an article as HTML."""
    seed = feed * 65_536 + number % 65_536
    title = _sentence(seed, 8).capitalize()
    text = "".join(f"<p>{_sentence(seed + place, 60).capitalize()}.</p>" for place in range(12))
    menu = "".join(f'<li><a href="/section/{word}">{word}</a></li>' for word in _WORDS)
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head>"
        f"<body><nav><ul>{menu}</ul></nav><article><h1>{title}</h1>{text}</article></body></html>"
    ).encode()


class FeedServer:
    """The feeds and the log of requests."""

    def __init__(self, sites: int, port: int) -> None:
        self.port = port
        self._sites = sites
        self.moments = array("d")
        self.hosts = array("i")
        self.feeds = 0
        self.articles = 0
        self.unchanged = 0

    def answer(self, site: int, target: str, etag: str) -> bytes:
        """Return the complete response to a request."""
        self.moments.append(time.time())
        self.hosts.append(site)
        origin = f"http://{address_of(site)}:{self.port}"
        name = target.strip("/")
        if name.startswith("feed/"):
            return self._feed(site, origin, int(name[5:-4]), etag)
        feed, _, number = name.removesuffix(".html").partition("/")
        if feed.isdigit() and number.isdigit():
            self.articles += 1
            return _ok("text/html; charset=utf-8", article_page(int(feed), int(number)))
        return _head(404, 0)

    def _feed(self, site: int, origin: str, feed: int, etag: str) -> bytes:
        self.feeds += 1
        now = time.time()
        tag = etag_of(feed, now) if site % 2 else ""
        if tag and etag == tag:
            self.unchanged += 1
            return f"HTTP/1.1 304 Not Modified\r\nETag: {tag}\r\n\r\n".encode()
        return _ok("application/rss+xml", feed_document(origin, feed, now), tag)

    def counts(self) -> dict[str, object]:
        """Return the counts of requests, and the shortest time between two at each site."""
        last: dict[int, float] = {}
        gaps = []
        for moment, site in zip(self.moments, self.hosts, strict=True):
            if site in last:
                gaps.append(moment - last[site])
            last[site] = moment
        gaps.sort()
        return {
            "requests": len(self.moments),
            "feeds": self.feeds,
            "unchanged": self.unchanged,
            "articles": self.articles,
            "sites": len(last),
            "shortest_gaps": gaps[:5],
        }

    def reset(self) -> None:
        """Reset the counts."""
        del self.moments[:], self.hosts[:]
        self.feeds = self.articles = self.unchanged = 0


def _head(status: int, size: int, media_type: str = "text/plain", etag: str = "") -> bytes:
    tag = f"ETag: {etag}\r\n" if etag else ""
    line = f"HTTP/1.1 {status} -\r\nContent-Type: {media_type}\r\n"
    return f"{line}{tag}Content-Length: {size}\r\n\r\n".encode()


def _ok(media_type: str, body: bytes, etag: str = "") -> bytes:
    return _head(200, len(body), media_type, etag) + body


class _Connection(asyncio.Protocol):
    def __init__(self, feed_server: FeedServer, site: int) -> None:
        self._farm = feed_server
        self._site = site
        self._buffer = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while b"\r\n\r\n" in self._buffer:
            head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            etags = [line[15:] for line in lines if line.lower().startswith("if-none-match: ")]
            target = lines[0].split(" ")[1]
            self._transport.write(self._farm.answer(self._site, target, etags[0] if etags else ""))


async def _serve(sites: int) -> None:
    """Serve until the input ends; each line on it prints the counts and resets them."""
    loop = asyncio.get_running_loop()
    feed_server = FeedServer(sites, 0)
    for site in range(sites):
        server = await loop.create_server(
            lambda site=site: _Connection(feed_server, site),  # type: ignore[misc]
            address_of(site),
            feed_server.port,
            backlog=256,
        )
        feed_server.port = server.sockets[0].getsockname()[1]
    print(feed_server.port, flush=True)
    asked = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
    while await asked.readline():
        print(json.dumps(feed_server.counts()), flush=True)
        feed_server.reset()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.inputs.feed_server", description=__doc__
    )
    parser.add_argument("--sites", type=int, default=1900)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    uvloop.run(_serve(parser.parse_args().sites))
    os._exit(0)
