"""A feed that is served as WordPress does it: both validators must match, and a tag exactly."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Self


class WordPressFeed:
    """A feed of entries; a test adds some and looks at the statuses that were sent."""

    def __init__(self) -> None:
        self.port = 0
        self.titles = ["The bridge is mended"]
        self.modified = datetime.now(UTC) - timedelta(hours=5)
        self.moves_date = True  # False: its Last-Modified says nothing
        self.gives_date = True
        self.statuses: list[int] = []

    def publish(self, title: str) -> None:
        """Add an entry."""
        self.titles.insert(0, title)
        if self.moves_date:
            self.modified += timedelta(hours=1)

    def document(self) -> bytes:
        """Return the feed."""
        items = "".join(
            f"<item><title>{title}</title><description>{title}. {'News. ' * 40}</description>"
            f"<guid>{number}</guid></item>"
            for number, title in enumerate(self.titles)
        )
        return f"<rss version='2.0'><channel><title>P</title>{items}</channel></rss>".encode()

    def validators(self) -> tuple[str, str]:
        """Return the ETag and the date: the one is made of the other."""
        date = format_datetime(self.modified, usegmt=True)
        return f'"{md5(date.encode(), usedforsecurity=False).hexdigest()}"', date

    def is_known(self, etag: str, since: str) -> bool:
        """Compare what a client sends, as `WP::send_headers` does."""
        own_tag, own_date = self.validators()
        same_tag = etag == own_tag
        not_since = bool(since) and parsedate_to_datetime(since) >= parsedate_to_datetime(own_date)
        return (same_tag and not_since) if etag and since else (same_tag or not_since)

    @classmethod
    @contextmanager
    def served(cls) -> Iterator[Self]:
        """Serve it on a free loopback port."""
        feed = cls()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                _answer(feed, self)

            def log_message(self, format: str, *args: object) -> None:
                """Print nothing."""

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            feed.port = server.server_port
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
            thread.start()
            try:
                yield feed
            finally:
                server.shutdown()
                thread.join()


def _answer(feed: WordPressFeed, handler: BaseHTTPRequestHandler) -> None:
    if handler.path != "/feed/":
        handler.send_response(404)
        handler.send_header("Content-Length", "0")
        handler.end_headers()
        return
    asked = (handler.headers.get("If-None-Match", ""), handler.headers.get("If-Modified-Since", ""))
    status = 304 if feed.is_known(*asked) else 200
    feed.statuses.append(status)
    body = feed.document() if status == 200 else b""
    etag, date = feed.validators()
    handler.send_response(status)
    handler.send_header("ETag", etag)
    if feed.gives_date:
        handler.send_header("Last-Modified", date)
    if status == 200:
        handler.send_header("Content-Type", "application/rss+xml")
        handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
