"""A visit is read without a store; a query run needs no source either."""

from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.engine.in_process_pool import InProcessPool

from tidings.engine.reading.reading_task import Crash
from tidings.engine.reading.visit_outcome import (
    BrokenPage,
    ReadPage,
    UnchangedPage,
    VisitOwner,
    visit_of_query_run,
)
from tidings.engine.reading.visit_reading import VisitReader
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import FetchFailure
from tidings.model.web.page import PageKind
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest
from tidings.read.url import domain_of
from tidings.settings.tree import Settings
from tidings.world.server.server import WorldServer

RUN = VisitOwner()


class Agent:
    """Reads pages of the web for a question, without a home."""

    def __init__(self, settings: Settings, fetcher: WebFetcher, pool: Any) -> None:
        self.reader = VisitReader(settings.crawl, fetcher, pool, lambda: nullcontext(0))

    async def read(self, url: str) -> ReadPage:
        outcome = await self.reader.make(visit_of_query_run(url), RUN)
        assert isinstance(outcome, ReadPage), outcome
        return outcome


@pytest.fixture
def requests() -> list[LoggedRequest]:
    return []


@pytest.fixture
async def agent(settings: Settings, requests: list[LoggedRequest]) -> AsyncIterator[Agent]:
    fetcher = WebFetcher(settings.fetch, on_request=requests.append)
    async with fetcher, InProcessPool(settings.engine, WorkerSetup(settings.crawl)) as pool:
        yield Agent(settings, fetcher, pool)


async def test_a_query_run_reads_an_article_of_the_web_and_stores_nothing(
    agent: Agent, site: WorldServer, settings: Settings, requests: list[LoggedRequest]
) -> None:
    truth = next(site.world.articles())
    read = await agent.read(truth.url)
    article = read.reading.article
    assert article is not None
    assert (article.url, article.title) == (truth.url, truth.title)
    assert article.source == domain_of(truth.url)
    assert read.reading.annotation is not None
    assert read.reading.entry is not None
    assert not settings.home.exists()
    assert urlsplit(truth.url).path in {line.path for line in requests}
    assert {line.site for line in requests} == {0}


async def test_the_links_of_a_page_are_those_of_its_own_site(
    agent: Agent, site: WorldServer
) -> None:
    front = site.world.urls[0]
    read = await agent.read(front)
    assert read.reading.found
    assert all(found.url.startswith(front) for found in read.reading.found)
    assert all(found.site == 0 for found in read.reading.found)
    assert getattr(read.reading.page, "kind", None) is PageKind.INDEX


async def test_robots_txt_applies_to_query_runs(agent: Agent, site: WorldServer) -> None:
    url = f"{site.world.urls[0]}private/"
    outcome = await agent.reader.make(visit_of_query_run(url), RUN)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.ROBOTS_DENIED


async def test_what_is_known_is_not_read(agent: Agent, site: WorldServer) -> None:
    url = next(site.world.articles()).url
    read = await agent.read(url)
    known = replace(visit_of_query_run(url), body_hash=read.body_hash)
    assert isinstance(await agent.reader.make(known, RUN), UnchangedPage)


async def test_a_reading_that_fails_is_an_outcome(
    agent: Agent, site: WorldServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash = Crash(Reason.STAGE_TIMEOUT, "no result after 30 s")

    async def fail(*_: object) -> Crash:
        return crash

    monkeypatch.setattr(InProcessPool, "read", fail)
    url = next(site.world.articles()).url
    outcome = await agent.reader.make(visit_of_query_run(url), RUN)
    assert isinstance(outcome, BrokenPage)
    assert outcome.crash == crash
