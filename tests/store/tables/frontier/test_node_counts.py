"""Counts are only added to: several writers at the same time lose nothing."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.factories import NOW, make_found

from tidings.model.crawl.recheck import RecheckCounts
from tidings.model.web.reason import Reason
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.counts import count_drops, counts_by, drop_counts, site_size
from tidings.store.tables.frontier.rechecks import (
    earn_recheck_credit,
    note_recheck,
    recheck_count,
    recheck_counts_by_site,
    recheck_credit_left,
)
from tidings.store.tables.frontier.urls import add_urls

NODES = (1, 2, 3)
ROUNDS = 40


@pytest.fixture
def writers(tmp_path: Path) -> Iterator[list[Database]]:
    """One writer for each node, on one file."""
    path = tmp_path / "tidings.db"
    writers = [open_database(path, StoreSettings(commit_seconds=0.0)) for _ in NODES]
    yield writers
    for writer in writers:
        writer.close()


def count_all(connection: Writer, node: int, number: int) -> None:
    earn_recheck_credit(connection, node, 0.5)
    note_recheck(connection, node, 7, 0, found=number % 2 == 0)
    count_drops(connection, 7, {Reason.OFF_SITE: 2})
    found = make_found(f"https://a.example/{node}/{number}", site=7)
    add_urls(connection, [found], NOW)


def run(database: Database, node: int) -> None:
    for number in range(ROUNDS):
        database.write(lambda db, number=number: count_all(db, node, number)).result()  # type: ignore[misc]


def test_writers_that_count_at_the_same_time_lose_nothing(writers: list[Database]) -> None:
    with ThreadPoolExecutor(len(NODES)) as threads:
        for done in [threads.submit(run, *each) for each in zip(writers, NODES, strict=True)]:
            done.result()
    connection, everything = writers[0].read(), ROUNDS * len(NODES)
    assert [recheck_credit_left(connection, node) for node in NODES] == [ROUNDS * 0.5] * len(NODES)
    assert recheck_count(connection) == everything
    assert recheck_counts_by_site(connection) == {7: RecheckCounts(everything, everything // 2)}
    assert drop_counts(connection) == {Reason.OFF_SITE: 2 * everything}
    assert counts_by(connection, "state") == {"queued": everything}
    assert site_size(connection, 7) == everything
