"""The list of sources and a page of each: the ill look ill, and nothing foreign is markup."""

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.serve.following.page_parts import page_of, words_of
from tests.serve.guarded_home import GuardedHome
from tests.serve.small_home import NOW

from tidings.model.crawl.source import Source
from tidings.serve.following.source_pages import path_names

HOSTILE = "</title><script>alert(1)</script>"


async def test_a_source_has_a_page(browser: httpx.AsyncClient) -> None:
    page = page_of(await browser.get("/source/post.example"))
    assert words_of(page, "h1") == ["The Post"]
    assert words_of(page, ".health")[0].startswith("Not visited yet.")
    assert words_of(page, ".source-news h3") == ["Old ferry line reopens"]
    assert words_of(page, "h2.label") == [
        "Expected and found", "Visits", "Newest articles", "Edits and deletions", "Settings",
    ]  # fmt: skip
    assert page_of(await browser.get("/source/1")).css("h1")
    (row,) = page_of(await browser.get("/sources")).css(".sources tbody tr")
    assert row.css("th a")[0].attributes["href"] == "/source/post.example"


@pytest.mark.parametrize("name", ["stranger.example", "99", "x" * 3_000, "%00", "%ff", "a b"])
async def test_a_strange_name_is_no_source(browser: httpx.AsyncClient, name: str) -> None:
    assert (await browser.get(f"/source/{name}")).status_code in (404, 422)


async def test_a_link_cannot_put_words_on_a_page(browser: httpx.AsyncClient) -> None:
    for path in ("/sources", "/source/1"):
        answer = await browser.get(path, params={"done": HOSTILE})
        assert not page_of(answer).css(".note")
        assert "alert(1)" not in answer.text


async def test_names_and_folders_are_no_markup(browser: httpx.AsyncClient) -> None:
    form = {"name": HOSTILE, "folder": "<b>x", "topic": "<i>ferry</i>"}
    assert (await browser.post("/source/1/settings", data=form)).status_code == 303
    for path in ("/sources", "/source/1", "/source/1/remove"):
        answer = await browser.get(path)
        assert "alert(1)" in answer.text
        page = page_of(answer)
        assert len(page.css("script")) == 2  # ours
        assert not page.css("main i:not(figcaption i), h2 b")


async def test_all_sources_can_be_taken_along_as_opml(browser: httpx.AsyncClient) -> None:
    page = page_of(await browser.get("/sources"))
    (link,) = page.css(".exports a")
    taken = await browser.get(str(link.attributes["href"]))
    assert "post.example" in taken.text


async def test_an_empty_front_page_has_the_field(
    home: GuardedHome, browser: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    await browser.post("/source/1/delete")
    for path in ("/", "/sources"):
        assert page_of(await browser.get(path)).css("form.add-box input[type=file]"), path
    page = page_of(await browser.get("/"))
    assert words_of(page, ".blank pre") == ["tidings run --demo"]
    assert not page.css("meta[http-equiv=refresh]")  # it would take away what is being typed
    page = page_of(await stranger.get("/"))
    assert not page.css("form.add-box")
    links = LexborHTMLParser(page.html or "").css(".blank a")
    assert [each.attributes["href"] for each in links] == ["/login?next=/"]


def test_a_path_names_a_source_by_its_domain_unless_domains_repeat() -> None:
    domains = ("a.example", "b.example", "a.example")
    sources = [Source(id, f"https://{d}/{id}", d, "", NOW) for id, d in enumerate(domains, 1)]
    assert path_names(sources) == {1: "1", 2: "b.example", 3: "3"}
