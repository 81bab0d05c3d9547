"""A buffer for the request log: collects lines until the next transaction stores them."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from tidings.model.web.reason import Reason
from tidings.model.web.request_log import MAX_PATH, LoggedRequest
from tidings.read.url import host_of, path_of
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.request_log import add_logged_requests


class RequestLogBuffer:
    """Collects lines in the event loop's thread and stores them in the writer's thread."""

    def __init__(self) -> None:
        self._lines: deque[LoggedRequest] = deque()
        self._taken: list[LoggedRequest] = []  # by the transaction that is being committed
        self._same_bytes: set[tuple[str, str]] = set()  # hosts and paths

    def note(self, line: LoggedRequest) -> None:
        """Add a line."""
        self._lines.append(line)

    def note_same_bytes(self, url: str) -> None:
        """Note that the response to a request that is still here had the bytes that are known."""
        self._same_bytes.add((host_of(url), path_of(url)[:MAX_PATH]))

    def write(self, connection: Writer) -> None:
        """Store the collected lines with the transaction, also if another piece of it fails.

        A visit's requests are all here before it is settled.
        """
        if self._lines:
            connection.collect(self._store, None)

    def end_batch(self, is_committed: bool) -> None:
        """Forget the lines that a transaction stored, or keep them for the next one."""
        if not is_committed:
            self._lines.extendleft(reversed(self._taken))
        self._taken = []

    def _store(self, connection: Writer, _notes: Sequence[None]) -> None:
        # At the end of the transaction: a piece that fails before does not undo this.
        taken = (self._lines.popleft() for _ in range(len(self._lines)))
        self._taken = [self._marked(line) for line in taken]
        self._same_bytes.clear()
        add_logged_requests(connection, self._taken)

    def _marked(self, line: LoggedRequest) -> LoggedRequest:
        if not self._same_bytes or (line.host, line.path) not in self._same_bytes:
            return line
        return replace(line, reason=Reason.SAME_BYTES) if line.reason is None else line
