"""The bounds of a site's share of the frontier, from end to end."""

from dataclasses import replace

from tests.engine.paper_server import clocked_crawler, paper_server

from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.sqlite import Database
from tidings.store.tables.frontier.counts import drop_counts, site_size

SHARE = 30


async def test_a_site_that_is_full_still_brings_what_its_feed_lists(settings: Settings) -> None:
    settings = replace(settings, crawl=replace(settings.crawl, max_urls_per_site=SHARE))
    async with paper_server() as stand, clocked_crawler(settings) as us:
        head = '<link rel="alternate" type="application/rss+xml" href="/rss">'
        stand.front(*(f"/archive/{number}" for number in range(100)), head=head)
        stand.feed("/rss", [])
        await us.follow(f"{stand.origin}/")
        await us.crawl()
        late = [stand.article(number) for number in range(3)]
        stand.feed("/rss", late)
        await us.crawl(rounds=1)
        for path in late:
            assert (await us.why(stand.url(path))).article is not None
    database = Database(settings.home / "tidings.db", settings.store)
    assert site_size(database.read(), 1) == SHARE + len(late)
    assert drop_counts(database.read())[Reason.SITE_FULL] > 0
    database.close()
