import asyncio
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.crash.crawl_process import crawl
from tests.crash.world_process import served_papers

from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database


@pytest.fixture(scope="package")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home after a crawl of the news world; do not change it."""
    home = tmp_path_factory.mktemp("crawled") / "home"
    database = open_database(ensure_home(home).database, StoreSettings(commit_seconds=0.0))
    with served_papers(8) as papers:
        for paper in papers:
            source_list.add_source(database, paper, datetime.now(UTC))
        database.close()
        asyncio.run(crawl(home))
    return home


@pytest.fixture
def settings(crawled: Path, tmp_path: Path) -> Settings:
    """The settings of a copy of that home."""
    shutil.copytree(crawled, tmp_path / "home")
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
