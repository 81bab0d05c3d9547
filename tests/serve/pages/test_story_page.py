"""The page of a story: the axis, headlines, copies, and the form to follow it."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.serve.conftest import Fill, Opened
from tests.serve.pages.listed_stories import flood_articles

from tidings.engine.access.home_access import opened_access
from tidings.model.access.identity import Scope
from tidings.serve.gate.rate_limits import RATE_FILE
from tidings.settings.tree import ServeSettings

PASSWORD = "correct horse battery"
ATTACK = "\u202e<script>alert(1)</script>"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
async def client(grouped: Fill, opened: Opened) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(opened(grouped(flood_articles(ATTACK))))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def story_of(client: httpx.AsyncClient) -> str:
    (story,) = (await client.get("/api/stories?min_sources=2")).json()
    return f"/story/{story['id']}"


async def page(client: httpx.AsyncClient, path: str) -> LexborHTMLParser:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return LexborHTMLParser(answer.text)


def words(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in tree.css(selector)]


async def test_the_axis_says_who_reported_when(client: httpx.AsyncClient) -> None:
    tree = await page(client, await story_of(client))
    assert words(tree, ".lanes .who") == ["The Post", "copy.example", "other.example"]
    assert words(tree, ".lanes .lag") == [
        "07:00, first to report", "07:22, 22 minutes later", "09:00, 2 hours later",
    ]  # fmt: skip
    assert len(tree.css(".lane circle")) == 3
    assert len(tree.css(".lane circle.copied")) == 1
    assert words(tree, ".axis text") == ["07:00", "07:30", "08:00", "08:30", "09:00"]


async def test_copies_stand_under_their_original(client: httpx.AsyncClient) -> None:
    tree = await page(client, await story_of(client))
    assert words(tree, ".copy-tree > ul > li > .who") == ["The Post"]
    assert words(tree, ".copy-tree ul ul .who") == ["copy.example"]
    assert words(tree, ".copy-tree ul ul .quiet")[0].startswith("22 minutes later")
    assert len(tree.css(".side-by-side li")) == 3


async def test_hostile_headlines_stay_text(client: httpx.AsyncClient) -> None:
    tree = await page(client, await story_of(client))
    assert not tree.css("main script")
    for headline in tree.css("main h1, .side-by-side a, .copy-tree a, .timeline h3 a"):
        assert headline.attributes["dir"] == "auto"
        assert ATTACK in headline.text()


async def test_nothing_needs_styles_in_the_page(client: httpx.AsyncClient) -> None:
    """The policy would forbid them."""
    assert not (await page(client, await story_of(client))).css("[style], style")


@dataclass(frozen=True, slots=True)
class Readers:
    """An app whose home has a story and the user ada, who may only read."""

    app: object
    token: str

    def client(self, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1", 4711))  # type: ignore[arg-type]
        return httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1:8000", headers=headers
        )

    async def sign_in(self, client: httpx.AsyncClient) -> None:
        form = {"name": "ada", "password": PASSWORD, "next": "/"}
        answer = await client.post("/login", data=form, headers={"Origin": "http://127.0.0.1:8000"})
        assert answer.status_code == 303


@pytest.fixture
def readers(grouped: Fill, opened: Opened) -> Iterator[Readers]:
    settings = replace(grouped(flood_articles()), serve=ServeSettings(open=True))
    with opened_access(settings) as home:
        home.access.add_user("ada", PASSWORD, Scope.READ)
        token = home.access.add_token("a token of nobody", Scope.WRITE).text
        rates: Path = settings.home / RATE_FILE
        app = opened(settings, home_access=home, rate_file=rates)
        yield Readers(app, token)
        app.state.sender_proof.close()


async def test_who_is_signed_in_follows_a_story_with_a_form(readers: Readers) -> None:
    async with readers.client() as client:
        await readers.sign_in(client)
        path = await story_of(client)
        ours = {**FORM, "Origin": "http://127.0.0.1:8000"}
        answer = await client.get(path)
        assert words(LexborHTMLParser(answer.text), ".follow button") == ["Follow this story"]
        assert "private" in answer.headers["cache-control"]
        followed = await client.post(f"{path}/follow", headers=ours)
        assert (followed.status_code, followed.headers["location"]) == (303, path)
        assert words(await page(client, path), ".follow button") == ["Stop following"]
        stories = (await client.get("/api/v1/me/stories")).json()["items"]
        assert [f"/story/{story['id']}" for story in stories] == [path]
        assert (await client.post(f"{path}/unfollow", headers=ours)).status_code == 303
        assert words(await page(client, path), ".follow button") == ["Follow this story"]
        assert (await client.post("/story/999/follow", headers=ours)).status_code == 404


async def test_a_foreign_page_cannot_follow_a_story(readers: Readers) -> None:
    async with readers.client() as client:
        await readers.sign_in(client)
        path = await story_of(client)
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            answer = await client.post(f"{path}/follow", headers={**FORM, **headers})
            assert answer.status_code == 403
        assert words(await page(client, path), ".follow button") == ["Follow this story"]


async def test_strangers_and_tokens_of_nobody_see_no_form_and_follow_nothing(
    readers: Readers,
) -> None:
    for headers, status in (({}, 401), ({"Authorization": f"Bearer {readers.token}"}, 403)):
        async with readers.client(**headers) as client:
            path = await story_of(client)
            assert not (await page(client, path)).css(".follow")
            for verb in ("follow", "unfollow"):
                answer = await client.post(f"{path}/{verb}", headers=FORM)
                assert answer.status_code == status
