"""Sources over HTTP: followed, changed, paused, retried, set and removed."""

import json
from typing import Any

import httpx
import pytest
from tests.serve.guarded_home import GuardedHome

PAPER = "https://paper.example/feed"


async def test_a_source_is_followed_once(writer: httpx.AsyncClient) -> None:
    body = {"url": "feed://paper.example/feed", "folder": " News / World ", "about": "bridges"}
    first = await writer.post("/sources", json=body)
    assert first.status_code == 201, first.text
    source = first.json()
    assert (source["url"], source["folder"]) == ("http://paper.example/feed", "News/World")
    assert (source["about"], source["paused"]) == ("bridges", None)
    assert first.headers["location"] == f"/api/v1/sources/{source['id']}"
    again = await writer.post("/sources", json={"url": "http://paper.example/feed"})
    assert (again.status_code, again.json()) == (200, source)


async def test_a_source_is_followed_with_settings(writer: httpx.AsyncClient) -> None:
    settings = {"delay": 5, "languages": ["en", "de"], "headers": {"X-Key": "hush-hush"}}
    proxy = "http://me:hush-hush@proxy.example:3128"
    body = {"url": PAPER, "settings": {**settings, "proxy": proxy}}
    added = await writer.post("/sources", json=body)
    assert added.status_code == 201, added.text
    shown = await writer.get("/sources/paper.example/settings")
    assert shown.json() == added.json()["settings"]
    assert (shown.json()["delay"], shown.json()["languages"]) == (5.0, ["en", "de"])
    assert shown.json()["headers"] == ["X-Key"]
    assert "hush" not in added.text + shown.text
    changes: dict[str, Any] = {"delay": None, "headers": None, "exclude": ["/sport/*"]}
    changed = await writer.patch("/sources/paper.example/settings", json=changes)
    assert (changed.json()["delay"], changed.json()["headers"]) == (None, [])
    assert (changed.json()["exclude"], changed.json()["languages"]) == (["/sport/*"], ["en", "de"])


async def test_a_source_is_renamed_moved_and_focused(writer: httpx.AsyncClient) -> None:
    changes = {"name": "The Mail", "folder": "Press", "about": "ferries"}
    changed = (await writer.patch("/sources/post.example", json=changes)).json()
    assert {key: changed[key] for key in changes} == changes
    await writer.patch("/sources/1", json={"folder": None})
    await writer.patch("/sources/post.example", json={"about": None})
    after = (await writer.patch("/sources/post.example", json={})).json()
    assert (after["folder"], after["about"], after["name"]) == ("", None, "The Mail")


async def test_a_source_is_paused_retried_and_resumed(writer: httpx.AsyncClient) -> None:
    paused = (await writer.post("/sources/post.example/pause")).json()
    assert paused["paused"].endswith("Z")
    assert (await writer.post("/sources/post.example/pause")).json() == paused
    refused = await writer.post("/sources/post.example/retry")
    assert (refused.status_code, "paused" in refused.json()["detail"]) == (409, True)
    assert (await writer.post("/sources/post.example/resume")).json()["paused"] is None
    retried = (await writer.post("/sources/post.example/retry")).json()
    assert retried["url"] == "https://post.example/"


async def test_a_source_is_removed_and_its_articles_stay(writer: httpx.AsyncClient) -> None:
    assert (await writer.delete("/sources/post.example")).status_code == 204
    assert (await writer.delete("/sources/post.example")).status_code == 404
    assert (await writer.get("/search?q=ferry")).json()["total"] == 1


async def test_a_source_is_deleted_with_its_articles(writer: httpx.AsyncClient) -> None:
    assert (await writer.delete("/sources/post.example?articles=delete")).status_code == 204
    assert (await writer.get("/search?q=ferry")).json()["total"] == 0


