"""What `tidings run` serves: on an open server without what was fetched with credentials."""

from dataclasses import replace

import pytest
from tests.engine.sample_home import database_with, sample_articles

from tidings.engine.live.crawler import opened_crawler
from tidings.settings.tree import ServeSettings, Settings


@pytest.mark.parametrize(
    ("serve", "shown"),
    [
        (ServeSettings(), 7),
        (ServeSettings(host="0.0.0.0"), 3),
        (ServeSettings(public_url="https://news.example"), 3),
        (ServeSettings(host="0.0.0.0", subscriptions=True), 7),
    ],
)
async def test_an_open_server_hides_subscriptions(
    settings: Settings, serve: ServeSettings, shown: int
) -> None:
    paid = [replace(each, with_login=each.source == "one.example") for each in sample_articles()]
    database_with(settings, paid, annotated=False).close()
    async with opened_crawler(replace(settings, serve=serve)) as crawler:
        assert len(crawler.library.newest(20)) == shown
