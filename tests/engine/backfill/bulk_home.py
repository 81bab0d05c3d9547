"""Homes of the tests that fetch lists, and what is in them afterwards."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.settings.tree import EngineSettings, FetchSettings, JobSettings, Settings
from tidings.store.database.database import Database

DELAY = 0.15


def settings_for(folder: Path, delay: float = DELAY, workers: int = 2) -> Settings:
    """Return the settings of a home that may ask papers on loopback."""
    fetch = FetchSettings(delay=delay, address_delay=0.0, allow_private=("127.0.0.0/8",))
    jobs = JobSettings(host_lease_seconds=4.0)
    return Settings(
        home=folder / "home", fetch=fetch, engine=EngineSettings(workers=workers), jobs=jobs
    )


def impatient(settings: Settings, seconds: float) -> Settings:
    """Return settings that leave hosts alone which demand a longer pause."""
    return replace(settings, crawl=replace(settings.crawl, idle_patience=seconds))


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """Open the database of a home, which may be new."""
    with closing(opened_database(ensure_home(settings))) as database:
        yield database


def rows(settings: Settings, statement: str) -> list[tuple[object, ...]]:
    """Return the rows of a statement."""
    with opened(settings) as database:
        return [tuple(row) for row in database.read().execute(statement)]


def articles(settings: Settings) -> dict[str, int]:
    """Return the articles of a home with their revisions."""
    return dict(rows(settings, "SELECT url, revision FROM articles"))  # type: ignore[arg-type]


def visits(settings: Settings) -> Counter[str]:
    """Return how often each URL was settled."""
    found = rows(settings, "SELECT urls.url FROM visits JOIN urls ON urls.id = visits.url_id")
    return Counter(str(url) for (url,) in found)