async def test_an_article_is_taken_down_once(writer: httpx.AsyncClient) -> None:
    (hit,) = (await writer.get("/search?q=ferry")).json()["items"]
    path = f"/articles/{hit['id']}"
    assert [(await writer.delete(path)).status_code for _ in range(2)] == [204, 204]
    assert (await writer.get("/search?q=ferry")).json()["total"] == 0
    for name in ("0123456789abcdef", "a%00b", "a%ff", "https%3A%2F%2Fpost.example%2F"):
        assert (await writer.delete(f"/articles/{name}")).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "/sources", {"url": "javascript:alert(1)"}, "url"),
        ("POST", "/sources", {"url": "http://me:hush@paper.example/"}, "url"),
        ("POST", "/sources", {"url": "https://paper.example/\0"}, "url"),
        ("POST", "/sources", {"url": 7}, "url"),
        ("POST", "/sources", {"url": PAPER, "ulr": PAPER}, "ulr"),
        ("POST", "/sources", {"url": PAPER, "folder": "a/" * 9}, "folder"),
        ("POST", "/sources", {"url": PAPER, "about": "-unwanted"}, "about"),
        ("POST", "/sources", {"url": PAPER, "settings": {"delay": -1}}, "settings.delay"),
        ("POST", "/sources", {"url": PAPER, "settings": {"speed": 1}}, "settings.speed"),
        ("POST", "/sources", {}, "url"),
        ("POST", "/sources/preview", {"url": "file:///etc/passwd"}, "url"),
        ("PATCH", "/sources/1", {"name": "x" * 101}, "name"),
        ("PATCH", "/sources/1", {"name": "\ud800"}, "name"),
        ("PATCH", "/sources/1/settings", {"delay": 0.01}, "delay"),
        ("PATCH", "/sources/1/settings", {"faster": True}, "faster"),
        ("PATCH", "/sources/1/settings", {"languages": ["klingon"]}, "languages"),
        ("PATCH", "/sources/1/settings", {"headers": {"X": "a\r\nHost: b"}}, "headers"),
        ("PATCH", "/sources/1/settings", {"headers": {"Cookie": "a=b"}}, "headers"),
        ("PATCH", "/sources/1/settings", {"proxy": "ftp://p.example"}, "proxy"),
        ("PATCH", "/sources/1/settings", {"credentials": "nobody"}, "credentials"),
        ("PATCH", "/folders/News", {"path": "x" * 101}, "path"),
    ],
    ids=lambda value: str(value)[:24] if isinstance(value, str) else None,
)
async def test_a_bad_field_is_refused_by_its_name(
    writer: httpx.AsyncClient, method: str, path: str, body: dict[str, Any], field: str
) -> None:
    content = json.dumps(body)  # httpx would not send half a character
    headers = {"Content-Type": "application/json"}
    refused = await writer.request(method, path, content=content, headers=headers)
    assert refused.status_code == 422, refused.text
    assert refused.headers["content-type"] == "application/problem+json"
    assert [error["name"] for error in refused.json()["errors"]] == [field]
    assert "hush" not in refused.text
    listed = (await writer.get("/folders")).json()
    assert listed == {"items": [], "next": None}


@pytest.mark.parametrize(
    ("headers", "content", "status"),
    [
        ({"Content-Type": "text/plain"}, b'{"url": "https://a.example/"}', 415),
        ({}, b'{"url": "https://a.example/"}', 415),
        ({"Content-Type": "application/json"}, b"{", 422),
        ({"Content-Type": "application/json"}, b"[" * 50_000, 400),
        ({"Content-Type": "application/json"}, b"\xff\xfe", 422),
        ({"Content-Type": "application/json"}, b"[]", 422),
        ({"Content-Type": "application/json"}, b" " * 200_000, 413),
    ],
    ids=["text", "none", "cut", "deep", "bytes", "list", "large"],
)
async def test_a_body_is_json_of_a_decent_size(
    writer: httpx.AsyncClient, headers: dict[str, str], content: bytes, status: int
) -> None:
    refused = await writer.post("/sources", content=content, headers=headers)
    assert refused.status_code == status, refused.text
    assert refused.json()["status"] == status


async def test_whoever_may_not_write_is_told_so(
    stranger: httpx.AsyncClient, reader: httpx.AsyncClient
) -> None:
    for method, path in (
        ("POST", "/sources"),
        ("POST", "/sources/preview"),
        ("PATCH", "/sources/post.example"),
        ("DELETE", "/sources/post.example"),
        ("POST", "/sources/post.example/pause"),
        ("PATCH", "/sources/post.example/settings"),
        ("DELETE", "/articles/abc"),
        ("POST", "/opml"),
        ("PATCH", "/folders/a"),
        ("GET", "/commands/1"),
    ):
        assert (await stranger.request(method, path)).status_code == 401, path
        assert (await reader.request(method, path)).status_code == 403, path
    assert (await reader.get("/sources/post.example/settings")).status_code == 403


async def test_a_source_of_a_repeated_domain_is_named_by_its_id(writer: httpx.AsyncClient) -> None:
    ids = [
        (await writer.post("/sources", json={"url": f"https://twin.example/{name}"})).json()["id"]
        for name in ("a", "b")
    ]
    unclear = await writer.post("/sources/twin.example/pause")
    assert unclear.status_code == 404
    assert all(number in unclear.json()["detail"] for number in ids)
    assert (await writer.post(f"/sources/{ids[1]}/pause")).json()["url"].endswith("/b")


async def test_commands_that_nobody_knows_are_not_found(writer: httpx.AsyncClient) -> None:
    for name in ("0", "9" * 40, "x", "-1", "٣"):
        assert (await writer.get(f"/commands/{name}")).status_code == 404


async def test_what_is_written_is_done_by_a_command(
    home: GuardedHome, writer: httpx.AsyncClient
) -> None:
    await writer.post("/sources/post.example/pause")
    done = (await writer.get("/commands/1")).json()
    assert (done["kind"], done["state"]) == ("pause", "done")
    assert done["result"] == {"url": "https://post.example/", "is_new": True}
