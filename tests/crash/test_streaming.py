"""kill -9 of server and crawler at random: no reader loses an event, gets one twice or disordered.

Readers come back with the id of the last event. What they got is compared with the logs.
"""

import socket
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from random import Random

import pytest
from tests.crash.forking_process import ForkedProgram

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.changes.article_changes import changes_after
from tidings.store.tables.changes.story_changes import story_changes_after

KILLED = -9
PATIENCE = 120.0
ALL = 10**6


class Reader:
    """Reads the stream in a thread, over any number of connections, and keeps what came."""

    def __init__(self, port: int, query: str, start: str | None, impatience: float = 0.0) -> None:
        """It leaves by itself after an event with the probability `impatience`."""
        self.events: list[tuple[str, str]] = []  # id and kind
        self.begins = start  # the first position that it knows
        self.last_id = start
        self.connections = 0
        self._port = port
        self._path = f"/api/v1/stream{query}"
        self._impatience = impatience
        self._rng = Random(1)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread; the last connection is dropped."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            connection = HTTPConnection("127.0.0.1", self._port, timeout=3.0)
            try:
                headers = {} if self.last_id is None else {"Last-Event-ID": self.last_id}
                connection.request("GET", self._path, headers=headers)
                response = connection.getresponse()
                self.connections += response.status == 200
                if response.status == 200:
                    self._read(response)
            except (OSError, HTTPException, ValueError):
                pass
            finally:
                connection.close()
            self._stop.wait(0.02)

    def _read(self, response: HTTPResponse) -> None:
        fields: dict[str, str] = {}
        while not self._stop.is_set() and (line := response.readline()).endswith(b"\n"):
            if line != b"\n":
                name, _, value = line.decode().rstrip("\n").partition(": ")
                fields[name] = value
                continue
            if "data" in fields:
                self.events.append((fields["id"], fields["event"]))
            self.last_id = fields.get("id", self.last_id)
            if self.begins is None:
                self.begins = self.last_id
            if "data" in fields and self._rng.random() < self._impatience:
                return
            fields = {}


def logged(home: Path) -> list[tuple[str, str]]:
    """Return ids and kinds of all events as the logs have them, in the order of commits."""
    database = open_database(home / "tidings.db", StoreSettings())
    changes = [((each.seq, 0), str(each.kind)) for each in changes_after(database.read(), 0, ALL)]
    stories = [((each.article_seq or 0, 1), "story")
               for each in story_changes_after(database.read(), 0, ALL)]  # fmt: skip
    database.close()
    events, article, story = [], 0, 0
    for (place, log), kind in sorted(changes + stories, key=lambda each: each[0]):
        article, story = (place, story) if log == 0 else (article, story + 1)
        events.append((f"{article}-{story}", kind))
    return events


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "the readers do not get what is in the log"
        time.sleep(0.05)


def killed_again_and_again(
    program: ForkedProgram, home: Path, role: str, kills: int, rng: Random
) -> None:
    for _ in range(kills):
        code, _ = program.run(home, role, rng.randint(200, 1_000))
        assert code == KILLED


@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(
    ("seed", "kills"),
    [(1, 3), *(pytest.param(seed, 40, marks=pytest.mark.slow) for seed in range(2, 7))],
)
def test_readers_get_every_event_once_and_in_order(tmp_path: Path, seed: int, kills: int) -> None:
    home, port, rng = tmp_path / "home", free_port(), Random(seed)
    writer = ForkedProgram("tests.crash.streaming_process")
    server = ForkedProgram("tests.crash.stream_serving_process")
    assert writer.run(home, "write", 400)[0] == KILLED
    readers = [
        Reader(port, "", "0-0"),
        Reader(port, "", "0-0", impatience=0.02),
        Reader(port, "?kinds=deleted,story", "0-0"),
        Reader(port, "", None),
    ]
    try:
        serving = threading.Thread(
            target=killed_again_and_again, args=(server, home, str(port), kills, Random(seed))
        )
        serving.start()
        killed_again_and_again(writer, home, "write", kills, rng)
        assert writer.run(home, "write", 0)[0] == 0
        serving.join()
        serving = threading.Thread(target=server.run, args=(home, str(port), 0))
        serving.start()
        expected = logged(home)
        last, wanted = expected[-1][0], {"deleted", "story"}
        until(lambda: all(reader.last_id == last for reader in readers))
    finally:
        for reader in readers:
            reader.stop()
        home.with_suffix(".stop").touch()
        serving.join()
        writer.close()
        server.close()
    assert len({kind for _, kind in expected}) >= 4
    assert readers[0].events == readers[1].events == expected
    assert readers[2].events == [event for event in expected if event[1] in wanted]
    ids = [id_ for id_, _ in expected]
    begins = 0 if readers[3].begins in (None, "0-0") else ids.index(readers[3].begins) + 1
    assert readers[3].events == expected[begins:]
    assert readers[1].connections > 1
