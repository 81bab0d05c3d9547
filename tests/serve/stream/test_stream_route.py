"""The stream over real sockets."""

import asyncio
import json
import time

import pytest
from tests.engine.stream.written_home import NOW, WrittenHome
from tests.serve.stream.conftest import Serve
from tests.serve.stream.sse_connection import connected

from tidings.store.tables.changes.article_changes import prune_changes


async def test_events_come_once_they_can_be_found(home: WrittenHome, serve: Serve) -> None:
    home.keep("old")
    home.release()
    async with serve() as server, connected(server.port) as stream:
        assert stream.status == 200
        assert stream.headers["content-type"] == "text/event-stream"
        assert stream.headers["x-accel-buffering"] == "no"
        assert stream.headers["cache-control"] == "no-store"
        assert "content-encoding" not in stream.headers
        first = await stream.block()
        assert first is not None
        assert (first.fields, first.comment) == ({"retry": "2000", "id": "1-0"}, "tidings")
        home.keep("a", "b")
        home.group(1, "a", "b")
        home.release(2)
        (event,) = await stream.events(1)
        assert (event.id, event.kind) == ("2-0", "new")
        assert event.data["id"] == "2-0"
        assert event.data["article"]["title"] == "About a"
        assert event.data["at"] == "2026-01-02T03:04:05Z"
        home.release()
        b, story = await stream.events(2)
        assert (b.id, b.data["article_id"]) == ("3-0", "b")
        assert (story.id, story.kind, story.data["story_id"]) == ("3-1", "story", "1")
        assert story.data["story"]["title"] == "Story 1"


@pytest.mark.parametrize("way", ["header", "last_event_id", "after"])
async def test_who_comes_back_gets_what_it_missed(
    home: WrittenHome, serve: Serve, way: str
) -> None:
    home.keep("a", "b", "c")
    home.group(1, "a")
    home.release()
    path, headers = ("?after=now", {"Last_Event_ID": "1-0"}) if way == "header" else (
        f"?{way}=1-0", {})  # fmt: skip
    async with serve() as server:
        async with connected(server.port, path, **headers) as stream:
            assert await stream.ids(3) == ["2-0", "3-0", "3-1"]
            home.keep("d")
            home.release()
            assert await stream.ids(1) == ["4-1"]
        async with (
            connected(server.port, "?after=2-0") as first,
            connected(server.port, "?after=0-0") as second,
        ):
            assert await second.ids(5) == ["1-0", "2-0", "3-0", "3-1", "4-1"]
            assert await first.ids(3) == ["3-0", "3-1", "4-1"]
            home.keep("e")
            home.release()
            assert await first.ids(1) == await second.ids(1) == ["5-1"]


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("?after=yesterday", 400, "4711-88"),
        ("?last_event_id=1", 400, "4711-88"),
        ("?kinds=new,old", 422, "revised"),
        ("?language=english", 422, "ISO 639-1"),
        ("?query=ferry", 422, "no such parameter"),
        ("?q=" + "x" * 3000, 422, "2000"),
        ("?q=...", 422, "nothing to search for"),
    ],
    ids=["after", "last_event_id", "kinds", "language", "unknown", "long", "marks"],
)
async def test_what_cannot_be_understood_is_refused(
    home: WrittenHome, serve: Serve, path: str, status: int, words: str
) -> None:
    async with serve() as server, connected(server.port, path, Connection="close") as stream:
        assert stream.status == status
        assert stream.headers["content-type"] == "application/problem+json"
        problem = json.loads(await stream.body())
        assert words in json.dumps(problem)


async def test_a_gap_is_told_and_the_stream_goes_on_behind_it(
    home: WrittenHome, serve: Serve
) -> None:
    home.keep("a", "b", "c")
    home.release()
    home.database.write(lambda db: prune_changes(db, NOW, 1)).result()
    async with serve() as server:
        async with connected(server.port, "?after=1-0") as stream:
            gap, event = await stream.events(2)
            assert (gap.kind, gap.id, event.id) == ("gap", "2-0", "3-0")
            assert gap.data["missing_after"] == "1-0"
            assert gap.data["missing_until"] == "2-0"
            assert gap.data["log_begins"] == "2026-01-02T03:04:05Z"
        async with connected(server.port, "?after=900-5") as stream:
            (gap,) = await stream.events(1)
            assert (gap.kind, gap.id) == ("gap", "3-0")
            assert "not from this home" in gap.data["reason"]
            home.keep("d")
            home.release()
            assert await stream.ids(1) == ["4-0"]


async def test_filters_pass_what_they_ask_for(home: WrittenHome, serve: Serve) -> None:
    home.keep("a")
    home.release()
    async with (
        serve() as server,
        connected(server.port, "?kinds=story") as stories,
        connected(server.port, "?source=b.example") as of_b,
        connected(server.port, "?language=de") as german,
    ):
        home.keep("b", source="b.example")
        home.keep("c", language="de")
        home.group(1, "a")
        home.take_down("a")
        home.release()
        assert await stories.ids(1) == ["3-1"]
        assert await of_b.ids(1) == ["2-0"]
        assert await german.ids(2) == ["3-0", "4-1"]  # nobody knows what language "a" had


async def test_quiet_readers_hear_that_the_server_lives(home: WrittenHome, serve: Serve) -> None:
    home.keep("a")
    home.release()
    settings = {"stream_heartbeat_seconds": 0.2}
    async with serve(**settings) as server, connected(server.port, "?kinds=story") as stream:
        await stream.block()
        home.keep("b")
        home.release()
        while True:
            block = await stream.block()
            assert block is not None
            assert block.comment == "heartbeat"
            assert not block.kind
            if block.id == "2-0":  # what was filtered counts as seen
                break


async def test_streams_end_at_once_when_the_server_stops(home: WrittenHome, serve: Serve) -> None:
    home.keep("a")
    home.release()
    async with (
        serve() as server,
        connected(server.port) as stream,
        connected(server.port) as other,
    ):
        await stream.block()
        await other.block()
        began = time.monotonic()
        server.stop()
        farewell = await stream.block()
        assert farewell is not None
        assert farewell.comment == "the server stops; come back with the last id"
        assert await stream.block() is None
        await server.ended()
        assert time.monotonic() - began < 30  # it would wait for ever


async def test_one_reader_too_many_is_asked_to_come_back(home: WrittenHome, serve: Serve) -> None:
    async with serve(stream_readers=1) as server:
        async with connected(server.port) as first:
            await first.block()
            async with connected(server.port, Connection="close") as second:
                assert second.status == 503
                assert second.headers["retry-after"] == "10"
                assert second.headers["content-type"] == "application/problem+json"
        while True:  # until the server has noticed that the first one is gone
            async with connected(server.port) as third:
                if third.status == 200:
                    break
            await asyncio.sleep(0.05)


async def test_head_answers_at_once(home: WrittenHome, serve: Serve) -> None:
    async with serve() as server, connected(server.port, "", "HEAD", Connection="close") as stream:
        assert stream.status == 200
        assert stream.headers["content-type"] == "text/event-stream"
        assert await stream.body() == b""
