"""A followed paper whose visits a test makes itself: database, archive and settler, no crawl."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.factories import NOW, make_found, make_response

from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler, VisitResult
from tidings.engine.sources import source_list
from tidings.engine.state.source_snapshot import SourceSnapshot
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import UrlRecord, Visit
from tidings.model.web.exchange import FetchFailure, Hop, Response
from tidings.model.web.page import UrlRole
from tidings.read.url import canonical, host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.archive.warc_record import payload_sum
from tidings.store.database.database import Database
from tidings.store.tables.frontier.urls import add_urls, url_record, visit_to
from tidings.store.tables.sources.sources import source_by_url

HOME = "https://paper.example/"
HTML = (("content-type", "text/html; charset=utf-8"),)
EMPTY = "<html><head><title>Login</title></head><body><p>Please log in.</p></body></html>"
_SENTENCE = "The council met on Monday and spoke at length about the {} over the river. "


def story(subject: str = "bridge", head: str = "") -> str:
    """An article about something."""
    text = f"<p>{_SENTENCE.format(subject) * 3}</p>" * 6
    title = f"A {subject} for the town"
    return f"""<html><head><title>{title} - The Paper</title>{head}</head><body>
<nav><a href="/">Home</a></nav><article><h1>{title}</h1>{text}</article></body></html>"""


def front(*paths: str, head: str = "") -> str:
    """An index page with links."""
    links = "".join(
        f'<li><a href="{path}">What happened at {path} on a long day</a></li>'
        for path in paths or [f"/news/{n}" for n in range(9)]
    )
    return f"""<html><head><title>The Paper</title>{head}
<meta property="og:site_name" content="The Paper"></head>
<body><h1>The Paper</h1><ul>{links}</ul></body></html>"""


def feed(*paths: str) -> str:
    """An RSS feed."""
    items = "".join(
        f"<item><title>{path}</title><link>{HOME}{path.lstrip('/')}</link>"
        "<pubDate>Fri, 02 Jan 2026 08:00:00 GMT</pubDate></item>"
        for path in paths
    )
    return f"<rss version='2.0'><channel><title>P</title><link>{HOME}</link>{items}</channel></rss>"


def redirected(url: str, target: str, body: str, status: int = 302, **fields: Any) -> Response:
    """A page that was reached by one redirect."""
    hops = (Hop(url, status),)
    return make_response(target, body, requested=url, hops=hops, headers=HTML, **fields)


class SettledPaper:
    """The paper, with its parts open to tests."""

    def __init__(
        self, database: Database, archive: Archive, settings: CrawlSettings | None = None
    ) -> None:
        self.database = database
        self.archive = archive
        self.settings = settings or CrawlSettings()
        self.request_log = RequestLogBuffer()
        self.settler = Settler(archive, self.settings, "", self.request_log)
        self.source = self.follow(HOME)

    def follow(self, url: str) -> Source:
        """Follow one more source."""
        source_list.add_source(self.database, url, NOW - timedelta(days=1))
        source = source_by_url(self.database.read(), url)
        assert source is not None
        state = self.settler.state
        state.followed = state.followed.with_source(source)
        return source

    def open(self) -> SourceSnapshot:
        """Return what the event loop would know about the paper."""
        return self.database.write(lambda db: self.settler.state.open(db, self.source)).result()

    def visit(self, path: str = "news/bridge", **fields: Any) -> Visit:
        """Add a URL to the frontier and return the visit to it, changed as the fields say."""
        url = f"{HOME}{path}"
        columns = {name: fields[name] for name in ("role", "listed", "depth") if name in fields}
        found = make_found(url, site=self.source.id, **columns)
        self.database.write(lambda db: add_urls(db, [found], NOW)).result()
        return replace(self.next_visit(url), **fields)

    def next_visit(self, url: str) -> Visit:
        """Return the next visit to a known URL."""
        visit = visit_to(self.database.read(), host_of(url), url_id(url))
        assert visit is not None, url
        return visit

    def record(self, url: str) -> UrlRecord:
        """Return what is stored about a URL."""
        record = url_record(self.database.read(), host_of(url), url_id(url))
        assert record is not None, url
        return record

    def knows(self, url: str) -> bool:
        """Whether the frontier has a URL."""
        assert canonical(url) == url
        return url_record(self.database.read(), host_of(url), url_id(url)) is not None

    def read(self, visit: Visit, response: Response) -> Reading:
        """Read a response as a worker would."""
        task = ReadingTask(visit, response, self.source.domain, self.source.name)
        return read_response(task, self.settings)

    def settle(self, visit: Visit, response: Response | str, **fields: Any) -> VisitResult:
        """Read and settle a response, or the page that a text is; it must not be read again."""
        result = self.try_to_settle(visit, response, **fields)
        assert result is not None
        return result

    def try_to_settle(
        self, visit: Visit, response: Response | str, **fields: Any
    ) -> VisitResult | None:
        """Read and settle a response, unless it must be read again."""
        if isinstance(response, str):
            kind = HTML if visit.role is UrlRole.PAGE else ()
            response = make_response(visit.url, response, **({"headers": kind} | fields))
        page = ReadPage(response, self.read(visit, response), payload_sum(response.body))
        return self.database.write(lambda db: self.settler.reading(db, visit, page)).result()

    def fail(self, visit: Visit, failure: FetchFailure) -> VisitResult:
        """Settle a failure."""
        return self.database.write(lambda db: self.settler.failure(db, visit, failure)).result()
