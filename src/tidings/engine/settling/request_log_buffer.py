"""A buffer for the request log: collects lines until the next transaction stores them."""

from collections import deque

from tidings.model.web.request_log import LoggedRequest
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.request_log import add_logged_requests


class RequestLogBuffer:
    """Collects lines in the event loop's thread and stores them in the writer's thread."""

    def __init__(self) -> None:
        self._lines: deque[LoggedRequest] = deque()

    def note(self, line: LoggedRequest) -> None:
        """Add a line."""
        self._lines.append(line)

    def write(self, connection: Writer) -> None:
        """Store the collected lines. A visit's requests are all here before it is settled."""
        count = len(self._lines)
        if count:
            add_logged_requests(connection, [self._lines.popleft() for _ in range(count)])
