"""Jobs as pages, for those who may write."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import httpx
import pytest
from tests.serve.guarded_home import GuardedHome, MakeGuarded
from tests.serve.overviews.page_text import links, texts, tree_of
from tests.serve.small_home import NOW
from tests.serve.v1.reading.conftest import change
from tests.serve.v1.reading.test_jobs import fill_jobs

from tidings.engine.jobs.job_history import JobDetails
from tidings.model.access.identity import Scope
from tidings.model.crawl.job_status import JobStatus, PartStatus
from tidings.model.jobs.job_analysis import JobAnalysis
from tidings.serve.overviews.job_pages import part_bars


@pytest.fixture
def home(guarded: MakeGuarded) -> GuardedHome:
    home = guarded()
    change(home.app.state.context.library.settings, partial(fill_jobs))
    return home


@pytest.fixture
async def client(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    async with home.client(**home.bearer(Scope.WRITE)) as client:
        yield client


async def test_jobs_are_listed_newest_first(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/jobs")
    assert texts(tree, "tbody th") == ["3: index", "2: annotate", "1: extract"]
    assert texts(tree, "tbody [data-label=State]") == ["not finished", "not finished", "finished"]
    assert links(tree, "tbody a")[1] == "/jobs/2"


async def test_a_job_compares_estimates_with_the_truth(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/jobs/2")
    main = texts(tree, "main")[0]
    assert "4 parts were expected to take 4.0 s and took 7.3 s." in main
    assert "Items were estimated by size, which tells most about how long one takes." in main
    assert "about 75 s left" in main
    bars = tree.css(".columns-chart g")
    assert len(bars) == 4
    assert texts(tree, ".columns-chart title")[3] == "part 4: 4.0 s, expected 1.0 s"
    assert all(each.css_first("line") is not None for each in bars)
    assert texts(tree, "main > table tbody th") == ["part 4"]
    assert texts(tree, "[aria-labelledby=where] tbody th") == ["a node"]


async def test_a_job_without_finished_parts_says_so(client: httpx.AsyncClient) -> None:
    assert "No part is finished yet." in texts(await tree_of(client, "/jobs/3"), "main")[0]


@pytest.mark.parametrize("number", ["9", "0", str(2**63)])
async def test_there_is_no_such_job(client: httpx.AsyncClient, number: str) -> None:
    assert "There is no job" in texts(await tree_of(client, f"/jobs/{number}", 404), "main")[0]


async def test_only_those_who_may_write_see_jobs(home: GuardedHome) -> None:
    async with home.client() as stranger, home.client(**home.bearer(Scope.READ)) as reader:
        for path in ("/jobs", "/jobs/2"):
            refused = await stranger.get(path)
            assert (refused.status_code, refused.headers["location"][:12]) == (303, "/login?next=")
            assert (await reader.get(path)).status_code == 403
        assert 'href="/jobs"' not in (await reader.get("/statistics")).text
    async with home.client(**home.bearer(Scope.WRITE)) as writer:
        assert 'href="/jobs"' in (await writer.get("/statistics?since=all")).text


def test_of_many_parts_the_longest_of_several_are_shown() -> None:
    job = JobStatus(1, "extract", "", 900, 900, 900, 0, 1.0, NOW, None)
    part = PartStatus("", 1, 0, "", 1.0, NOW)
    parts = tuple(
        replace(part, key=str(at), seconds=float(at % 7), at=NOW + timedelta(seconds=at))
        for at in range(900)
    )
    bars = part_bars(JobDetails(job, None, JobAnalysis(None, None, (), ()), parts))
    assert len(bars) <= 200
    assert max(seconds for _, seconds, _ in bars) == 6.0
