"""The table of query runs: what was asked for, and what became of it."""

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from tidings.model.agents.query_run import (
    AgentPolicy,
    RunBudget,
    RunEnd,
    RunRequest,
    RunState,
    RunStatus,
)
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds

_STATUS = (
    "SELECT id, request, state, asked_at, began_at, ended_at, outcome, detail, "
    "pages, bytes, hosts, finds, relevance FROM query_runs"
)


@dataclass(frozen=True, slots=True)
class RunCounts:
    """What a run has used and found so far."""

    pages: int = 0
    bytes: int = 0
    hosts: int = 0
    finds: int = 0
    relevance: float = 0.0


@dataclass(frozen=True, slots=True)
class RunBasis:
    """What a run began with: with it and its steps, the same run can be made again."""

    seeds: tuple[str, ...]
    language: str  # of its query
    topic: str  # what it learns is kept under this name
    model: bytes  # what was learned about its topic before; empty: nothing


def add_run(connection: Writer, request: RunRequest, now: datetime) -> int:
    """Store a run that waits for the owner of the home; return its number."""
    row = connection.execute(
        "INSERT INTO query_runs (request, state, asked_at) VALUES (?, ?, ?) RETURNING id",
        (_request_text(request), RunState.WAITING, to_seconds(now)),
    ).fetchone()
    return int(row[0])


def begin_run(connection: Writer, run: int, basis: RunBasis, now: datetime) -> None:
    """Note that a run begins, and with what."""
    connection.execute(
        "UPDATE query_runs SET state = ?, began_at = ?, seeds = ?, language = ?, "
        "topic = ?, model = ? WHERE id = ?",
        (
            RunState.RUNNING,
            to_seconds(now),
            json.dumps(basis.seeds),
            basis.language,
            basis.topic,
            basis.model,
            run,
        ),
    )


def continue_run(connection: Writer, run: int) -> None:
    """Note that an interrupted run goes on."""
    connection.execute("UPDATE query_runs SET state = ? WHERE id = ?", (RunState.RUNNING, run))


def resume_run(connection: Writer, run: int) -> None:
    """Let an interrupted run wait for the owner of the home."""
    connection.execute(
        "UPDATE query_runs SET state = ?, stop_asked_at = NULL WHERE id = ?",
        (RunState.WAITING, run),
    )


def interrupt_run(connection: Writer, run: int) -> None:
    """Note that a run has stopped before its end, because its process did."""
    connection.execute(
        "UPDATE query_runs SET state = ? WHERE id = ? AND ended_at IS NULL",
        (RunState.INTERRUPTED, run),
    )


def interrupt_running(connection: Writer) -> int:
    """Note that nothing runs any more, because its process was killed; return how many did."""
    return connection.execute(
        "UPDATE query_runs SET state = ? WHERE state = ?", (RunState.INTERRUPTED, RunState.RUNNING)
    ).rowcount


def ask_to_stop(connection: Writer, run: int, now: datetime) -> None:
    """Note that somebody wants a run to stop."""
    connection.execute(
        "UPDATE query_runs SET stop_asked_at = ? WHERE id = ? AND ended_at IS NULL",
        (to_seconds(now), run),
    )


def end_run(connection: Writer, run: int, end: RunEnd, detail: str, now: datetime) -> None:
    """Note that a run is over, and why."""
    connection.execute(
        "UPDATE query_runs SET state = ?, outcome = ?, detail = ?, ended_at = ? WHERE id = ?",
        (RunState.ENDED, end, detail, to_seconds(now), run),
    )


def note_counts(connection: Writer, run: int, counts: RunCounts, seconds: float) -> None:
    """Store what a run has used and found so far; so it runs, if somebody had resumed it too."""
    connection.execute(
        "UPDATE query_runs SET state = ?, pages = ?, bytes = ?, hosts = ?, finds = ?, "
        "relevance = ?, seconds = ? WHERE id = ?",
        (
            RunState.RUNNING,
            counts.pages,
            counts.bytes,
            counts.hosts,
            counts.finds,
            counts.relevance,
            seconds,
            run,
        ),
    )


def run_status(connection: Reader, run: int) -> RunStatus | None:
    """Return one run, or None."""
    row = connection.execute(f"{_STATUS} WHERE id = ?", (run,)).fetchone()
    return _status(row) if row else None


def run_statuses(connection: Reader, limit: int, before: int | None = None) -> list[RunStatus]:
    """Return the newest runs, newest first; those with smaller numbers than `before`."""
    rows = connection.execute(
        f"{_STATUS} WHERE id < ? ORDER BY id DESC LIMIT ?",
        (before if before is not None else 1 << 62, limit),
    )
    return [_status(row) for row in rows]


def waiting_runs(connection: Reader) -> list[int]:
    """Return the runs that wait for the owner of the home, oldest first."""
    rows = connection.execute(
        "SELECT id FROM query_runs WHERE ended_at IS NULL AND state = ? ORDER BY id",
        (RunState.WAITING,),
    )
    return [row[0] for row in rows]


def runs_to_stop(connection: Reader) -> set[int]:
    """Return the runs that somebody wants to stop."""
    rows = connection.execute(
        "SELECT id FROM query_runs WHERE ended_at IS NULL AND stop_asked_at IS NOT NULL"
    )
    return {row[0] for row in rows}


def run_basis(connection: Reader, run: int) -> RunBasis | None:
    """Return what a run began with; None if it has not begun."""
    row = connection.execute(
        "SELECT seeds, language, topic, model FROM query_runs "
        "WHERE id = ? AND began_at IS NOT NULL",
        (run,),
    ).fetchone()
    if row is None:
        return None
    seeds, language, topic, model = row
    return RunBasis(tuple(json.loads(seeds)), language, topic, bytes(model or b""))


def worked_seconds(connection: Reader, run: int) -> float:
    """Return how long a run has worked; the time between interruption and resuming is none."""
    row = connection.execute("SELECT seconds FROM query_runs WHERE id = ?", (run,)).fetchone()
    return float(row[0]) if row else 0.0


def forget_runs(connection: Writer, before: datetime) -> int:
    """Forget runs that ended or were left before that time, with their steps and events.

    Finds that are still owned keep their rows, until their retention is over.
    """
    rows = connection.execute(
        "SELECT id FROM query_runs WHERE coalesce(ended_at, asked_at) < ? AND state IN (?, ?)",
        (to_seconds(before), RunState.ENDED, RunState.INTERRUPTED),
    )
    runs = [(row[0],) for row in rows]
    connection.executemany("DELETE FROM query_steps WHERE run = ?", runs)
    connection.executemany("DELETE FROM query_events WHERE run = ?", runs)
    connection.executemany("DELETE FROM query_finds WHERE run = ? AND is_owned = 0", runs)
    connection.executemany("DELETE FROM query_runs WHERE id = ?", runs)
    return len(runs)


def _request_text(request: RunRequest) -> str:
    return json.dumps(asdict(request), ensure_ascii=False)


def _request(text: str) -> RunRequest:
    fields: dict[str, Any] = json.loads(text)
    return RunRequest(
        **fields
        | {
            "seeds": tuple(fields["seeds"]),
            "budget": RunBudget(**fields["budget"]),
            "policy": AgentPolicy(fields["policy"]),
        }
    )


def _status(row: Row) -> RunStatus:
    id_, request, state, asked_at, began_at, ended_at, outcome, detail, *counts = row
    return RunStatus(
        id_,
        _request(request),
        RunState(state),
        from_seconds(asked_at),
        from_seconds(began_at),
        from_seconds(ended_at),
        RunEnd(outcome) if outcome else None,
        detail,
        *counts,
    )
