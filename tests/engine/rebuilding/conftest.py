import asyncio
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from tests.crash.crawl_process import crawl
from tests.crash.world_process import served_papers
from tests.homes import copy_home

from tidings.engine.process.home import ensure_home
from tidings.engine.settling import frontier_intake
from tidings.engine.sources import source_list
from tidings.model.crawl.visit import FoundUrl
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier import urls


@pytest.fixture(scope="package")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home after a crawl of the news world; do not change it."""
    home = tmp_path_factory.mktemp("crawled") / "home"
    database = open_database(
        ensure_home(Settings(home=home)).database, StoreSettings(commit_seconds=0.0)
    )
    with served_papers(8) as papers, found_urls_noted(home.with_name("found")):
        for paper in papers:
            source_list.add_source(database, paper, datetime.now(UTC))
        database.close()
        asyncio.run(crawl(home))
    return home


@contextmanager
def found_urls_noted(into: Path) -> Iterator[None]:
    """Note all URLs that a crawl adds, each with the moment at which its page was fetched."""
    noted: dict[str, tuple[FoundUrl, datetime]] = {}

    def add_urls(connection: Writer, found: list[FoundUrl], now: datetime, *others: Any) -> Any:
        added = urls.add_urls(connection, found, now, *others)
        known = set(map(attrgetter("url"), added))
        noted.update({each.url: (each, now) for each in found if each.url in known})
        return added

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontier_intake, "add_urls", add_urls)
        yield
    into.write_bytes(pickle.dumps(noted))


@pytest.fixture
def settings(crawled: Path, tmp_path: Path) -> Settings:
    """The settings of a copy of that home."""
    copy_home(crawled, tmp_path / "home")
    return Settings(home=tmp_path / "home", store=StoreSettings(commit_seconds=0.02))


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    database = open_database(settings.home / "tidings.db", settings.store)
    yield database
    database.close()


@pytest.fixture
def change(database: Database) -> Callable[..., int]:
    """A function that changes rows, and returns how many."""

    def execute(statement: str, *values: object) -> int:
        return database.write(lambda db: db.execute(statement, values).rowcount).result()

    return execute
