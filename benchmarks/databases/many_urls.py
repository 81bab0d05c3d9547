"""A home with many URLs that wait for their first visit."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from benchmarks.inputs.url_generator import HostSpread, UrlGenerator, host_name
from tidings.engine.process.home import ensure_home
from tidings.engine.sources.source_list import follow_source
from tidings.model.crawl.visit import FoundUrl
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.urls import add_urls

NOW: Final = datetime.now(UTC)
_SHAPE = HostSpread("2 000 sources, heavy-tailed", 2_000, 0.9)
_BATCH = 400  # pages in one transaction


def many_urls() -> UrlGenerator:
    """Return the generator of the URLs."""
    return UrlGenerator(_SHAPE)


def fill_with_urls(home: Path, count: int) -> None:
    """Make a home in SQLite that follows the sources and knows that many URLs."""
    settings = Settings(home=home)
    database = open_database(ensure_home(settings).database, settings.store)
    try:
        database.write(_follow_all).result()
        pages = many_urls().pages(count)
        while batch := list(islice(pages, _BATCH)):
            _add(database, batch)
    finally:
        database.close()


def _follow_all(connection: Writer) -> None:
    for number in range(_SHAPE.hosts):
        follow_source(connection, f"https://{host_name(number)}/", NOW)


def _add(database: Database, pages: Sequence[list[FoundUrl]]) -> None:
    found = [url for page in pages for url in page]
    database.write(partial(_add_found, found=found)).result()


def _add_found(connection: Writer, found: list[FoundUrl]) -> None:
    add_urls(connection, found, NOW)
