"""The pages of query runs, and the offer of the search page; all without JavaScript."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.serve.conftest import Opened
from tests.serve.guarded_home import PASSWORD, GuardedHome, MakeGuarded
from tests.serve.mine.written_runs import BORN, RATE, SEEN, WrittenRuns
from tests.serve.small_home import NOW, article_at, filled_home

from tidings.model.access.identity import Scope
from tidings.model.agents.query_run import RunEnd
from tidings.serve.context import AppContext
from tidings.serve.pages.live_search import FEW_HITS, live_search_of
from tidings.serve.pages.page_query import page_query_of

SITE = "http://127.0.0.1:8000"
OWN = {"Origin": SITE}


@pytest.fixture
async def browser(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    """A browser in which ada has signed in, who may write."""
    async with home.client(**OWN) as browser:
        form = {"name": "ada", "password": PASSWORD}
        assert (await browser.post("/login", data=form)).status_code == 303
        yield browser


def page_of(answer: httpx.Response) -> LexborHTMLParser:
    assert answer.status_code == 200, answer.text
    return LexborHTMLParser(answer.text)


def words_of(page: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(each.text().split()) for each in page.css(selector)]


def values_of(page: LexborHTMLParser, selector: str, name: str) -> list[str | None]:
    return [each.attributes.get(name) for each in page.css(selector)]


def form_of(page: LexborHTMLParser, selector: str) -> tuple[str, dict[str, str]]:
    """Return where the only such form is sent to, and what."""
    (form,) = page.css(selector)
    assert form.attributes["method"] == "post"
    fields = {str(each.attributes["name"]): each.attributes["value"] or ""
              for each in form.css("input")}  # fmt: skip
    return str(form.attributes["action"]), fields


async def test_a_form_sends_agents_and_leads_to_their_page(browser: httpx.AsyncClient) -> None:
    action, fields = form_of(page_of(await browser.get("/search?q=ferry")), "form[data-look]")
    begun = await browser.post(action, data=fields)
    assert (begun.status_code, begun.headers["location"]) == (303, "/mine/1")
    page = page_of(await browser.get("/mine/1"))
    assert words_of(page, "h1") == ["ferry"]
    assert "tidings mine --resume 1" in words_of(page, ".live-advice")[0]
    assert values_of(page, "head noscript meta", "http-equiv") == ["refresh"]
    again = page_of(await browser.get("/search?q=ferry"))
    assert again.css("form[data-look]") == []  # they look already
    assert values_of(again, ".offer a", "href") == ["/mine/1"]


async def test_who_may_not_write_is_offered_nothing(
    home: GuardedHome, browser: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start()
    runs.find(run, article_at())
    assert page_of(await browser.get(f"/mine/{run}")).css("form[action$='/stop']")
    async with home.client() as stranger:
        assert "Look now" not in (await stranger.get("/search?q=ferry")).text
        page = page_of(await stranger.get(f"/mine/{run}"))
        assert page.css("main form, main button, template") == []
        for path in ("/mine", f"/mine/{run}/stop", f"/mine/{run}/resume", f"/mine/{run}/follow"):
            refused = await stranger.post(path, data={"q": "ferry", "url": "x.example"})
            assert refused.status_code == 401, path
    async with home.client(**home.bearer(Scope.READ)) as reader:
        assert "Look now" not in (await reader.get("/search?q=ferry")).text
        assert (await reader.post("/mine", data={"q": "ferry"})).status_code == 403


async def test_nobody_looks_now_on_an_open_server(guarded: MakeGuarded) -> None:
    home = guarded(open=True)
    async with home.client(**home.bearer(Scope.ADMIN)) as admin:
        assert "Look now" not in (await admin.get("/search?q=ferry")).text
        assert "Look now" not in (await admin.get("/mine")).text
        refused = await admin.post("/mine", data={"q": "ferry"})
        assert refused.status_code == 403
        assert "open to everybody" in refused.text


@pytest.mark.parametrize("query", ["", "  ", "***"])
async def test_agents_need_something_to_look_for(browser: httpx.AsyncClient, query: str) -> None:
    assert (await browser.post("/mine", data={"q": query})).status_code == 422
    assert page_of(await browser.get("/mine")).css(".runs") == []


async def test_a_page_shows_what_a_run_does(browser: httpx.AsyncClient, runs: WrittenRuns) -> None:
    run = runs.start()
    runs.tell(run, BORN, SEEN)
    runs.find(run, article_at(), 0.84)
    runs.tell(run, RATE)
    runs.count(run, pages=3, hosts=1, relevance=1.2)
    page = page_of(await browser.get(f"/mine/{run}"))
    assert words_of(page, ".live-status") == ["1 agent, 2 pages, 1 find"]
    assert words_of(page, ".finds h2") == ["Old ferry line reopens"]
    assert words_of(page, ".why-here")[0].startswith("84% relevant to the query · behind the link")
    assert words_of(page, ".finds .followed") == ["followed"]
    assert words_of(page, ".agents tbody th") == ["1"]
    assert words_of(page, ".rates tbody td") == [
        "12:00:00 UTC", "26%", "43 pages, 5 finds, 8 agents",
    ]  # fmt: skip
    assert "40.0% per page" in words_of(page, ".facts dd")
    assert values_of(page, "[data-live]", "data-after") == [f"{run}-6"]


async def test_a_run_is_stopped_and_resumed_by_forms(
    browser: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start()
    runs.interrupt(run)
    page = page_of(await browser.get(f"/mine/{run}"))
    resume, _ = form_of(page, "form[action$='/resume']")
    assert (await browser.post(resume)).headers["location"] == f"/mine/{run}"
    page = page_of(await browser.get(f"/mine/{run}"))
    stop, _ = form_of(page, "form[action$='/stop']")
    assert (await browser.post(stop)).status_code == 303
    page = page_of(await browser.get(f"/mine/{run}"))
    assert words_of(page, ".live-advice") == ["It was stopped."]
    assert page.css("main form, head noscript") == []
    assert (await browser.post(resume)).status_code == 409


async def test_the_site_of_a_find_is_followed_with_one_click(
    browser: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run, strange = runs.start(), article_at("https://other.example/news/1")
    runs.keep(strange)
    runs.find(run, strange)
    page = page_of(await browser.get(f"/mine/{run}"))
    action, fields = form_of(page, ".finds .follow")
    assert fields == {"url": "https://other.example/"}
    followed = await browser.post(action, data=fields)
    assert followed.headers["location"] == f"/mine/{run}"
    page = page_of(await browser.get(f"/mine/{run}"))
    assert (page.css(".finds .follow"), words_of(page, ".followed")) == ([], ["followed"])
    sources = (await browser.get("/api/v1/sources")).json()["items"]
    assert "https://other.example/" in {source["url"] for source in sources}
    assert (await browser.post(action, data={"url": "javascript:alert(1)"})).status_code == 422


async def test_what_agents_bring_is_no_markup(
    browser: httpx.AsyncClient, runs: WrittenRuns
) -> None:
    run = runs.start("<script>alert(1)</script>")
    runs.find(run, article_at(), words="</a><script>alert(2)</script>")
    answer = await browser.get(f"/mine/{run}")
    assert "alert(1)" in answer.text
    assert "alert(2)" in answer.text
    scripts = values_of(page_of(answer), "script", "src")
    assert {str(script).partition("?")[0] for script in scripts} == {
        "/static/paper.js", "/static/complete.js", "/static/mine.js",
    }  # fmt: skip


async def test_all_runs_are_on_one_page(browser: httpx.AsyncClient, runs: WrittenRuns) -> None:
    runs.end(runs.start("harbour"), RunEnd.STARVED)
    runs.start("strike")
    page = page_of(await browser.get("/mine"))
    assert words_of(page, ".runs tbody th") == ["strike", "harbour"]
    assert words_of(page, ".runs tbody td:nth-child(2)") == ["running", "ended (starved)"]


def offered(context: AppContext, **given: str) -> str | None:
    """Return why the search page offers to look."""
    page_query = page_query_of(({"q": "ferry"} | given).items(), NOW)
    answer = context.library.search(page_query.query, NOW)
    live = live_search_of(context, page_query, answer, NOW)
    return live.reason if live else None


def context_of(opened: Opened, folder: Path, count: int, age: timedelta) -> AppContext:
    """Return a home with some hits of some age."""
    articles = [
        article_at(f"https://post.example/{n}", title=f"Ferry {n}", published=NOW - age)
        for n in range(count)
    ]
    context: AppContext = opened(filled_home(folder, articles)).state.context
    return context


def test_few_hits_are_a_reason_to_look(opened: Opened, tmp_path: Path) -> None:
    context = context_of(opened, tmp_path, FEW_HITS - 1, timedelta(0))
    assert offered(context) == "Little is known here."
    assert offered(context, q="submarine") == "Nothing is known here yet."
    assert offered(context, q="") is None
    assert offered(context, language="de") is None  # the filter is the reason
    assert offered(context, page="2") is None


def test_old_hits_are_a_reason_to_look(opened: Opened, tmp_path: Path) -> None:
    context = context_of(opened, tmp_path, FEW_HITS, timedelta(hours=25))
    assert offered(context) == "Nothing here is from the last day."


def test_enough_new_hits_are_none(opened: Opened, tmp_path: Path) -> None:
    assert offered(context_of(opened, tmp_path, FEW_HITS, timedelta(hours=23))) is None
