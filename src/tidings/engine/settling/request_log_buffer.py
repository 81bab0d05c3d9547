"""The ledger while it is written: lines gather here and go into the next transaction."""

import sqlite3
from collections import deque

from tidings.model.web.request_log import LoggedRequest
from tidings.store.tables.frontier.request_log import add_logged_requests


class RequestLogBuffer:
    """Takes lines in the event loop's thread and writes them in the writer's."""

    def __init__(self) -> None:
        self._lines: deque[LoggedRequest] = deque()

    def note(self, line: LoggedRequest) -> None:
        """Take a line."""
        self._lines.append(line)

    def write(self, connection: sqlite3.Connection) -> None:
        """Write what has gathered; whatever a visit asked for is here before it is settled."""
        count = len(self._lines)
        if count:
            add_logged_requests(connection, [self._lines.popleft() for _ in range(count)])
