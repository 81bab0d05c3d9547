"""Adding sources in the browser: first a preview, then a click; mistakes say what to do."""

import base64
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.engine.in_process_pool import InProcessPool
from tests.engine.paper_server import paper_server
from tests.serve.conftest import Opened
from tests.serve.following.page_parts import fields_in, page_of, words_of
from tests.serve.guarded_home import HomeTemplate

from tidings.engine.access.home_access import opened_access
from tidings.engine.previews import preview as previews
from tidings.model.access.identity import Scope

OPML = (
    b'<opml version="2.0"><body><outline text="News"><outline xmlUrl="https://a.example/feed"/>'
    b'<outline xmlUrl="https://post.example/"/></outline>'
    b'<outline xmlUrl="javascript:alert(1)"/></body></opml>'
)


@pytest.fixture
async def writer(
    home_template: HomeTemplate, tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    """A client that may write, of a home whose fetcher may reach this computer."""
    monkeypatch.setattr(previews, "Pool", InProcessPool)
    copied = home_template.copy(tmp_path / "home")
    fetch = replace(copied.fetch, delay=0.0, allow_private=("127.0.0.0/8",))
    settings = replace(copied, fetch=fetch)
    headers = {"Authorization": f"Bearer {home_template.tokens[Scope.WRITE]}"}
    with opened_access(settings) as access:
        app = opened(settings, home_access=access)
        transport = httpx.ASGITransport(app)
        url = "http://127.0.0.1:8000"
        async with httpx.AsyncClient(transport=transport, base_url=url, headers=headers) as client:
            yield client
        await app.state.context.writing.close_previews()


async def urls_of(client: httpx.AsyncClient) -> set[str]:
    return {each["url"] for each in (await client.get("/api/v1/sources")).json()["items"]}


async def test_a_site_is_shown_before_it_is_followed(writer: httpx.AsyncClient) -> None:
    async with paper_server() as paper:
        paper.feed("/feed", [paper.article(number) for number in range(7)])
        feed = "<link rel='alternate' type='application/rss+xml' href='/feed'>"
        paper.front(*(paper.article(number) for number in range(7)), head=feed)
        answer = await writer.post("/sources/preview", files={"url": (None, paper.origin)})
        page = page_of(answer)
        assert len(page.css(".headlines li")) == 5
        assert words_of(page, ".found-lists dt") == ["Feeds", "Index pages"]
        assert "7 articles" in words_of(page, ".found-lists dd")[0]
        assert await urls_of(writer) == {"https://post.example/"}
        fields = fields_in(page, ".follow-box")
        followed = await writer.post("/sources/follow", data=fields | {"folder": "News"})
        assert followed.status_code == 303
        page = page_of(await writer.get(followed.headers["location"]))
        assert words_of(page, ".note")[0].startswith("It is followed now.")
        assert "News" in words_of(page, ".kicker")[0]
        again = await writer.post("/sources/follow", data=fields)
        assert again.headers["location"].endswith("?done=again")
        page = page_of(await writer.post("/sources/preview", data={"url": paper.origin}))
        assert "You follow it already" in words_of(page, ".follow-box")[0]


async def test_what_stands_in_the_way_is_said(writer: httpx.AsyncClient) -> None:
    async with paper_server() as paper:
        paper.pages["/"] = (403, "text/html", "no")
        page = page_of(await writer.post("/sources/preview", data={"url": paper.origin}))
    assert "Refuses us (403)." in words_of(page, ".preview .note")[0]
    assert words_of(page, ".follow-box button") == ["Follow anyway"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Enter the address"),
        ("the newspaper", "is not a web address: give one such as"),
        ("javascript:alert(1)", "is not a web address"),
        ("http://me:hush@post.example/", "contains a password"),
        ("file:///etc/passwd", "is not a web address"),
        ("<script>alert(1)</script>", "is not a web address"),
        ("x" * 5_000, "is not a web address"),
        ("https://post.example/\0", ""),
    ],
)
async def test_a_mistake_says_what_to_do(writer: httpx.AsyncClient, typed: str, words: str) -> None:
    answer = await writer.post("/sources/preview", files={"url": (None, typed)})
    if not words:  # the character is left out
        assert answer.status_code == 200
        return
    page = page_of(answer, 422)
    assert words in words_of(page, "[role=alert]")[0]
    assert fields_in(page, ".add-box")["url"] == typed[:2_000]
    assert "<script>alert" not in answer.text


async def test_a_file_is_shown_before_it_is_followed(writer: httpx.AsyncClient) -> None:
    files: dict[str, Any] = {"url": (None, ""), "opml": ("feeds.opml", OPML, "text/x-opml")}
    page = page_of(await writer.post("/sources/preview", files=files))
    assert words_of(page, "h1") == ["2 sources in this file"]
    assert words_of(page, ".intro")[0].startswith("You follow 1 of them already.")
    assert words_of(page, ".plain-list li")[:2] == [
        "https://a.example/feed", "https://post.example/ followed",
    ]  # fmt: skip
    assert "is not a web address" in words_of(page, ".plain-list li")[2]
    assert await urls_of(writer) == {"https://post.example/"}
    fields = fields_in(page, ".follow-box")
    parts = {name: (None, value) for name, value in fields.items()}
    done = await writer.post("/sources/import", files=parts)
    assert done.headers["location"] == "/sources?done=imported"
    assert await urls_of(writer) == {"https://post.example/", "https://a.example/feed"}


@pytest.mark.parametrize("file", [b"not xml", b"<html></html>", b"<opml><body/></opml>", b"\xff\0"])
async def test_what_is_no_list_of_sources_is_refused(
    writer: httpx.AsyncClient, file: bytes
) -> None:
    answer = await writer.post("/sources/preview", files={"opml": ("feeds.opml", file)})
    assert words_of(page_of(answer, 422), "[role=alert]")
    sent = await writer.post("/sources/import", data={"file": base64.b64encode(file).decode()})
    assert sent.status_code == 422


async def test_a_file_that_is_too_large_is_refused(writer: httpx.AsyncClient) -> None:
    large = {"opml": ("feeds.opml", b"x" * 2_000_001)}
    page = page_of(await writer.post("/sources/preview", files=large), 413)
    assert "tidings import FILE" in words_of(page, "[role=alert]")[0]
    huge = {"opml": ("feeds.opml", b"x" * 3_000_001)}
    assert (await writer.post("/sources/preview", files=huge)).status_code == 413


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{}"),
        ("multipart/form-data", b"--x\r\n\r\nurl\r\n--x--"),
        ("multipart/form-data; boundary=x", b"no part"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n\r\n" * 30 + b"--x--"),
        ("application/x-www-form-urlencoded", b"&".join(b"a=%d" % n for n in range(30))),
    ],
)
async def test_what_is_no_form_is_refused(
    writer: httpx.AsyncClient, kind: str, body: bytes
) -> None:
    answer = await writer.post("/sources/preview", content=body, headers={"Content-Type": kind})
    assert answer.status_code in (400, 415, 422)


async def test_a_preview_is_not_kept(writer: httpx.AsyncClient) -> None:
    assert (await writer.get("/sources/preview")).headers["location"] == "/sources"
    broken = await writer.post("/sources/import", data={"file": "*"})
    assert broken.status_code == 400
