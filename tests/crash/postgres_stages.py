"""Stages of a commit that only PostgreSQL has: the server may commit what nobody waits for."""

import sys
from typing import Any

from psycopg.pq import ExecStatus, PGconn

from tidings.store.database.postgres_session import PostgresWriterSession


def send_commit(connection: PGconn) -> None:
    """Send COMMIT, and do not wait for the answer."""
    connection.send_query(b"COMMIT")


def _commit_in_two_steps(session: PostgresWriterSession) -> None:
    connection = session._connection.pgconn
    send_commit(connection)
    while (result := connection.get_result()) is not None:
        assert result.status == ExecStatus.COMMAND_OK, result.error_message


def split_commits() -> None:
    """Let a session send COMMIT in one step and take the answer in another."""
    PostgresWriterSession.commit = _commit_in_two_steps  # type: ignore[method-assign, assignment]


# stage -> (owner of the function, its name, whether to die before or after it)
STAGES: dict[str, tuple[Any, str, str]] = {
    "before-commit-is-sent": (sys.modules[__name__], "send_commit", "before"),
    "between-commit-and-answer": (sys.modules[__name__], "send_commit", "after"),
}
