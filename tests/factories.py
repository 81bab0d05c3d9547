"""Makers of the model's nouns for all tests: plain values unless a test says otherwise."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from tidings.model.articles.article import Article
from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import article_id, domain_of, host_of, url_id

NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
PAGE = "https://paper.example/news/ferry"


def make_article(url: str = PAGE, title: str = "", text: str = "", **fields: Any) -> Article:
    """Return a kept article of a URL, published when it was first seen."""
    seen = fields.get("first_seen", NOW)
    plain = Article(
        id=article_id(url),
        url=url,
        source=domain_of(url),
        title=title,
        text=text,
        html="",
        standfirst="",
        published=seen,
        modified=None,
        first_seen=seen,
        authors=(),
        language="en",
        section="",
        tags=(),
        image=None,
        publisher="",
        word_count=len(text.split()),
    )
    return replace(plain, **fields)


def make_visit(url: str = PAGE, **fields: Any) -> Visit:
    """Return the first visit to a page."""
    plain = Visit(
        url=url,
        host=host_of(url),
        id=url_id(url),
        site=1,
        role=UrlRole.PAGE,
        kind=None,
        listed=False,
        published=None,
        depth=2,
        parent=None,
        attempts=0,
        interval=None,
        visited_at=None,
        etag=None,
        last_modified=None,
        body_hash=None,
    )
    return replace(plain, **fields)


def make_found(url: str = PAGE, **fields: Any) -> FoundUrl:
    """Return a link that was found on a page."""
    return FoundUrl(
        url, host_of(url), url_id(url), 1, UrlRole.PAGE, priority=3, depth=1, parent=None
    )._replace(**fields)


def make_response(url: str = PAGE, body: bytes | str = b"", **fields: Any) -> Response:
    """Return a complete answer with status 200."""
    data = body.encode() if isinstance(body, str) else body
    plain = Response(url, url, 200, (), data, False, (), "192.0.2.1", NOW, 0.1)
    return replace(plain, **fields)


def make_failure(reason: Reason, url: str = PAGE, **fields: Any) -> FetchFailure:
    """Return a request that brought nothing usable."""
    return replace(FetchFailure(url, url, reason, "", (), NOW, 0.1), **fields)
