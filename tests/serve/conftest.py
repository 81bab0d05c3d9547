"""A home filled through the store and the index, and a client of the app over it."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from tests.serve.guarded_home import GuardedHome, HomeTemplate, MakeGuarded, made_template
from tests.serve.small_home import NOW, article_at, filled_home, group_articles

from tidings.engine.access.home_access import opened_access
from tidings.engine.library.library import Library
from tidings.model.articles.article import Article
from tidings.serve.app import create_app
from tidings.serve.gate.rate_limits import RATE_FILE
from tidings.settings.tree import ServeSettings, Settings

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def make_article() -> MakeArticle:
    """Makes an article with a URL; other fields have a default value."""
    return article_at


@pytest.fixture
def fill(tmp_path: Path) -> Fill:
    """Makes a home that follows post.example, and stores and indexes the articles."""
    return partial(filled_home, tmp_path)


@pytest.fixture
def grouped(fill: Fill) -> Fill:
    """Does the same, and groups the articles as a crawl does a second later."""

    def fill_and_group(articles: Sequence[Article]) -> Settings:
        settings = fill(articles)
        group_articles(settings)
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
        app.state.stream.close()
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


@pytest.fixture(scope="session")
def home_template(tmp_path_factory: pytest.TempPathFactory) -> HomeTemplate:
    """A home with users and tokens, to be copied."""
    return made_template(tmp_path_factory.mktemp("guarded"))


@pytest.fixture
def guarded(opened: Opened, home_template: HomeTemplate, tmp_path: Path) -> Iterator[MakeGuarded]:
    """Serves a copy of a home with users and tokens, under settings of `serve`."""
    with ExitStack() as stack:

        def make(**serve: object) -> GuardedHome:
            settings = home_template.copy(tmp_path / "guarded")
            settings = replace(settings, serve=ServeSettings(**serve))  # type: ignore[arg-type]
            home = stack.enter_context(opened_access(settings))
            app = opened(settings, home_access=home, rate_file=settings.home / RATE_FILE)
            stack.callback(app.state.sender_proof.close)
            return GuardedHome(app, home.access, home_template.tokens)

        yield make
