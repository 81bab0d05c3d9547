"""A source's own settings at real servers: headers that open nginx, a proxy for one source only."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.engine.servers.folder_paper import write_paper
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.proxy_servers import requests_through, tinyproxy
from tests.servers.web_servers import nginx

from tidings.engine.commands.command_values import SetSource
from tidings.engine.commands.issuing import opened_commands
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import newest_articles
from tidings.store.tables.frontier.request_log import logged_requests_since

ONLY_READERS = 'if ($http_x_reader != "yes") { return 403; }'


@pytest.fixture
def folder() -> Iterator[Path]:
    with readable_folder() as each:
        yield each


def follow(settings: Settings, *urls: str) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()


def change(settings: Settings, url: str, *values: str) -> None:
    with opened_commands(settings) as commands:
        commands.issue(SetSource(url, values))


async def crawled(settings: Settings) -> set[str]:
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
    database = open_database(settings.home / "tidings.db", settings.store)
    titles = {article.title for article in newest_articles(database.read(), 1_000)}
    database.close()
    return titles


@needs("nginx")
async def test_a_header_opens_a_site_that_refused_us_at_once(
    settings: Settings, folder: Path
) -> None:
    expected = set(write_paper(folder / "paper", 3))
    port = free_port()
    with nginx(folder / "paper", port, folder / "nginx", server=ONLY_READERS):
        url = f"http://127.0.0.1:{port}/"
        follow(settings, url)
        assert await crawled(settings) == set()
        change(settings, url, "headers=X-Reader: yes", "delay=0.05")
        assert await crawled(settings) == expected
    database = open_database(settings.home / "tidings.db", settings.store)
    pages = [each for each in logged_requests_since(database.read()) if "story-" in each.path]
    database.close()
    assert {each.host_delay for each in pages} == {0.05}


@needs("nginx", "tinyproxy")
async def test_one_source_is_fetched_through_a_proxy_and_the_others_are_not(
    settings: Settings, folder: Path
) -> None:
    expected = set(write_paper(folder / "paper", 3))
    port, proxy_port = free_port(), free_port()
    with (
        nginx(folder / "paper", port, folder / "nginx"),
        tinyproxy(proxy_port, folder / "proxy") as log,
    ):
        proxied, direct = (f"http://{host}:{port}/" for host in ("127.0.0.1", "localhost"))
        follow(settings, proxied, direct)
        change(settings, proxied, f"proxy=http://127.0.0.1:{proxy_port}")
        assert await crawled(settings) == expected
        lines = requests_through(log)
    assert any(f"127.0.0.1:{port}/2026/11/story-0.html" in line for line in lines)
    assert not any("localhost" in line for line in lines)
