"""The links of an archive become the rows that a crawl of the same pages wrote."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tidings.engine.jobs.job_log import JobOptions
from tidings.engine.process.home import home_of
from tidings.engine.rebuilding.extract_job import extract_again
from tidings.engine.rebuilding.out_links import LinkFiles
from tidings.engine.rebuilding.rebuild import rebuild_home
from tidings.engine.rebuilding.update_job import update_frontier
from tidings.engine.runners.local_runner import LocalRunner
from tidings.engine.sources.source_list import remove_source
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.model.crawl.source_settings import SourceSettings
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.sources.source_settings import keep_settings

Change = Callable[..., int]
Row = tuple[Any, ...]
SINCE = datetime(2020, 1, 1, tzinfo=UTC)
UPDATE = frozenset({RebuildStep.UPDATE})
COLUMNS = (
    "url, site, role, state, reason, priority, depth, listed, published, parent, added_at, due, "
    "continues, categories, visited_at"
)
# What only links on start pages led to: what lists have is read from the web again.
FROM_START_PAGES = "depth = 1 AND listed = 0 AND role <> 'sitemap'"


@pytest.fixture
def as_found(crawled: Path) -> dict[str, Row]:
    """The rows of all URLs as the crawl wrote them first."""
    noted: dict[str, tuple[FoundUrl, datetime]] = pickle.loads(
        crawled.with_name("found").read_bytes()
    )
    return {url: row_as_found(*each) for url, each in noted.items()}


def row_as_found(found: FoundUrl, at: datetime) -> Row:
    reason = found.dropped or Reason.WAITING
    state = "dropped" if found.dropped else "queued"
    due = None if found.dropped else at.timestamp()
    return (
        *(found.url, found.site, found.role, state, reason, found.priority, found.depth, 0, None),
        *(found.parent, at.timestamp(), due, int(found.continues), "", None),
    )


def forget_links(change: Change, database: Database) -> set[str]:
    """Remove the rows of what only start pages led to; return their URLs."""
    rows = database.read().execute(f"SELECT url FROM urls WHERE {FROM_START_PAGES}").fetchall()
    urls = {row[0] for row in rows}
    for url in urls:
        change("DELETE FROM urls WHERE url = ?", url)
    assert len(urls) > 30
    return urls


def rows_of(database: Database, urls: set[str]) -> dict[str, Row]:
    rows = database.read().execute(f"SELECT {COLUMNS} FROM urls").fetchall()
    return {row[0]: tuple(row) for row in rows if row[0] in urls}


def update(settings: Settings, steps: frozenset[RebuildStep] = UPDATE) -> int:
    return rebuild_home(settings, steps, lambda *_: None, everything=False).found


@pytest.mark.parametrize("steps", [UPDATE, UPDATE | {RebuildStep.EXTRACT}])
def test_links_become_the_rows_that_the_crawl_wrote(
    database: Database,
    settings: Settings,
    change: Change,
    as_found: dict[str, Row],
    steps: frozenset[RebuildStep],
) -> None:
    lost = forget_links(change, database)
    assert update(settings, steps) == len(lost)
    assert rows_of(database, lost) == {url: as_found[url] for url in lost}
    assert not list(settings.home.glob("jobs/*/*"))


def test_an_update_changes_nothing_that_is_known(database: Database, settings: Settings) -> None:
    def everything() -> list[Row]:
        return [tuple(row) for row in database.read().execute("SELECT * FROM urls ORDER BY url")]

    before = everything()
    assert update(settings) == 0
    assert everything() == before


def test_what_was_killed_between_pages_and_rows_continues(
    database: Database, settings: Settings, change: Change, as_found: dict[str, Row]
) -> None:
    lost = forget_links(change, database)
    links = LinkFiles.of(home_of(settings), 1)
    runner = LocalRunner(database, 0, options=JobOptions(SINCE))
    for _ in range(2):  # the second time, all parts are finished
        extract_again(runner, database, settings, lambda *_: None, links=links, since=SINCE)
    assert links.count()
    parts = (runner, database, settings, links, 1, lambda *_: None)
    assert update_frontier(*parts) == len(lost)
    assert rows_of(database, lost) == {url: as_found[url] for url in lost}
    assert update_frontier(*parts) == 0


def test_nothing_of_a_source_that_is_no_longer_followed_is_scheduled(
    database: Database, settings: Settings, change: Change
) -> None:
    site = database.read().execute("SELECT id, url FROM sites ORDER BY id").fetchone()
    remove_source(database, site["url"], datetime.now(UTC))
    forget_links(change, database)
    assert update(settings) > 0
    left = database.read().execute(
        "SELECT count(*) FROM urls WHERE site = ? AND state = 'queued'", (site["id"],)
    )
    assert left.fetchone()[0] == 0


def test_what_the_settings_of_a_source_exclude_is_noted_and_not_scheduled(
    database: Database, settings: Settings, change: Change
) -> None:
    lost = forget_links(change, database)
    site = database.read().execute("SELECT min(id) FROM sites").fetchone()[0]
    wanted = SourceSettings(exclude=("/",))
    database.write(lambda db: keep_settings(db, site, wanted, datetime.now(UTC))).result()
    update(settings)
    rows = [row for row in rows_of(database, lost).values() if row[1] == site]
    pages = [row for row in rows if row[2] == "page"]
    assert pages
    assert {row[3:5] for row in pages} == {("dropped", Reason.EXCLUDED)}


def test_a_full_site_gets_no_more_urls(
    database: Database, settings: Settings, change: Change
) -> None:
    lost = forget_links(change, database)
    size = database.read().execute("SELECT sum(urls) FROM site_hosts WHERE site = 1").fetchone()[0]
    update(replace(settings, crawl=replace(settings.crawl, max_urls_per_site=size)))
    assert {row[1] for row in rows_of(database, lost).values() if row[2] == "page"} == {2, 3}
