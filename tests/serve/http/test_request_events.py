"""Every request becomes an event, without what its reader searched for."""

import logging
from collections.abc import Callable, Sequence

import httpx
import pytest
from fastapi import FastAPI

from tidings.events.server_events import RequestServed
from tidings.model.articles.article import Article
from tidings.serve.http.request_events import RequestEvents
from tidings.settings.tree import Settings

Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]


async def test_requests_are_noted_with_their_status(
    fill: Fill, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "tidings"):
        app = opened(fill([]))

        async def boom() -> None:
            raise RuntimeError("a bug")

        app.add_api_route("/boom", boom)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            for path in ("/api/search?q=private+matters", "/nothing", "/boom"):
                await client.get(path)
    events = [each.msg for each in caplog.records if isinstance(each.msg, RequestServed)]
    assert [(each.method, each.path, each.status) for each in events] == [
        ("GET", "/api/search", 200),
        ("GET", "/nothing", 404),
        ("GET", "/boom", 500),
    ]
    assert all(each.seconds >= 0 for each in events)
    assert "private" not in caplog.text


def test_nothing_is_added_where_requests_are_not_logged(fill: Fill, opened: Opened) -> None:
    app = opened(fill([]))
    names = [getattr(each.cls, "__name__", "") for each in app.user_middleware]
    assert "RequestGate" in names
    assert RequestEvents.__name__ not in names
