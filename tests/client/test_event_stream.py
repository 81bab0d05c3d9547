import threading
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.client.scripted_server import Received, reply, scripted

from tidings.client.client import Client
from tidings.client.errors import AnswerUnreadable, Invalid, NotAllowed
from tidings.client.event_stream import ReconnectPlan
from tidings.client.server_sent_events import SentEvent, sent_events


def events_in(data: bytes) -> list[SentEvent | None]:
    lines = iter(data.splitlines(keepends=True))
    return list(sent_events(lambda _: next(lines, b"")))


def test_events_comments_and_retries_are_read() -> None:
    sent = b': hello\n\nretry: 250\nid: 4-0\nevent: new\ndata: {"a":\ndata: 1}\n\nid: 5-0\n\n'
    assert events_in(sent) == [
        None,
        SentEvent("4-0", "new", '{"a":\n1}', 0.25),
        SentEvent("5-0", "message", "", 0.25),
    ]


def test_an_event_that_is_cut_off_is_no_event() -> None:
    assert events_in(b"id: 4-0\ndata: 1\n") == []
    assert events_in(b"id: 4-0\ndata: 1\n\nid: 5") == [SentEvent("4-0", "message", "1")]


@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    """Whatever comes before, an event after an empty line is read as it is."""
    known = b"\n\nid: 7-0\nevent: new\ndata: 1\n\n"
    last = events_in(data.replace(b"\r", b"\n") + known)[-1]
    assert last is not None
    assert (last.id, last.name, last.data) == ("7-0", "new", "1")


def test_an_endless_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tidings.client.server_sent_events.MAX_LINE", 10)
    with pytest.raises(AnswerUnreadable, match="more than 10 bytes"):
        list(sent_events(lambda most: b"x" * most))


def sent(*numbers: int, **headers: str) -> bytes:
    """Return the bytes of a stream that has these events, and then ends."""
    lines = "".join(f'id: {n}-0\nevent: new\ndata: {{"id": "{n}-0"}}\n\n' for n in numbers)
    return reply(lines.encode(), Content_Type="text/event-stream", Connection="close", **headers)


def ids(events: Any, count: int) -> list[str]:
    return [event["id"] for event in islice(events, count)]


def quiet() -> tuple[ReconnectPlan, list[float]]:
    slept: list[float] = []
    return ReconnectPlan(sleep=slept.append, chance=lambda: 1.0), slept


def test_a_broken_stream_goes_on_behind_its_last_event() -> None:
    answers = [sent(1, 2), None, sent(2, 3), sent(4)]
    plan, slept = quiet()
    with (
        scripted(lambda _: answers.pop(0)) as server,
        Client(server.url) as client,
        client.stream("ferry", reconnect=plan) as events,
    ):
        assert ids(events, 4) == ["1-0", "2-0", "3-0", "4-0"]
        assert events.last_id == "4-0"
    assert [request.headers.get("last-event-id") for request in server.received] == [
        None,
        "2-0",
        "2-0",
        "3-0",
    ]
    assert {request.target for request in server.received} == {"/api/v1/stream?q=ferry"}
    assert slept == [0.5, 1.0, 0.5]  # longer with each failure in a row


def test_a_reader_continues_where_it_was() -> None:
    with scripted(lambda _: sent(8)) as server, Client(server.url) as client:
        assert ids(client.stream(last_id="7-3"), 1) == ["8-0"]
    assert server.received[0].headers["last-event-id"] == "7-3"


def test_an_event_without_data_only_moves_the_reader_on() -> None:
    moved = reply(b"id: 9-0\n\n", Content_Type="text/event-stream", Connection="close")
    answers = [moved, sent(10)]
    plan, _ = quiet()
    with scripted(lambda _: answers.pop(0)) as server, Client(server.url) as client:
        assert ids(client.stream(reconnect=plan), 1) == ["10-0"]
    assert server.received[1].headers["last-event-id"] == "9-0"


def test_a_busy_server_is_asked_again_when_it_says() -> None:
    answers = [reply(b"{}", "503 Service Unavailable", Retry_After="9"), sent(1)]
    plan, slept = quiet()
    with scripted(lambda _: answers.pop(0)) as server, Client(server.url) as client:
        assert ids(client.stream(reconnect=plan), 1) == ["1-0"]
    assert slept == [9.0]


@pytest.mark.parametrize(
    ("status", "kind"), [("401 Unauthorized", NotAllowed), ("422 Unprocessable Content", Invalid)]
)
def test_a_refused_stream_is_not_asked_for_again(status: str, kind: type[Exception]) -> None:
    with (
        scripted(lambda _: reply(b"{}", status)) as server,
        Client(server.url) as client,
        pytest.raises(kind),
    ):
        next(iter(client.stream()))
    assert len(server.received) == 1


def test_a_stream_without_a_sign_of_life_is_opened_again() -> None:
    """The first connection brings a head and then nothing more."""

    def script(received: Received) -> bytes:
        if received.connection == 1:
            return b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n\n"
        return sent(1)

    plan, _ = quiet()
    with scripted(script) as server, Client(server.url) as client:
        assert ids(client.stream(silence=0.2, reconnect=plan), 1) == ["1-0"]
    assert len(server.received) >= 2


def test_the_stream_of_a_run_ends_with_it() -> None:
    plan, _ = quiet()
    told = b"".join(
        b'id: 3-%d\nevent: %b\ndata: {"id": "3-%d"}\n\n' % (number, name, number)
        for number, name in enumerate((b"born", b"ended"), 1)
    )
    answer = reply(told, Content_Type="text/event-stream", Connection="close")
    with scripted(lambda _: answer) as server:
        events = Client(server.url).mine.stream(3, reconnect=plan)
        assert [event["id"] for event in events] == ["3-1", "3-2"]
    assert [request.target for request in server.received] == ["/api/v1/mine/3/stream"]


def test_a_run_that_has_nothing_more_to_tell_is_not_asked_again() -> None:
    plan, waits = quiet()
    with scripted(lambda _: reply(b"", "204 No Content")) as server:
        assert list(Client(server.url).mine.stream(3, "3-2", reconnect=plan)) == []
    assert waits == []


def test_another_thread_may_end_a_stream() -> None:
    opened = threading.Event()

    def script(_: Received) -> bytes:
        opened.set()
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n\n"

    with scripted(script) as server, Client(server.url) as client:
        events = client.stream(silence=60)
        reader = threading.Thread(target=lambda: list(events))
        reader.start()
        opened.wait(30)
        while reader.is_alive():
            events.close()
            reader.join(0.05)
    assert events.last_id is None
