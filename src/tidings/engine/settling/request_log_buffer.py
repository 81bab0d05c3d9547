"""A buffer for the request log: collects lines until the next transaction stores them."""

from collections import deque
from collections.abc import Sequence

from tidings.model.web.request_log import LoggedRequest
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.request_log import add_logged_requests


class RequestLogBuffer:
    """Collects lines in the event loop's thread and stores them in the writer's thread."""

    def __init__(self) -> None:
        self._lines: deque[LoggedRequest] = deque()
        self._taken: list[LoggedRequest] = []  # by the transaction that is being committed

    def note(self, line: LoggedRequest) -> None:
        """Add a line."""
        self._lines.append(line)

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
        self._taken = [self._lines.popleft() for _ in range(len(self._lines))]
        add_logged_requests(connection, self._taken)
