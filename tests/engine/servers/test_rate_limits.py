"""A crawl of nginx with limit_req: slower, and whole."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.engine.servers.folder_paper import write_paper
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.web_servers import nginx

from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import newest_articles
from tidings.store.tables.frontier.request_log import logged_requests_since

ARTICLES = 30
PER_SECOND = 10


async def crawled(settings: Settings, url: str) -> tuple[set[str], list[LoggedRequest]]:
    database = open_database(ensure_home(settings).database, settings.store)
    source_list.add_source(database, url, datetime.now(UTC))
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
    titles = {article.title for article in newest_articles(database.read(), 1_000)}
    log = list(logged_requests_since(database.read()))
    database.close()
    return titles, log


@needs("nginx")
@pytest.mark.parametrize("status", [429, 503])
async def test_a_limited_site_is_crawled_slower_and_whole(settings: Settings, status: int) -> None:
    limit = f"limit_req_zone $binary_remote_addr zone=all:1m rate={PER_SECOND}r/s;"
    use = f"limit_req zone=all; limit_req_status {status};"
    settings = replace(settings, fetch=replace(settings.fetch, delay=0.01))
    with readable_folder() as folder:
        expected = set(write_paper(folder / "paper", ARTICLES))
        port = free_port()
        with nginx(folder / "paper", port, folder / "nginx", http=limit, server=use):
            titles, log = await crawled(settings, f"http://127.0.0.1:{port}/")
    limited = [request for request in log if request.status == status]
    assert titles == expected
    assert limited  # so the pace was too fast at first …
    assert len(limited) < len(log) / 3  # … and without back-off about half would be
    assert max(request.host_delay for request in log) > settings.fetch.delay
    assert not {request.path for request in limited} - _served(log)


def _served(log: list[LoggedRequest]) -> set[str]:
    return {request.path for request in log if request.reason in (None, Reason.NOT_FOUND)}
