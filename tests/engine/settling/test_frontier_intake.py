"""The limits of a site's frontier, end to end."""

from dataclasses import replace

from tests.engine.paper_server import clocked_crawler, paper_server

from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.frontier.counts import drop_counts, site_size

SHARE = 30


async def test_a_full_site_still_gets_what_its_feed_lists(settings: Settings) -> None:
    settings = replace(settings, crawl=replace(settings.crawl, max_urls_per_site=SHARE))
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        head = '<link rel="alternate" type="application/rss+xml" href="/rss">'
        paper.front(*(f"/archive/{number}" for number in range(100)), head=head)
        paper.feed("/rss", [])
        await crawler.follow(f"{paper.origin}/")
        await crawler.crawl()
        late = [paper.article(number) for number in range(3)]
        paper.feed("/rss", late)
        await crawler.crawl(rounds=1)
        for path in late:
            assert (await crawler.why(paper.url(path))).article is not None
    database = open_database(settings.home / "tidings.db", settings.store)
    assert site_size(database.read(), 1) == SHARE + len(late)
    assert drop_counts(database.read())[Reason.SITE_FULL] > 0
    database.close()
