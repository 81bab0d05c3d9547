"""The stream of a run: from its beginning or from an event on, until the run is over."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest
from tests.serve.mine.written_runs import (
    BORN,
    DIED,
    RATE,
    SEEN,
    WrittenRuns,
    written_runs,
)
from tests.serve.served_home import ServedHome, served_home
from tests.serve.small_home import article_at, filled_home
from tests.serve.stream.sse_connection import SseConnection, connected
from tests.serve.stream.test_slow_readers import is_cut, unread

from tidings.engine.library.library import Library
from tidings.model.access.identity import Scope
from tidings.serve.app import create_app
from tidings.serve.http.server import bound_socket, serving
from tidings.settings.tree import ServeSettings, Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return filled_home(tmp_path, [article_at()])


@pytest.fixture
def site(settings: Settings) -> Iterator[ServedHome]:
    serve = ServeSettings(port=0, stream_heartbeat_seconds=0.2)
    with served_home(replace(settings, serve=serve)) as site:
        yield site


@pytest.fixture
def runs(settings: Settings) -> Iterator[WrittenRuns]:
    with written_runs(settings) as runs:
        yield runs


def following(
    site: ServedHome, run: int, path: str = "", **headers: str
) -> AbstractAsyncContextManager[SseConnection]:
    """Open the stream of a run."""
    return connected(site.port, path, root=f"/mine/{run}/stream", **headers)


async def rest_of(connection: SseConnection) -> list[str]:
    """Return the kinds of all events to the end of a stream."""
    kinds = []
    while (block := await connection.block()) is not None:
        kinds += [block.kind] if block.kind else []
    return kinds


async def test_a_run_is_told_from_its_beginning_to_its_end(
    site: ServedHome, runs: WrittenRuns
) -> None:
    run = runs.start()
    runs.tell(run, BORN, SEEN)
    async with following(site, run) as stream:
        assert (stream.status, stream.headers["content-type"]) == (200, "text/event-stream")
        first, second = await stream.events(2)
        assert (first.id, first.kind, first.data["agent"]) == (f"{run}-1", "born", 1)
        assert second.data["energy"] == 1.2
        runs.find(run, article_at(), 0.84)
        moved, saw, found = await stream.events(3)
        assert (moved.data["words"], moved.data["estimate"]) == ("Ferry back", 0.71)
        assert saw.data["find"] is None
        assert found.data["find"]["title"] == "Old ferry line reopens"
        assert "behind the link “Ferry back”" in found.data["find"]["why"]
        runs.tell(run, RATE, DIED)
        rate, died = await stream.events(2)
        assert (rate.data["relevance"], rate.data["run"]["state"]) == (0.26, "running")
        assert (died.data["words"], died.data["run"]) == ("starved", None)
        runs.end(run)
        (ended,) = await stream.events(1)
        assert ended.data["run"]["detail"] == "It has requested as many pages as it may."
        assert await stream.block() is None


@pytest.mark.parametrize("how", ["header", "after", "last_event_id"])
async def test_whoever_comes_back_misses_nothing(
    site: ServedHome, runs: WrittenRuns, how: str
) -> None:
    run = runs.start()
    runs.tell(run, BORN, SEEN, RATE)
    runs.end(run)
    seen = f"{run}-2"
    back = (
        following(site, run, Last_Event_ID=seen)
        if how == "header"
        else following(site, run, f"?{how}={seen}")
    )
    async with back as stream:
        assert await rest_of(stream) == ["rate", "ended"]


async def test_a_long_run_is_told_in_parts(site: ServedHome, runs: WrittenRuns) -> None:
    run = runs.start()
    runs.tell(run, *[SEEN] * 1_200)
    runs.end(run)
    for _ in range(2):  # the second reader gets the parts that were kept
        async with following(site, run) as stream:
            ids = await stream.ids(1_201)
            assert ids == [f"{run}-{number}" for number in range(1, 1_202)]
            assert await stream.block() is None


async def test_who_has_seen_the_end_need_not_come_back(site: ServedHome, runs: WrittenRuns) -> None:
    run, never = runs.start(), runs.start(begun=False)
    runs.tell(run, BORN)
    runs.end(run)
    async with following(site, run, Last_Event_ID=f"{run}-2", Connection="close") as stream:
        assert stream.status == 204  # by the standard, a browser does not try again
    async with following(site, never, Last_Event_ID=f"{never}-0") as stream:
        assert stream.status == 200  # it may still begin


async def test_a_run_that_never_told_as_much_begins_anew(
    site: ServedHome, runs: WrittenRuns
) -> None:
    run = runs.start()
    runs.tell(run, BORN)
    runs.end(run)
    async with following(site, run, Last_Event_ID=f"{run}-77") as stream:
        gap, born, _ = await stream.events(3)
        assert (gap.kind, gap.data["missing_after"]) == ("gap", f"{run}-77")
        assert born.id == f"{run}-1"


@pytest.mark.parametrize("text", ["7", "x", "4711-88-1", "999-1", "-1-2", "١-٢"])
def test_an_id_of_something_else_is_refused(site: ServedHome, runs: WrittenRuns, text: str) -> None:
    run = runs.start()
    answer = httpx.get(f"{site.url}/api/v1/mine/{run}/stream", params={"after": text})
    assert answer.status_code == 400
    assert f"run {run}" in answer.json()["detail"]


async def test_what_was_deleted_is_not_told_again(site: ServedHome, runs: WrittenRuns) -> None:
    run, article = runs.start(), article_at()
    runs.find(run, article, words=article.title)
    runs.end(run)
    token = {"Authorization": f"Bearer {site.token(Scope.WRITE)}"}
    told = []
    for _ in range(2):
        async with following(site, run) as stream:
            events = await stream.events(4)
        told.append([(each.kind, article.title in str(each.data)) for each in events])
        delete = partial(httpx.delete, f"{site.url}/api/v1/articles/{article.id}", headers=token)
        await asyncio.to_thread(delete)
    kinds = ["moved", "saw", "found", "ended"]
    assert told[0] == list(zip(kinds, (True, False, True, False), strict=True))
    assert told[1] == [(kind, False) for kind in kinds]


async def test_a_quiet_run_shows_that_it_lives(site: ServedHome, runs: WrittenRuns) -> None:
    run = runs.start()
    runs.tell(run, BORN)
    async with following(site, run) as stream:
        await stream.events(1)
        for _ in range(2):
            beat = await stream.block()
            assert beat is not None
            assert (beat.comment, beat.id) == ("heartbeat", f"{run}-1")
        runs.end(run)
        assert [block.kind for block in await stream.events(1)] == ["ended"]


async def test_a_run_that_was_stopped_before_it_began_ends_its_stream(
    site: ServedHome, runs: WrittenRuns
) -> None:
    run = runs.start(begun=False)
    async with following(site, run) as stream:
        assert await stream.block() is not None
        token = {"Authorization": f"Bearer {site.token(Scope.WRITE)}"}
        stopping = partial(httpx.post, f"{site.url}/api/v1/mine/{run}/stop", headers=token)
        assert (await asyncio.to_thread(stopping)).json()["state"] == "ended"
        assert await rest_of(stream) == ["ended"]


async def test_the_answer_to_a_start_may_be_its_stream(site: ServedHome, runs: WrittenRuns) -> None:
    asked = connected(
        site.port, method="POST", root="/mine", body=json.dumps({"query": "ferry"}),
        Content_Type="application/json", Accept="text/event-stream",
        Authorization=f"Bearer {site.token(Scope.WRITE)}",
    )  # fmt: skip
    async with asked as stream:
        assert (stream.status, stream.headers["content-type"]) == (200, "text/event-stream")
        run = int(stream.headers["content-location"].rpartition("/")[2])
        runs.tell(run, BORN)
        runs.end(run)
        assert await rest_of(stream) == ["born", "ended"]


def test_head_is_answered_at_once(site: ServedHome, runs: WrittenRuns) -> None:
    run = runs.start()
    answer = httpx.head(f"{site.url}/api/v1/mine/{run}/stream")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/event-stream")


async def test_readers_of_runs_count_as_readers_of_the_stream(
    settings: Settings, runs: WrittenRuns
) -> None:
    run = runs.start()
    with served_home(replace(settings, serve=ServeSettings(port=0, stream_readers=2))) as site:
        async with connected(site.port) as first, following(site, run) as second:
            assert (first.status, second.status) == (200, 200)
            async with following(site, run, Connection="close") as third:
                assert (third.status, third.headers["retry-after"]) == (503, "10")


async def test_a_slow_reader_is_cut_off(settings: Settings, runs: WrittenRuns) -> None:
    run = runs.start()
    long = replace(SEEN, words="A long title. " * 2_000)
    for _ in range(10):  # more than the buffers of both ends hold
        runs.tell(run, *[long] * 50)
    serve = ServeSettings(port=0, stream_stall_seconds=0.5, stream_readers=1)
    with served_home(replace(settings, serve=serve)) as site:
        async with unread(site.port, f"/mine/{run}/stream") as slow:
            while True:  # until its place is free
                async with following(site, run, Connection="close") as quick:
                    if quick.status == 200:
                        break
                await asyncio.sleep(0.05)
            assert await is_cut(slow)


async def test_a_stream_ends_when_its_token_is_revoked(site: ServedHome, runs: WrittenRuns) -> None:
    run, token = runs.start(), site.token(Scope.READ)
    async with following(site, run, Authorization=f"Bearer {token}") as stream:
        assert await stream.block() is not None
        site.home_access.access.revoke_token(token.split("_")[1])
        last = None
        while (block := await stream.block()) is not None:
            last = block
        assert last is not None
        assert last.comment == "the access was revoked; come back with the last id"


async def test_streams_end_when_the_server_stops(settings: Settings, runs: WrittenRuns) -> None:
    run = runs.start()
    runs.tell(run, BORN)
    chosen = ServeSettings(port=0, stream_heartbeat_seconds=3_600.0)
    library = Library.open(settings)
    async with (
        serving(create_app(library, chosen), bound_socket(chosen)) as server,
        connected(server.port, root=f"/mine/{run}/stream") as stream,
    ):
        await stream.events(1)
        server.stop()
        last = await stream.block()
        assert last is not None
        assert last.comment == "the server stops; come back with the last id"
        assert await stream.block() is None
    library.close()
