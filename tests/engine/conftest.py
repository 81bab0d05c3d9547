from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.in_process_pool import InProcessPool
from tests.engine.settled_paper import SettledPaper

from tidings.engine.live import crawler
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.database import Database
from tidings.store.database.grouped_writes import GroupedWrites
from tidings.store.database.session import Writer
from tidings.world.server.server import WorldServer, serve
from tidings.world.world import World


@pytest.fixture(autouse=True)
def read_in_this_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read pages in this process, where models are loaded once, unless a test is about workers."""
    if not request.node.get_closest_marker("worker_processes"):
        monkeypatch.setattr(crawler, "Pool", InProcessPool)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with a separate home, no delays, and loopback allowed."""
    return without_delays(tmp_path / "home")


def without_delays(home: Path) -> Settings:
    settings = Settings(home=home)
    return replace(
        settings,
        fetch=replace(settings.fetch, delay=0.0, allow_private=("127.0.0.0/8",)),
        engine=replace(settings.engine, workers=1),
        store=replace(settings.store, commit_seconds=0.02),
        search=replace(settings.search, commit_seconds=0.2),
    )


@pytest.fixture
async def site() -> AsyncIterator[WorldServer]:
    """A small news world whose clock only moves when a test moves it."""
    async with serve(World(seed=3, history=6), speed=0) as site:
        yield site


@pytest.fixture
def archive(database: Database, tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path / "archive", max_bytes=10**7) as archive:
        database.before_commit = archive.sync
        yield archive


@pytest.fixture
def rows(database: Database) -> Iterator[Writer]:
    """A transaction that is never committed, for what needs no more than one."""
    assert isinstance(database, GroupedWrites)
    session = database.open_writer()
    session.begin()
    session.begin_piece()
    yield session
    session.rollback()
    session.close()


@pytest.fixture
def paper(database: Database, archive: Archive) -> SettledPaper:
    """A followed paper whose visits the test makes itself."""
    return SettledPaper(database, archive)
