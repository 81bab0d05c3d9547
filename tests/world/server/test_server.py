import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from urllib.parse import quote, urlsplit

from tidings.world.server.server import WorldServer, serve
from tidings.world.world import START, World

Get = Callable[..., Awaitable[Any]]


async def test_every_paper_answers_on_its_own_address(site: WorldServer, get: Get) -> None:
    assert [urlsplit(url).hostname for url in site.urls] == [f"127.0.0.{n}" for n in range(11, 18)]
    assert len({urlsplit(url).port for url in site.urls}) == 1
    for url in site.urls:
        answer = await get(url)
        assert answer.status == 200
        assert answer.headers["content-type"].startswith("text/html")


async def test_gzip_is_sent_to_clients_that_accept_it(site: WorldServer, get: Get) -> None:
    plain = await get(site.urls[0])
    packed = await get(site.urls[0], Accept_Encoding="gzip, deflate")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.body == plain.body
    assert int(packed.headers["content-length"]) < len(plain.body)


async def test_head_returns_headers_only(site: WorldServer, get: Get) -> None:
    answer = await get(site.urls[0], "HEAD")
    assert answer.status == 200
    assert int(answer.headers["content-length"]) > 20_000
    assert answer.body == b""


async def test_an_unchanged_page_is_not_sent_again(site: WorldServer, get: Get) -> None:
    first = await get(site.urls[0])
    again = await get(site.urls[0], If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    other = await get(site.urls[0], If_None_Match='"other"')
    assert other.status == 200


async def test_if_modified_since_works_without_an_etag(site: WorldServer, get: Get) -> None:
    url = site.urls[2]
    first = await get(url)
    assert "etag" not in first.headers
    again = await get(url, If_Modified_Since=first.headers["last-modified"])
    assert again.status == 304
    assert (await get(url, If_Modified_Since="nonsense")).status == 200


async def test_some_papers_ignore_conditional_requests(site: WorldServer, get: Get) -> None:
    answer = await get(site.urls[4])
    assert not {"etag", "last-modified"} & set(answer.headers)


async def test_a_changed_page_is_sent_again(site: WorldServer, get: Get) -> None:
    for url in site.urls[:4]:
        first = await get(url)
        conditions = {
            "If_None_Match": first.headers.get("etag", ""),
            "If_Modified_Since": first.headers.get("last-modified", ""),
        }
        site.advance(3600)
        again = await get(url, **{key: value for key, value in conditions.items() if value})
        assert again.status == 200
        assert again.body != first.body


async def test_a_change_within_the_same_second_is_not_missed(get: Get) -> None:
    world = World(seed=1, history=5, per_hour=36000)
    async with serve(world, speed=0) as site:
        url = site.urls[2]
        published = world.paper_sites[str(urlsplit(url).hostname)].published
        since, second, doubles = "", published.changed, 0
        for _ in range(400):
            site.advance(0.05)
            if published.changed == second:
                continue
            if since and published.changed.replace(microsecond=0) == second.replace(microsecond=0):
                doubles += 1
                assert (await get(url, If_Modified_Since=since)).status == 200
            since, second = (await get(url)).headers["last-modified"], published.changed
        assert doubles > 0


async def test_unknown_pages_are_missing_and_removed_ones_gone(get: Get) -> None:
    world = World(seed=9, history=30, per_hour=0)
    before = {truth.url for truth in world.articles()}
    async with serve(world, speed=0) as site:
        port = urlsplit(site.urls[0]).port
        site.advance(48 * 3600)
        after = {truth.url for truth in world.articles()}
        assert (await get(site.urls[0] + "nothing-here")).status == 404
        gone = {url.replace(":8900", f":{port}") for url in before} - after
        assert gone
        assert {(await get(url)).status for url in gone} <= {404, 410}


async def test_only_get_and_head_are_allowed(site: WorldServer, get: Get) -> None:
    answer = await get(site.urls[0], "POST")
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


async def test_one_connection_serves_many_requests_even_at_once(site: WorldServer) -> None:
    parts = urlsplit(site.urls[0])
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
    for _ in range(5):
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        assert b"Disallow" in await reader.readexactly(size)
    writer.close()
    await writer.wait_closed()


async def test_a_request_may_arrive_in_pieces_and_with_a_body(site: WorldServer) -> None:
    parts = urlsplit(site.urls[0])
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    for piece in (b"POST / HT", b"TP/1.1\r\nContent-Le", b"ngth: 4\r\n\r\nab", b"cd"):
        writer.write(piece)
        await writer.drain()
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 405")
    writer.write(b"GET /robots.txt HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert b"HTTP/1.1 200" in await reader.read()
    writer.close()
    await writer.wait_closed()


async def test_invalid_requests_are_refused(site: WorldServer) -> None:
    parts = urlsplit(site.urls[0])
    for nonsense in (b"HELLO\r\n\r\n", b"x" * 70_000):
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(nonsense)
        assert (await reader.read()).startswith(b"HTTP/1.1 400")
        writer.close()
        await writer.wait_closed()


async def test_the_truth_is_only_at_the_control_address(site: WorldServer, get: Get) -> None:
    article = next(site.world.articles())
    answer = await get(f"{site.control_url}/truth?url={quote(article.url, safe='')}")
    found = json.loads(answer.body)
    assert (found["title"], found["body"], found["story"]) == (
        article.title,
        article.body,
        article.story,
    )
    assert article.published is not None
    assert found["published"] == article.published.isoformat()
    assert (await get(site.urls[0] + "_world/articles")).status == 404
    missing = await get(f"{site.control_url}/truth?url=http%3A%2F%2F127.0.0.11%2Fx")
    assert missing.status == 404


async def test_the_control_address_can_advance_time(site: WorldServer, get: Get) -> None:
    known = len(json.loads((await get(site.control_url + "/articles")).body))
    moved = await get(site.control_url + "/advance?seconds=1800", "POST")
    assert json.loads(moved.body)["now"] == (START + timedelta(minutes=30)).isoformat()
    since = quote(START.isoformat())
    new = json.loads((await get(f"{site.control_url}/articles?since={since}")).body)
    total = json.loads((await get(site.control_url + "/articles")).body)
    assert 80 < len(new) < 160
    assert known <= len(total) <= known + len(new)


async def test_wrong_control_requests_are_answered_too(site: WorldServer, get: Get) -> None:
    for path, method in (("/advance", "POST"), ("/advance?seconds=-5", "POST"), ("/truth", "GET")):
        assert (await get(site.control_url + path, method)).status == 400
    assert (await get(site.control_url + "/nothing")).status == 404


async def test_every_request_is_logged(site: WorldServer, get: Get) -> None:
    await get(site.urls[0] + "robots.txt", User_Agent="Tidings/1")
    await get(site.urls[1] + "nothing", "HEAD", User_Agent="Tidings/1")
    log = json.loads((await get(site.control_url + "/requests")).body)
    assert [(v["paper"], v["path"], v["status"], v["agent"], v["method"]) for v in log] == [
        ("courier", "/robots.txt", 200, "Tidings/1", "GET"),
        ("dispatch", "/nothing", 404, "Tidings/1", "HEAD"),
    ]
    assert log[0]["time"] <= log[1]["time"]
    only = json.loads((await get(site.control_url + "/requests?paper=dispatch")).body)
    assert [v["paper"] for v in only] == ["dispatch"]
    await get(site.control_url + "/requests", "DELETE")
    assert json.loads((await get(site.control_url + "/requests")).body) == []


async def test_warming_renders_every_page(site: WorldServer, get: Get) -> None:
    site.warm()
    for truth in list(site.world.pages())[::40]:
        assert (await get(truth.url)).status == 200


async def test_two_worlds_can_run_side_by_side(get: Get) -> None:
    async with serve(World(1, history=2)) as one, serve(World(2, history=2)) as other:
        assert (await get(one.urls[0])).body != (await get(other.urls[0])).body
