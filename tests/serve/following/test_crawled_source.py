"""The page of a source that was really crawled: its visits, what failed, and the request log."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from tests.engine.in_process_pool import InProcessPool
from tests.engine.paper_server import ClockedCrawler, paper_server
from tests.serve.conftest import Opened
from tests.serve.following.page_parts import page_of, words_of

from tidings.engine.live import crawler as live_crawler
from tidings.settings.tree import Settings, StoreSettings


async def test_a_page_says_where_news_appears_and_what_failed(
    tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_crawler, "Pool", InProcessPool)
    plain = Settings(home=tmp_path / "home", store=StoreSettings(commit_seconds=0.0))
    fetch = replace(plain.fetch, delay=0.0, allow_private=("127.0.0.0/8",))
    settings = replace(plain, fetch=fetch, engine=replace(plain.engine, workers=1))
    async with paper_server() as paper:
        paths = [paper.article(number) for number in range(4)]
        paper.front(*paths, "/2026/11/story-of-nothing")
        crawler = ClockedCrawler(settings)
        await crawler.follow(paper.origin)
        await crawler.crawl()
        await crawler.close()
    transport = httpx.ASGITransport(opened(settings, clock=lambda: datetime.now(UTC)))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        page = page_of(await client.get("/source/1"))
    assert words_of(page, ".health") == ["All is well: 4 articles so far."]
    assert len(page.css(".source-news section:first-child li")) == 4
    assert words_of(page, ".failures tbody th")[0] == "Not found (404)"
    assert any("/2026/11/story-of-nothing" in row for row in words_of(page, ".why tbody tr"))
    assert "index page" in words_of(page, ".list-url")[0]
