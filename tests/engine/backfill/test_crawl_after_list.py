"""A crawl leaves alone what places of a bulk crawl may still ask, and stops them."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.engine.backfill.bulk_home import opened, settings_for
from tests.engine.backfill.many_papers import papers

from tidings.engine.live.crawler import opened_crawler
from tidings.engine.sources.source_list import add_source
from tidings.settings.tree import Settings
from tidings.store.tables.jobs.host_leases import (
    RunEnded,
    Tenant,
    begin_run,
    lease_clock,
    take_leases,
)

PLACE = Tenant("run", "on a node that is cut off")
SECONDS = 3.0


def test_a_crawl_waits_for_leases_that_others_hold(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, workers=1)
    with papers(1) as served:
        (host,) = served.hosts
        with opened(settings) as database:
            add_source(database, f"http://{host}/", datetime.now(UTC))
            database.write(lambda db: begin_run(db, PLACE.run, lease_clock(db))).result()
            database.write(
                lambda db: take_leases(db, {host: 0.5}, PLACE, SECONDS, lease_clock(db))
            ).result()
            leased = time.monotonic()
        asyncio.run(crawl(settings))
        assert served.seen[host]
        assert min(each.began for each in served.seen[host]) >= leased + SECONDS
    with opened(settings) as database, pytest.raises(RunEnded):
        database.write(
            lambda db: take_leases(db, {"b.org": 0.5}, PLACE, SECONDS, lease_clock(db))
        ).result()


async def crawl(settings: Settings) -> None:
    async with opened_crawler(settings) as crawler:
        await crawler.crawl(max_pages=1)
