from datetime import UTC, datetime

import pytest

from tidings.engine.live.crawler import opened_crawler
from tidings.engine.maintenance.training import TooFewPages, train_source
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.engine.sources.source_list import SourceInvalid
from tidings.engine.state.site_memory import load_site_memory, save_site_memory
from tidings.extract.site_memory.memory_counts import SiteMemoryCounts
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.world.server.server import WorldServer


def silent(done: int, total: int) -> None:
    assert 0 < done <= total


@pytest.mark.parametrize("enough", [0, 200])  # with processes and without
async def test_training_learns_from_the_archive_what_crawling_learned(
    settings: Settings, site: WorldServer, monkeypatch: pytest.MonkeyPatch, enough: int
) -> None:
    monkeypatch.setattr("tidings.engine.maintenance.training._ENOUGH_FOR_PROCESSES", enough)
    database = open_database(ensure_home(settings).database, settings.store)
    url, _ = source_list.add_source(database, site.urls[0], datetime.now(UTC))
    site.advance(2_400)
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
    crawled = load_site_memory(database.read(), 1)
    database.write(lambda db: save_site_memory(db, 1, SiteMemoryCounts())).result()
    training = train_source(settings, site.urls[0].removeprefix("http://"), silent)
    learned = load_site_memory(database.read(), 1)
    database.close()
    assert training.url == url
    assert training.articles == learned.learned == crawled.learned > 3
    assert training.pages > training.articles
    assert learned.memory().repeated == crawled.memory().repeated != frozenset()
    assert training.repeated == len(learned.memory().repeated)
    assert training.templates[0][1][0] > 3
    assert training.keen_tags == tuple(sorted(learned.keen_tags))


async def test_training_an_uncrawled_source_is_refused(
    settings: Settings, site: WorldServer
) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    source_list.add_source(database, site.urls[0], datetime.now(UTC))
    with pytest.raises(TooFewPages, match="crawl it first"):
        train_source(settings, site.urls[0], silent)
    with pytest.raises(SourceInvalid, match="not followed"):
        train_source(settings, "https://else.example/", silent)
    database.close()
