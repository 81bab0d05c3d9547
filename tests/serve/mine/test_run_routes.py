"""What is told of query runs, and to whom."""

from urllib.parse import quote

import httpx
import pytest
from tests.serve.guarded_home import GuardedHome, MakeGuarded
from tests.serve.mine.conftest import V1
from tests.serve.mine.written_runs import BORN, DIED, PAGE, SEEN, WrittenRuns, finding, written_runs
from tests.serve.small_home import article_at

from tidings.model.access.identity import Scope
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.query_run import RunEnd

PARTS = ("", "/finds", "/agents", "/links")


async def test_runs_are_listed_newest_first_page_by_page(
    stranger: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    for query in ("harbour", "ferry", "strike"):
        runs.start(query)
    first = (await stranger.get("/mine?limit=2")).json()
    assert [run["query"] for run in first["items"]] == ["strike", "ferry"]
    rest = (await stranger.get("/mine", params={"cursor": first["next"]})).json()
    assert ([run["query"] for run in rest["items"]], rest["next"]) == (["harbour"], None)


async def test_a_run_says_what_it_did_and_why_it_ended(
    stranger: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start()
    runs.count(run, pages=4, bytes=2_000, hosts=2, finds=1, relevance=1.0)
    going = (await stranger.get(f"/mine/{run}")).json()
    assert (going["state"], going["pages"], going["harvest"]) == ("running", 4, 0.25)
    assert going["detail"] is None
    runs.end(run, RunEnd.TIME)
    ended = (await stranger.get(f"/mine/{run}")).json()
    assert (ended["state"], ended["end"]) == ("ended", "time")
    assert ended["detail"] == "Its time is over."


async def test_an_interrupted_run_says_how_to_go_on(
    stranger: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start()
    runs.interrupt(run)
    assert f"tidings mine --resume {run}" in (await stranger.get(f"/mine/{run}")).json()["detail"]


async def test_an_unchanged_run_is_not_sent_again(
    stranger: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start()
    for part in PARTS:
        first = await stranger.get(f"/mine/{run}{part}")
        known = {"If-None-Match": first.headers["etag"]}
        assert (await stranger.get(f"/mine/{run}{part}", headers=known)).status_code == 304
    runs.end(run)
    assert (await stranger.get(f"/mine/{run}", headers=known)).status_code == 200


async def test_what_there_is_not_is_not_found(stranger: httpx.AsyncClient) -> None:
    for part in (*PARTS, "/stream"):
        answer = await stranger.get(f"/mine/7{part}")
        assert (answer.status_code, answer.json()["detail"]) == (
            404, "There is no run 7, or no longer.",
        )  # fmt: skip


async def test_finds_say_why_they_are_here(stranger: httpx.AsyncClient, runs: WrittenRuns) -> None:
    run, article = runs.start(), article_at()
    runs.find(run, article, 0.84)
    (find,) = (await stranger.get(f"/mine/{run}/finds")).json()["items"]
    assert (find["title"], find["source"]) == ("Old ferry line reopens", "The Post")
    assert (find["article"], find["site"]) == (article.id, "https://post.example/")
    assert find["followed"]
    assert find["new"]
    assert find["why"] == [
        "84% relevant to the query", "behind the link “Ferry back”", "expected to be 71% relevant",
    ]  # fmt: skip


async def test_finds_that_a_search_ranks_come_first(
    stranger: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start("boats")
    runs.find(run, article_at(), 0.5)
    (find,) = (await stranger.get(f"/mine/{run}/finds")).json()["items"]
    assert find["score"] > 0
    other = runs.start("nothing like that")
    runs.find(other, article_at(), 0.5)
    (find,) = (await stranger.get(f"/mine/{other}/finds")).json()["items"]
    assert find["score"] is None


async def test_a_find_that_was_taken_down_is_not_shown(
    stranger: httpx.AsyncClient, writer: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run, article = runs.start(), article_at()
    runs.find(run, article)
    assert (await writer.delete(f"/articles/{article.id}")).status_code == 204
    assert (await stranger.get(f"/mine/{run}/finds")).json()["items"] == []


async def test_a_link_that_led_elsewhere_is_no_reason(
    stranger: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run, article = runs.start(), article_at()
    runs.find(run, article_at("https://post.example/other"), words="Elsewhere")
    missed = AgentEvent(AgentEventKind.MISSED, 1, url=PAGE)
    runs.tell(run, *finding(PAGE)[:1], missed)
    runs.find(run, article, words="")
    (find,) = (await stranger.get(f"/mine/{run}/finds")).json()["items"]
    assert find["why"] == ["80% relevant to the query", "expected to be 71% relevant"]


async def test_agents_are_told_apart_by_life(
    stranger: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start()
    child = AgentEvent(AgentEventKind.BORN, 2, parent=1, generation=1, url=PAGE, energy=0.5)
    runs.tell(run, BORN, SEEN, child, DIED)
    everybody = (await stranger.get(f"/mine/{run}/agents?limit=1")).json()
    assert [agent["number"] for agent in everybody["items"]] == [1]
    rest = (await stranger.get(f"/mine/{run}/agents", params={"cursor": everybody["next"]})).json()
    assert [agent["parent"] for agent in rest["items"]] == [1]
    (alive,) = (await stranger.get(f"/mine/{run}/agents?alive=true")).json()["items"]
    assert (alive["number"], alive["generation"], alive["alive"]) == (2, 1, True)
    (dead,) = (await stranger.get(f"/mine/{run}/agents?alive=false")).json()["items"]
    assert (dead["number"], dead["parent"], dead["alive"]) == (1, None, False)


async def test_an_agent_that_was_replaced_is_dead(
    stranger: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start()
    replaced = AgentEvent(AgentEventKind.REPLACED, 2, url=PAGE, energy=1.2, words="agent 1")
    runs.tell(run, BORN, SEEN, replaced)
    agents = (await stranger.get(f"/mine/{run}/agents")).json()["items"]
    assert [(each["number"], each["alive"]) for each in agents] == [(1, False), (2, True)]


async def test_strangers_of_an_open_server_do_not_see_what_others_look_for(
    guarded: MakeGuarded,
) -> None:
    home = guarded(open=True)
    with written_runs(home.app.state.context.library.settings) as runs:
        run = runs.start("a private matter")
    async with home.client(url=V1) as stranger:
        for path in ("/mine", *(f"/mine/{run}{part}" for part in (*PARTS, "/stream"))):
            answer = await stranger.get(path)
            assert answer.status_code == 401, path
            assert "private" not in answer.text
    async with home.client() as stranger:
        for path in ("/mine", f"/mine/{run}"):
            answer = await stranger.get(path)
            assert (answer.status_code, answer.headers["location"]) == (
                303, f"/login?next={quote(path, safe='')}",
            )  # fmt: skip
            form = await stranger.get(answer.headers["location"])
            assert 'type="password"' in form.text
            assert "private" not in answer.text
    async with home.client(url=V1, **home.bearer(Scope.READ)) as reader:
        assert (await reader.get(f"/mine/{run}")).json()["query"] == "a private matter"


@pytest.mark.parametrize("path", ["/mine", "/mine/1", "/mine/1/stream"])
async def test_strangers_of_a_closed_server_see_nothing(guarded: MakeGuarded, path: str) -> None:
    home: GuardedHome = guarded(public_url="https://news.example")
    async with home.client("203.0.113.7", "https://news.example/api/v1") as stranger:
        assert (await stranger.get(path)).status_code == 401
