"""Pages that our workers fail to read: quarantined with the reason, their bytes kept."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.world.server.server import WorldServer


@pytest.mark.worker_processes
async def test_a_page_that_cannot_be_read_in_time_is_quarantined(
    settings: Settings, site: WorldServer
) -> None:
    hasty = replace(settings, engine=replace(settings.engine, stage_seconds=0.001))
    database = open_database(ensure_home(Settings(home=hasty.home)).database, hasty.store)
    source_list.add_source(database, site.urls[0], datetime.now(UTC))
    database.close()
    async with opened_crawler(hasty) as crawler:
        summary = await crawler.crawl()
        explanation = crawler.library.why(site.urls[0])
        page = crawler.library.archived(site.urls[0])
    assert summary.failed == 1
    assert explanation.state == "quarantined"
    assert any(Reason.STAGE_TIMEOUT in reason for reason in explanation.reasons)
    assert page is not None
    assert b"<html" in page.body.lower()
