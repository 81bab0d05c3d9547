"""A home filled through the store and the index, and a client of the app over it."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.library.library import Library
from tidings.engine.process.home import ensure_home
from tidings.engine.reading.annotator import Annotator
from tidings.engine.sources.source_list import add_source
from tidings.model.articles.article import Article
from tidings.read.url import article_id, domain_of
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.serve.app import create_app
from tidings.settings.tree import SearchSettings, ServeSettings, Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.annotations import (
    annotations_of,
    grouping_rows_after,
    keep_annotations,
)
from tidings.store.tables.articles.articles import articles_after, keep_article
from tidings.store.tables.sources.sources import name_source, source_by_url

NOW = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def make_article() -> MakeArticle:
    """Makes an article with a URL; other fields have a default value."""

    def make(url: str = "https://post.example/news/ferry", **fields: object) -> Article:
        plain = Article(
            id=article_id(url),
            url=url,
            source=domain_of(url),
            title="Old ferry line reopens",
            text="The ferry sails again.\nPeople cheered on the quay.",
            html="<p>The ferry sails again.</p><p>People cheered on the quay.</p>",
            standfirst="After nine years the boats are back.",
            published=NOW - timedelta(hours=2),
            modified=None,
            first_seen=NOW - timedelta(hours=1),
            authors=("Ada Quill", "Ben Ink"),
            language="en",
            section="Harbour",
            tags=("ferries", "boats & quays"),
            image="https://post.example/ferry.jpg",
            publisher="The Post",
            word_count=9,
        )
        return replace(plain, **fields)  # type: ignore[arg-type]

    return make


@pytest.fixture
def fill(tmp_path: Path) -> Fill:
    """Makes a home that follows post.example, and stores and indexes the articles."""

    def fill(articles: Sequence[Article]) -> Settings:
        settings = Settings(
            home=tmp_path / "home",
            store=StoreSettings(commit_seconds=0.0),
            search=SearchSettings(commit_seconds=0.0),
        )
        home = ensure_home(settings.home)
        database = open_database(home.database, settings.store)
        add_source(database, "https://post.example/", NOW)
        site = source_by_url(database.read(), "https://post.example/")
        assert site is not None
        database.write(partial(name_source, site=site.id, name="The Post")).result()
        annotator = Annotator()
        for article in articles:
            database.write(partial(keep_article, article=article, now=NOW)).result()
            packed = annotator.of(article).packed
            keeping = partial(keep_annotations, article_id=article.id, revision=1, packed=packed)
            database.write(keeping).result()
        index = Index.open(home.index, settings.search, writable=True)
        kept = articles_after(database.read(), 0, 10_000)
        annotations = annotations_of(database.read(), [article.id for article in kept])
        index.add([entry_of(article, annotations=annotations[article.id]) for article in kept])
        index.commit()
        index.close()
        database.close()
        return settings

    return fill


@pytest.fixture
def grouped(fill: Fill) -> Fill:
    """Does the same, and groups the articles as a crawl does a second later."""

    def fill_and_group(articles: Sequence[Article]) -> Settings:
        settings = fill(articles)
        database = open_database(settings.home / "tidings.db", settings.store)
        grouping = StoryGrouping(database.read(), settings.group, NOW)
        rows = grouping_rows_after(database.read(), 0, 10_000)
        batch = grouping.take(rows, rows[-1].seq)
        database.write(partial(grouping.write, batch=batch, now=NOW)).result()
        database.close()
        return settings

    return fill_and_group


Opened = Callable[..., FastAPI]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Opens a home as an app at noon on 31 May 2024; closes it at the end."""
    libraries: list[Library] = []
    apps: list[FastAPI] = []

    def open_(settings: Settings, serve: ServeSettings | None = None, **more: object) -> FastAPI:
        library = Library.open(settings)
        libraries.append(library)
        more.setdefault("clock", lambda: NOW)
        app = create_app(library, serve or settings.serve, **more)  # type: ignore[arg-type]
        apps.append(app)
        return app

    yield open_
    for app in apps:
        app.state.context.close()
    for library in libraries:
        library.close()


@pytest.fixture
async def client(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an app with three articles: in English, German and Chinese."""
    articles = (
        make_article(),
        make_article(
            "https://zeitung.example/werft",
            title="Werft baut zwölf Fähren",
            text="Die Werft hat einen Auftrag über zwölf elektrische Fähren bekommen.",
            html="",
            standfirst="",
            language="de",
            published=NOW - timedelta(days=3),
            publisher="",
            section="",
            authors=(),
            tags=(),
            image=None,
        ),
        make_article(
            "https://chenbao.example/a",
            title="滨海新区开通首条渡轮航线",
            text="据介绍，新航线全长十二公里，单程约需二十分钟。",
            html="",
            standfirst="",
            language="zh",
            published=None,
            modified=NOW,
        ),
    )
    transport = httpx.ASGITransport(opened(fill(articles)))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client
