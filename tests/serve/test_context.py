import threading
from collections.abc import Callable, Sequence

import httpx
from fastapi import FastAPI

from tidings.model.articles.article import Article
from tidings.serve.context import AppContext
from tidings.settings.tree import Settings

Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]


async def test_a_few_permanent_threads_read_the_library(fill: Fill, opened: Opened) -> None:
    app = opened(fill([]))
    context: AppContext = app.state.context
    names = {await context.run(lambda: threading.current_thread().name) for _ in range(50)}
    assert 1 <= len(names) <= 4
    assert all(name.startswith("serve") for name in names)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get("/")).status_code == 200
