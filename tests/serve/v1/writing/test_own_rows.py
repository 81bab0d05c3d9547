"""Whoever is signed in writes its own rows, whatever its role; a token needs the scope write."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
import pytest
from tests.serve.guarded_home import PASSWORD, GuardedHome, MakeGuarded
from tests.serve.small_home import NOW

from tidings.engine.access.home_access import opened_access
from tidings.model.access.identity import Scope
from tidings.model.articles.story import Story
from tidings.store.tables.articles.stories import keep_story

V1 = "http://127.0.0.1:8000/api/v1"
NEW_PASSWORD = "a new sentence"


@dataclass
class SignedInReader:
    """The user `ada` with the role read, in a browser."""

    home: GuardedHome
    client: httpx.AsyncClient
    article: str

    async def ask(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        response = await self.client.request(method, path, **more)
        assert response.status_code == status, response.text
        return response.json() if response.content else None


@pytest.fixture
async def browser(home: GuardedHome) -> AsyncIterator[SignedInReader]:
    home.access.set_role("ada", Scope.READ)
    session = home.access.begin_session(home.access.user("ada").id)
    headers = {"Cookie": f"tidings-8000={session}", "Origin": "http://127.0.0.1:8000"}
    async with home.client(url=V1, **headers) as client:
        articles = (await client.get("/articles")).json()["items"]
        yield SignedInReader(home, client, articles[0]["id"])


async def test_a_reader_marks_many_articles(browser: SignedInReader) -> None:
    wanted = {"articles": [browser.article, "0" * 16, "\0", browser.article], "read": True}
    answer = await browser.ask("POST", "/me/articles", json=wanted)
    assert answer == {
        "items": [{"id": browser.article, "read": True, "starred": False, "hidden": False}],
        "unknown": ["0" * 16, "\0"],
    }
    [listed] = (await browser.ask("GET", "/me/articles?mark=read"))["items"]
    assert listed["id"] == browser.article
    nothing = await browser.ask("POST", "/me/articles", json={"articles": [], "read": True})
    assert nothing == {"items": [], "unknown": []}
    for wrong in ({"articles": ["a"] * 1001}, {"articles": [1]}, {"read": True}):
        await browser.ask("POST", "/me/articles", 422, json=wrong)
    undone = {"articles": [browser.article], "read": False}
    assert (await browser.ask("POST", "/me/articles", json=undone))["items"][0]["read"] is False


async def test_a_reader_writes_everything_that_it_keeps(browser: SignedInReader) -> None:
    await browser.ask("PATCH", f"/me/articles/{browser.article}", json={"starred": True})
    [starred] = (await browser.ask("GET", "/me/articles?mark=starred"))["items"]
    assert starred["id"] == browser.article
    await browser.ask("POST", "/me/mutes", json={"kind": "word", "muted": "football"})
    [muted] = (await browser.ask("GET", "/me/mutes"))["items"]
    assert (muted["kind"], muted["muted"]) == ("word", "football")
    await browser.ask("DELETE", "/me/mutes/word/football", 204)
    assert (await browser.ask("GET", "/me/mutes"))["items"] == []
    await browser.ask("POST", "/me/visit")
    assert (await browser.ask("GET", "/me"))["last_visit"] is not None
    await browser.ask("POST", "/sources", 403, json={"url": "https://post.example/"})


async def test_followed_stories_are_listed_with_what_they_are(browser: SignedInReader) -> None:
    settings = browser.home.app.state.context.library.settings
    with opened_access(settings) as opened:
        for number in (7, 8):
            story = Story(number, "Ferry", browser.article, "en", NOW, NOW, 1, 1)
            opened.marks._database.write(partial(keep_story, story=story)).result()
    for number in (7, 8):
        followed = await browser.ask("PUT", f"/me/stories/{number}")
        assert (followed["id"], followed["story"]["title"]) == (str(number), "Ferry")
    first = await browser.ask("GET", "/me/stories", params={"limit": "1"})
    second = await browser.ask("GET", "/me/stories", params={"cursor": first["next"]})
    assert [each["id"] for each in first["items"] + second["items"]] == ["8", "7"]
    await browser.ask("DELETE", "/me/stories/8", 204)
    assert [each["id"] for each in (await browser.ask("GET", "/me/stories"))["items"]] == ["7"]


async def test_a_reader_changes_its_own_password(browser: SignedInReader) -> None:
    access = browser.home.access
    other = access.begin_session(access.user("ada").id)
    wrong = {"password": "a wrong sentence", "new_password": NEW_PASSWORD}
    await browser.ask("PUT", "/me/password", 403, json=wrong)
    weak = {"password": PASSWORD, "new_password": "short"}
    await browser.ask("PUT", "/me/password", 422, json=weak)
    assert access.session(other) is not None
    right = {"password": PASSWORD, "new_password": NEW_PASSWORD}
    await browser.ask("PUT", "/me/password", 204, json=right)
    assert access.password("ada", NEW_PASSWORD) is not None
    assert access.session(other) is None
    assert (await browser.ask("GET", "/me"))["name"] == "ada"
    await browser.ask("DELETE", "/me/sessions", 204)
    assert (await browser.ask("GET", "/me"))["name"] is None


async def test_passwords_are_guessed_no_faster_by_a_session(guarded: MakeGuarded) -> None:
    home = guarded(failed_sign_ins_per_hour=1)  # ten on this computer
    session = home.access.begin_session(home.access.user("ada").id)
    headers = {"Cookie": f"tidings-8000={session}", "Origin": "http://127.0.0.1:8000"}
    guess = {"password": "", "new_password": NEW_PASSWORD}
    async with home.client(url=V1, **headers) as client:
        tried = [(await client.put("/me/password", json=guess)).status_code for _ in range(11)]
    assert tried == [403] * 10 + [429]


async def test_a_token_needs_the_scope_write(browser: SignedInReader) -> None:
    access = browser.home.access
    access.set_role("ada", Scope.WRITE)
    path, body = f"/me/articles/{browser.article}", {"read": True}
    change = {"password": PASSWORD, "new_password": NEW_PASSWORD}
    for scope, status in ((Scope.READ, 403), (Scope.WRITE, 200)):
        token = access.add_token("a token", scope, user="ada")
        async with browser.home.client(url=V1, Authorization=f"Bearer {token.text}") as client:
            assert (await client.get(path)).status_code == 200
            assert (await client.patch(path, json=body)).status_code == status
            assert (await client.put("/me/password", json=change)).status_code == 403
    assert access.password("ada", PASSWORD) is not None


async def test_a_foreign_page_changes_nothing(browser: SignedInReader) -> None:
    foreign = {"Origin": "https://evil.example"}
    path = f"/me/articles/{browser.article}"
    await browser.ask("PATCH", path, 403, json={"starred": True}, headers=foreign)
    await browser.ask("DELETE", "/me/sessions", 403, headers=foreign)
    assert (await browser.ask("GET", "/me/articles"))["items"] == []
