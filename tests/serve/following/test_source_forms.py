"""The forms of a source: what they change, for whom, and what they say after a mistake."""

import httpx
import pytest
from tests.serve.following.page_parts import fields_in, page_of, words_of
from tests.serve.guarded_home import PASSWORD, GuardedHome

SOURCE = "/source/post.example"
FORM = ".settings-form"
PATHS = (
    "/sources/preview", "/sources/follow", "/sources/import", f"{SOURCE}/pause",
    f"{SOURCE}/resume", f"{SOURCE}/retry", f"{SOURCE}/settings", f"{SOURCE}/remove",
    f"{SOURCE}/delete",
)  # fmt: skip


async def changed(browser: httpx.AsyncClient, **given: str) -> httpx.Response:
    """Send the form of the settings with some fields changed."""
    fields = fields_in(page_of(await browser.get(SOURCE)), FORM)
    return await browser.post(f"{SOURCE}/settings", data=fields | given)


async def settings_of(browser: httpx.AsyncClient) -> dict[str, object]:
    found: dict[str, object] = (await browser.get("/api/v1/sources/post.example")).json()
    return found


async def test_a_source_is_paused_and_resumed(browser: httpx.AsyncClient) -> None:
    paused = await browser.post(f"{SOURCE}/pause", data={"back": "list"})
    assert (paused.status_code, paused.headers["location"]) == (303, "/sources?done=paused")
    page = page_of(await browser.get(paused.headers["location"]))
    assert words_of(page, ".note") == ["It is paused: nothing of it is fetched."]
    assert words_of(page, ".source-actions button") == ["Resume The Post"]
    assert page.css("tr.paused")
    resumed = await browser.post(f"{SOURCE}/resume", data={"back": "page"})
    assert resumed.headers["location"] == "/source/1?done=resumed"
    page = page_of(await browser.get("/source/1"))
    assert words_of(page, ".source-actions button") == ["Retry now: The Post", "Pause The Post"]


async def test_a_source_is_retried_unless_it_is_paused(browser: httpx.AsyncClient) -> None:
    retried = await browser.post(f"{SOURCE}/retry", data={"back": "page"})
    assert retried.headers["location"] == "/source/1?done=retried"
    await browser.post(f"{SOURCE}/pause", data={"back": "page"})
    refused = await browser.post(f"{SOURCE}/retry", data={"back": "page"})
    assert "resume" in words_of(page_of(refused, 409), "main")[0]


async def test_only_what_was_changed_is_set(browser: httpx.AsyncClient) -> None:
    assert (await changed(browser)).headers["location"] == "/source/1?done=changed"
    untouched = await settings_of(browser)
    assert untouched["settings"] == {
        "delay": None, "faster": False, "languages": [], "include": [], "exclude": [],
        "headers": [], "proxy": None, "credentials": None,
    }  # fmt: skip
    await changed(
        browser, name="Evening Post", folder="News/Local", topic="ferry", delay="7,5",
        languages="en, de", exclude="/sport/*\r\n/shop/*",
    )  # fmt: skip
    source = await settings_of(browser)
    assert (source["name"], source["folder"]) == ("Evening Post", "News/Local")
    assert source["about"] == "ferry"
    settings = source["settings"]
    assert isinstance(settings, dict)
    assert (settings["delay"], settings["languages"]) == (7.5, ["en", "de"])
    assert settings["exclude"] == ["/sport/*", "/shop/*"]
    page = page_of(await browser.get("/sources"))
    assert "News/Local" in words_of(page, "h2.folder")
    shown = fields_in(page_of(await browser.get(SOURCE)), FORM)
    assert (shown["delay"], shown["exclude"].split()) == ("7.5", ["/sport/*", "/shop/*"])
    await changed(browser, delay="", languages="", exclude="", topic="", folder="")
    emptied = await settings_of(browser)
    assert (emptied["settings"], emptied["about"]) == (untouched["settings"], None)


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("delay", "soon", "'soon' is not a delay"),
        ("delay", "0.1", "tick the box beside it if the server is yours"),
        ("delay", "nan", "is not a delay"),
        ("languages", "klingon", "'klingon' is not a language"),
        ("topic", "-unwanted", "give at least one"),
        ("folder", "a/" * 9, "folder"),
        ("exclude", "sport", "sport"),
    ],
)
async def test_a_mistake_is_explained_and_keeps_what_was_typed(
    browser: httpx.AsyncClient, field: str, typed: str, words: str
) -> None:
    page = page_of(await changed(browser, **{field: typed, "name": "New name"}), 422)
    assert words in words_of(page, "[role=alert]")[0]
    shown = fields_in(page, FORM)
    assert (shown[field], shown["name"]) == (typed, "New name")
    assert (await settings_of(browser))["name"] == "The Post"


async def test_a_shorter_delay_needs_the_tick(browser: httpx.AsyncClient) -> None:
    assert (await changed(browser, delay="0.1", faster="yes")).status_code == 303
    shown = page_of(await browser.get(SOURCE))
    assert shown.css("#s-faster[checked]")


async def test_removing_is_confirmed_and_keeps_articles(browser: httpx.AsyncClient) -> None:
    page = page_of(await browser.get(f"{SOURCE}/remove"))
    assert words_of(page, ".removal button") == ["Stop following", "Delete for good"]
    assert "1 article" in words_of(page, ".removal")[0]
    removed = await browser.post(f"{SOURCE}/remove")
    assert removed.headers["location"] == "/sources?done=removed"
    assert (await browser.get(SOURCE)).status_code == 404
    assert (await browser.get("/api/search")).json()["total"] == 1


async def test_deleting_takes_the_articles_with_it(browser: httpx.AsyncClient) -> None:
    deleted = await browser.post(f"{SOURCE}/delete")
    assert deleted.headers["location"] == "/sources?done=deleted"
    assert (await browser.get("/api/search")).json()["total"] == 0


async def test_who_may_not_write_is_offered_nothing(
    home: GuardedHome, stranger: httpx.AsyncClient
) -> None:
    for path in ("/sources", SOURCE):
        page = page_of(await stranger.get(path))
        assert page.css("main form[method=post]") == []
        assert words_of(page, ".sign-in a") == ["Sign in"]
    refused = await stranger.get(f"{SOURCE}/remove")
    assert refused.status_code == 303
    assert refused.headers["location"].startswith("/login?next=")
    for path in PATHS:
        assert (await stranger.post(path, data={"url": "x.example"})).status_code == 401, path
    async with home.client() as repeating:
        repeating.auth = httpx.BasicAuth("ada", PASSWORD)
        assert page_of(await repeating.get(SOURCE)).css("main form[method=post]") == []
        assert (await repeating.post(f"{SOURCE}/pause", data={"back": "page"})).status_code == 403


async def test_a_foreign_page_cannot_send_the_forms(browser: httpx.AsyncClient) -> None:
    for path in PATHS:
        foreign = {"Origin": "https://evil.example"}
        refused = await browser.post(path, data={"url": "x.example"}, headers=foreign)
        assert refused.status_code == 403, path
    assert (await settings_of(browser))["condition"]
