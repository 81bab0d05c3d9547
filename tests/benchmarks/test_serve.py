"""The parts of the load test; `python -m benchmarks.serve` runs it."""

import asyncio
from collections import Counter

import numpy as np
import pytest
from benchmarks.serve.__main__ import main
from benchmarks.serve.loaded_server import LoadOutcome
from benchmarks.serve.open_loop import sent_requests
from benchmarks.serve.report import print_loads, sustained
from benchmarks.serve.request_mix import MIX, timed_requests
from benchmarks.serve.stream_readers import StreamClient
from benchmarks.serve.stream_run import outcome_of

SAMPLES = {
    "questions": [f"word{number}" for number in range(200)],
    "articles": ["a1", "a2"],
    "stories": ["7"],
    "beginnings": ["wor"],
}


def test_requests_have_the_rate_and_the_mix_that_were_asked_for() -> None:
    requests = timed_requests(SAMPLES, 100, 60, 1, {"/api/v1/search"})
    assert abs(len(requests) - 6_000) < 400
    assert [each.at for each in requests] == sorted(each.at for each in requests)
    counted = Counter(each.route for each in requests)
    for route in MIX:
        assert abs(counted[route.name] / len(requests) - route.share) < 0.03


def test_a_route_that_the_server_lacks_is_replaced_by_an_earlier_one() -> None:
    requests = timed_requests(SAMPLES, 100, 10, 1, {"/api/v1/search", "/api/v1/stories/{}"})
    paths = {each.route: each.path for each in requests}
    assert paths["search"].startswith("/api/v1/search?q=word")
    assert paths["story"] == "/api/v1/stories/7"
    assert paths["article"].startswith("/api/articles/a")
    assert paths["front page"] == "/"


async def test_time_counts_from_the_moment_a_request_is_due() -> None:
    released = asyncio.Event()
    seen = 0
    handlers: list[asyncio.Task[object] | None] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal seen
        handlers.append(asyncio.current_task())
        while (line := await reader.readline()) and await reader.readline():
            await reader.readline()
            seen += 1
            if seen == 2:  # both are here, although the first has no answer
                released.set()
            await released.wait()
            status = b"404 Not Found" if b"/missing" in line else b"200 OK"
            writer.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 2\r\n\r\nok")
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        rows = [(0.0, "search", "/"), (0.05, "search", "/"), (0.1, "story", "/missing")]
        outcome = await sent_requests(f"http://{host}:{port}", rows)
        await asyncio.gather(*(task for task in handlers if task))
    assert outcome.failed == [("story", "status 404")]
    assert [route for route, _ in outcome.waited] == ["search", "search"]
    assert max(seconds for _, seconds in outcome.waited) > 0.04


async def test_a_reader_finds_whole_events_in_parts_of_any_size() -> None:
    sent = (
        b"HTTP/1.1 200 OK\r\n\r\nretry: 2000\n: tidings\nid: 4-1\n\n"
        b"id: 5-1\nevent: new\ndata: {}\n\nid: 5-2\nevent: story\ndata: {}\n\n"
        b"id: 6-2\nevent: revised\ndata: {}\n\nid: 7-2\nevent: new\ndata: {}\n\nid: 8-2\nevent: new"
    )
    for size in (1, 7, 1_000):
        client = StreamClient(b"", asyncio.Event())
        for start in range(0, len(sent), size):
            client.data_received(sent[start : start + size])
        assert list(client.seqs) == [5, 7]


def test_what_readers_received_is_compared_with_what_was_handed_over() -> None:
    told = {
        "handed": [[11, 0.0], [12, 0.5], [13, 1.0]],
        "commits": [[12, 1.0], [13, 2.0]],
    }
    received = {
        "readers": np.array([0, 0, 0, 1, 1, 1]),
        "seqs": np.array([11, 12, 13, 12, 11, 12]),
        "times": np.array([1.1, 1.1, 2.5, 1.2, 1.3, 1.4]),
        "lost": np.array([False, True]),
    }
    outcome = outcome_of(told, received, (1.0,), 0.5)
    assert (outcome.readers, outcome.events, outcome.disconnected) == (2, 3, 1)
    assert (outcome.lost, outcome.doubled, outcome.unordered) == (1, 1, 1)
    assert outcome.from_commit.max() == pytest.approx(0.5)
    assert outcome.from_hand_over.max() == pytest.approx(1.5)


def test_the_tables_compare_two_checkouts(capsys: pytest.CaptureFixture[str]) -> None:
    old = LoadOutcome(
        60, 2, (("search", 0.2), ("story", 0.4)), (("story", "status 500"),), 0.0, 0.3
    )
    new = LoadOutcome(60, 2, (("search", 0.1), ("story", 0.1)), (), 0.001, 0.02)
    [target] = print_loads({"OLD": [old], "NEW": [new]})
    printed = capsys.readouterr().out
    assert target.reached
    assert not sustained(old)
    assert sustained(new)
    assert "OLD: story: status 500 (1 times)" in printed
    assert "NEW: 10.0 ms of the server's CPU time for each request." in printed
    assert "NEW to OLD, round by round" in printed


@pytest.mark.slow
def test_a_small_server_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--articles 300 --seconds 2 --rounds 1 --readers 10 --new 10 --rate 20"
    assert main([*options.split(), "--parts", "mix", "stream"]) == 0
    printed = capsys.readouterr().out
    assert "10 live readers, " in printed
    assert "Lost: 0; doubled: 0; out of order: 0; disconnected: 0" in printed
