"""The table of what runs tell while they work."""

from collections.abc import Sequence
from datetime import datetime

from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import from_seconds, to_seconds

_COLUMNS = "kind, agent, parent, generation, url, energy, relevance, estimate, words"


def add_events(
    connection: Writer, run: int, seq: int, events: Sequence[AgentEvent], now: datetime
) -> None:
    """Store events; the first one gets the number `seq`."""
    connection.executemany(
        f"INSERT INTO query_events (run, seq, at, {_COLUMNS}) VALUES ({marks(12)})",  # noqa: S608
        [
            (
                run,
                number,
                to_seconds(now),
                event.kind,
                event.agent,
                event.parent,
                event.generation,
                event.url,
                event.energy,
                event.relevance,
                event.estimate,
                event.words,
            )
            for number, event in enumerate(events, start=seq)
        ],
    )


def last_event(connection: Reader, run: int) -> int:
    """Return the number of the newest event of a run; 0 if there is none."""
    row = connection.execute(
        "SELECT coalesce(max(seq), 0) FROM query_events WHERE run = ?", (run,)
    ).fetchone()
    return int(row[0])


def events_after(
    connection: Reader, run: int, seq: int, limit: int
) -> list[tuple[int, datetime, AgentEvent]]:
    """Return the events of a run after a number, with their numbers and times."""
    rows = connection.execute(
        f"SELECT seq, at, {_COLUMNS} FROM query_events "  # noqa: S608
        "WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?",
        (run, seq, limit),
    )
    return [
        (number, from_seconds(at), AgentEvent(AgentEventKind(kind), *values))
        for number, at, kind, *values in rows
    ]


def events_of_kinds(
    connection: Reader, run: int, kinds: Sequence[AgentEventKind]
) -> list[AgentEvent]:
    """Return all events of these kinds, in their order."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM query_events "  # noqa: S608
        f"WHERE run = ? AND kind IN ({marks(len(kinds))}) ORDER BY seq",
        (run, *kinds),
    )
    return [AgentEvent(AgentEventKind(kind), *values) for kind, *values in rows]
