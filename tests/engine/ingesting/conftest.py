from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tidings.engine.ingesting.ingest import IngestProgress, IngestResult, ingest
from tidings.engine.ingesting.survey import Selection
from tidings.engine.process.home import ensure_home
from tidings.settings.tree import EngineSettings, Settings, StoreSettings
from tidings.store.database.database import Database, open_database

Ingest = Callable[..., IngestResult]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        home=tmp_path / "home",
        store=StoreSettings(commit_seconds=0.0),
        engine=EngineSettings(workers=1),
    )


@pytest.fixture
def take_in(settings: Settings) -> Ingest:
    """A function that ingests files."""

    def take(*files: Path | str, **selection: object) -> IngestResult:
        names = [str(file) for file in files]
        return ingest(settings, names, Selection(**selection), IngestProgress())  # type: ignore[arg-type]

    return take


@pytest.fixture
def opened(settings: Settings) -> Iterator[Callable[[], Database]]:
    """A function that opens the home's database."""
    databases: list[Database] = []

    def database() -> Database:
        databases.append(open_database(ensure_home(settings).database, settings.store))
        return databases[-1]

    yield database
    for each in databases:
        each.close()
