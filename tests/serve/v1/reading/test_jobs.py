"""Jobs, with estimates against the truth, over a small home."""

from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial

import httpx
import pytest
from tests.serve.conftest import Fill
from tests.serve.small_home import NOW
from tests.serve.v1.reading.conftest import Client, all_items, change

from tidings.engine.estimating.learning import times_of
from tidings.engine.estimating.record_estimates import Method, learned_estimates
from tidings.model.crawl.job_status import PartStatus
from tidings.store.database.session import Writer
from tidings.store.tables.jobs.job_rows import JobStart, add_part, begin_job, end_job

PLAN = learned_estimates(
    times_of([({"size": size, "host": "a"}, size / 10) for size in range(100)]), Method()
)


def fill_jobs(connection: Writer) -> None:
    assert PLAN is not None
    for number, name in enumerate(("extract", "annotate", "index"), 1):
        start = JobStart(name, "key", 50, NOW - timedelta(minutes=10), plan=PLAN.to_json())
        assert begin_job(connection, start) == number
    for number, seconds in enumerate((1.0, 1.2, 1.1, 4.0), 1):
        at = NOW - timedelta(minutes=9 - number)
        part = PartStatus(f"part {number}", 10, 0, "", seconds, at, 1.0, "a node", 1)
        add_part(connection, 2, part)
    end_job(connection, 1, NOW)


@pytest.fixture
async def client(fill: Fill, client_of: Client) -> AsyncIterator[httpx.AsyncClient]:
    settings = fill([])
    change(settings, partial(fill_jobs))
    async with client_of(settings) as client:
        yield client


async def test_jobs_are_listed_newest_first_page_by_page(client: httpx.AsyncClient) -> None:
    every = await all_items(client, "/jobs", limit=2)
    assert [(each["id"], each["name"]) for each in every] == [
        ("3", "index"),
        ("2", "annotate"),
        ("1", "extract"),
    ]
    assert (every[1]["parts"], every[1]["done"], every[1]["ended"]) == (4, 40, None)
    assert every[2]["ended"] == "2024-05-31T12:00:00Z"


async def test_one_job_says_how_well_it_was_planned(client: httpx.AsyncClient) -> None:
    job = (await client.get("/jobs/2")).json()
    assert job["estimates"]["expected"] == 4.0
    assert job["estimates"]["actual"] == 7.3
    assert [each["key"] for each in job["unusual"]] == ["part 4"]
    assert [(each["name"], each["chosen"]) for each in job["attributes"]] == [
        ("size", True),
        ("host", False),
    ]
    assert job["times"]["places"] == [{"place": "a node", "parts": 4, "seconds": 7.3}]
    assert job["seconds_left"] == 75.0
    fresh = (await client.get("/jobs/3")).json()
    assert (fresh["times"], fresh["estimates"], fresh["unusual"]) == (None, None, [])


async def test_parts_are_read_in_the_order_in_which_they_were_finished(
    client: httpx.AsyncClient,
) -> None:
    parts = await all_items(client, "/jobs/2/parts", limit=3)
    assert [each["key"] for each in parts] == ["part 1", "part 2", "part 3", "part 4"]
    assert (parts[3]["expected"], parts[3]["seconds"], parts[3]["place"]) == (1.0, 4.0, "a node")


@pytest.mark.parametrize("path", ["/jobs/9", "/jobs/9/parts"])
async def test_there_is_no_such_job(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.json()["detail"]) == (404, "There is no job 9.")
