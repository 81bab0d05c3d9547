"""Lines of the request log are stored once, whatever happens to the transaction."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.request_log import recent_requests

NOW = datetime(2026, 7, 1, tzinfo=UTC)
REQUEST = LoggedRequest(
    NOW.timestamp(), "paper.example", "/1", "192.0.2.1", RequestPurpose.PAGE, 1, 200, None, 9, 0.1
)


@pytest.fixture
def buffer(database: Database) -> RequestLogBuffer:
    buffer = RequestLogBuffer()
    database.after_batch = buffer.end_batch
    return buffer


def note(buffer: RequestLogBuffer, path: str) -> None:
    buffer.note(replace(REQUEST, path=path))


def stored_paths(database: Database) -> list[str]:
    return [line.path for line in recent_requests(database.read(), NOW)]


def fail() -> None:
    raise OSError(28, "No space left on device")


def fail_commit(database: Database, buffer: RequestLogBuffer) -> None:
    database.before_commit = fail
    with pytest.raises(OSError, match="No space"):
        database.write(buffer.write).result()
    database.before_commit = lambda: None


def test_a_failed_transaction_keeps_its_lines_for_the_next(
    database: Database, buffer: RequestLogBuffer
) -> None:
    note(buffer, "/1")
    note(buffer, "/2")
    fail_commit(database, buffer)
    note(buffer, "/3")
    fail_commit(database, buffer)
    assert stored_paths(database) == []
    database.write(buffer.write).result()
    assert stored_paths(database) == ["/1", "/2", "/3"]


def test_a_piece_that_fails_keeps_the_lines(database: Database, buffer: RequestLogBuffer) -> None:
    def write_and_fail(connection: Writer) -> None:
        buffer.write(connection)
        raise ValueError("no")

    note(buffer, "/1")
    with pytest.raises(ValueError, match="no"):
        database.write(write_and_fail).result()
    database.write(buffer.write).result()
    assert stored_paths(database) == ["/1"]


def test_a_request_that_brought_the_same_bytes_is_marked(
    database: Database, buffer: RequestLogBuffer
) -> None:
    note(buffer, "/1")
    note(buffer, "/2")
    buffer.note(replace(REQUEST, path="/1", status=301, reason=Reason.REDIRECTED))
    buffer.note_same_bytes("http://paper.example/1")
    fail_commit(database, buffer)
    database.write(buffer.write).result()
    note(buffer, "/1")
    database.write(buffer.write).result()
    lines = recent_requests(database.read(), NOW)
    reasons = [Reason.SAME_BYTES, None, Reason.REDIRECTED, None]
    assert [line.reason for line in lines] == reasons


def test_no_later_failure_doubles_lines(database: Database, buffer: RequestLogBuffer) -> None:
    note(buffer, "/1")
    database.write(buffer.write).result()
    fail_commit(database, buffer)
    database.write(buffer.write).result()
    database.write(buffer.write).result()
    assert stored_paths(database) == ["/1"]
