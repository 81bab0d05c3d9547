"""Starting, stopping and resuming runs: who may, within which limits, and who executes it."""

from typing import Any

import httpx
import pytest
from tests.serve.guarded_home import PASSWORD, GuardedHome, MakeGuarded
from tests.serve.mine.conftest import V1
from tests.serve.mine.written_runs import WrittenRuns

from tidings.engine.process.home import Home
from tidings.engine.process.home_lock import HomeLock
from tidings.model.access.identity import Scope
from tidings.serve.home_writing import HomeWriting

WRITES = ("/mine", "/mine/{run}/stop", "/mine/{run}/resume")


async def started(writer: httpx.AsyncClient, **more: object) -> dict[str, Any]:
    """Ask for a run."""
    answer = await writer.post("/mine", json={"query": "ferry", **more})
    assert answer.status_code == 201, answer.text
    run: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/api/v1/mine/{run['id']}"
    return run


async def test_a_run_waits_for_whoever_works_on_the_home_and_says_so(
    writer: httpx.AsyncClient,
) -> None:
    run = await started(writer)
    assert (run["state"], run["query"], run["pages"]) == ("waiting", "ferry", 0)
    assert "start 'tidings run'" in run["detail"]
    assert f"'tidings mine --resume {run['id']}'" in run["detail"]
    assert (await writer.get(f"/mine/{run['id']}")).json() == run


async def test_everything_that_is_asked_for_is_kept(writer: httpx.AsyncClient) -> None:
    run = await started(
        writer, seeds=["post.example/harbour"], max_pages=50, agents=3, minutes=0.5, hosts=4,
        pages_per_host=10, policy="lacrawler", threshold=0.72,
    )  # fmt: skip
    assert run["seeds"] == ["https://post.example/harbour"]
    assert (run["policy"], run["threshold"]) == ("lacrawler", 0.72)
    assert run["budget"] == {
        "pages": 50, "bytes": 200_000_000, "seconds": 30.0, "hosts": 4, "pages_per_host": 10,
        "agents": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("query", ""), ("query", "***"), ("query", "x" * 1_001), ("query", 7),
        ("seeds", ["not a site"]), ("seeds", ["https://ada:secret@post.example/"]),
        ("seeds", ["https://post.example/"] * 201),
        ("max_pages", 0), ("max_pages", 20_001), ("agents", 0), ("agents", 501),
        ("minutes", 0), ("minutes", 1_441), ("minutes", "nan"), ("hosts", 0), ("hosts", 5_001),
        ("pages_per_host", 0), ("pages_per_host", 5_001), ("policy", "greedy"),
        ("threshold", -0.1), ("threshold", 1.1), ("page", 3),
    ],
)  # fmt: skip
async def test_what_makes_no_sense_is_refused_by_its_name(
    writer: httpx.AsyncClient, field: str, value: object
) -> None:
    answer = await writer.post("/mine", json={"query": "ferry", field: value})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["name"].partition(".")[0] == field
    assert (await writer.get("/mine")).json()["items"] == []


async def test_a_waiting_run_is_stopped_at_once(writer: httpx.AsyncClient) -> None:
    run = (await started(writer))["id"]
    stopped = (await writer.post(f"/mine/{run}/stop")).json()
    assert (stopped["state"], stopped["end"]) == ("ended", "stopped")
    again = await writer.post(f"/mine/{run}/stop")
    assert (again.status_code, again.json()["state"]) == (200, "ended")


async def test_an_interrupted_run_waits_again_when_it_is_resumed(
    writer: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start()
    runs.interrupt(run)
    assert (await writer.post(f"/mine/{run}/resume")).json()["state"] == "waiting"
    await writer.post(f"/mine/{run}/stop")
    refused = await writer.post(f"/mine/{run}/resume")
    assert refused.status_code == 409
    assert "has ended" in refused.json()["detail"]


async def test_only_who_may_write_sends_agents(
    stranger: httpx.AsyncClient, reader: httpx.AsyncClient, writer: httpx.AsyncClient,
    runs: WrittenRuns,
) -> None:  # fmt: skip
    run = runs.start()
    for path in WRITES:
        for client, status in ((stranger, 401), (reader, 403)):
            answer = await client.post(path.format(run=run), json={"query": "ferry"})
            assert answer.status_code == status, path
    assert [each["id"] for each in (await writer.get("/mine")).json()["items"]] == [str(run)]


async def test_on_an_open_server_agents_need_a_token(guarded: MakeGuarded) -> None:
    home = guarded(open=True)
    async with home.client(url=V1) as stranger:
        assert (await stranger.post("/mine", json={"query": "ferry"})).status_code == 401
    async with home.client(url=V1, **home.bearer(Scope.WRITE)) as writer:
        assert (await writer.post("/mine", json={"query": "ferry"})).status_code == 201


async def test_a_foreign_page_sends_no_agents(home: GuardedHome, writer: httpx.AsyncClient) -> None:
    run = (await started(writer))["id"]
    async with home.client() as browser:
        form = {"name": "ada", "password": PASSWORD}
        own = {"Origin": "http://127.0.0.1:8000"}
        assert (await browser.post("/login", data=form, headers=own)).status_code == 303
        for origin in ("https://evil.example", "http://127.0.0.1:9000", "null"):
            foreign = {"Origin": origin}
            for path in (
                "/mine",
                f"/mine/{run}/stop",
                f"/mine/{run}/resume",
                f"/mine/{run}/follow",
            ):
                answer = await browser.post(path, data={"q": "x", "url": "x"}, headers=foreign)
                assert answer.status_code == 403, path
            asked = await browser.post("/api/v1/mine", json={"query": "x"}, headers=foreign)
            assert asked.status_code == 403
        assert len((await browser.get("/api/v1/mine")).json()["items"]) == 1
        done = await browser.post("/api/v1/mine", json={"query": "x"}, headers=own)
        assert done.status_code == 201


async def test_a_busy_owner_is_waited_for_elsewhere(
    home: GuardedHome, writer: httpx.AsyncClient
) -> None:
    context = home.app.state.context
    settings = context.library.settings
    context.writing = HomeWriting(settings, context.library, patience=0.1)
    with HomeLock(Home(settings.home), "compacting"):
        stored = await writer.post("/mine", json={"query": "ferry"})
        assert (stored.status_code, stored.json()["kind"]) == (202, "start run")
    done = (await writer.get(stored.headers["location"].removeprefix("/api/v1"))).json()
    assert done["state"] == "done"
    assert (await writer.get(f"/mine/{done['result']['run']}")).json()["query"] == "ferry"
