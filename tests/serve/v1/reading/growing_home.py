"""A home that others write to while a client reads it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
from fastapi import FastAPI
from tests.factories import make_article

from tidings.engine.library.library import Library
from tidings.engine.process.home import ensure_home
from tidings.model.articles.article import Article
from tidings.read.url import article_id
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.serve.app import create_app
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import articles_after, keep_article

NOW = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)


def numbered(number: int, **fields: Any) -> Article:
    """An article about ferries; every tenth second has a dozen of them."""
    url = f"https://post.example/{number}"
    fields.setdefault("title", f"Ferry {number}")
    fields.setdefault("text", f"The ferry {'sails ' * (number % 7)} today.")
    fields.setdefault("published", NOW - timedelta(seconds=number // 12 * 10))
    title, text = fields.pop("title"), fields.pop("text")
    return make_article(
        url, title, text, id=article_id(url), first_seen=NOW, language="en", **fields
    )


class GrowingHome:
    """A home that others write to while we read it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        home = ensure_home(settings)
        self.database: Database = open_database(home.database, settings.store)
        self.index = Index.open(home.index, settings.search, writable=True)
        self.seq = 0

    def keep(self, articles: Sequence[Article]) -> Sequence[Article]:
        """Store and index articles, as a crawl does; return them."""

        def write(connection: Any) -> None:
            for article in articles:
                keep_article(connection, article, NOW)

        self.database.write(write).result()
        changed = articles_after(self.database.read(), self.seq, 100_000)
        self.seq = max((each.seq for each in changed), default=self.seq)
        self.index.add([entry_of(each) for each in changed])
        self.index.commit()
        return articles

    def close(self) -> None:
        """Close what is open."""
        self.index.close()
        self.database.close()


@asynccontextmanager
async def client_of(home: GrowingHome) -> AsyncIterator[httpx.AsyncClient]:
    library = Library.open(home.settings)
    app: FastAPI = create_app(library, home.settings.serve, clock=lambda: NOW)
    try:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield client
    finally:
        app.state.context.close()
        library.close()
