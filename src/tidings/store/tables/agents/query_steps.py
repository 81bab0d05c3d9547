"""The table of the steps that agents make: each is a row before its request is sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tidings.model.agents.page_sight import Sight
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.agents.packed_sight import packed_sight, unpacked_sight


class StepState(StrEnum):
    """How far a step has come. Values are stored."""

    BEGUN = "begun"  # its request may have been sent
    OBSERVED = "observed"  # the page was read, or missed
    REPLACED = "replaced"  # its agent was dead or silent: another one goes to the page
    LEFT = "left"  # so does one if the process of the run ended meanwhile, for which no page pays


@dataclass(frozen=True, slots=True)
class RunCall:
    """When a run called its population."""

    number: int  # among the calls of the run
    second: float  # that the run had worked
    at: datetime


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of an agent."""

    number: int
    agent: int
    url: str
    page: str  # where the link stands; empty: a seed
    estimate: float
    began_at: datetime
    began_call: int  # its place among the calls of the run
    began_second: float  # that the run had worked
    state: StepState = StepState.BEGUN
    ended_at: datetime | None = None
    ended_call: int | None = None
    ended_second: float | None = None
    sight: Sight | None = None  # of an observed one


def begin_step(connection: Writer, run: int, step: StepRow) -> None:
    """Store a step whose request is sent next."""
    connection.execute(
        "INSERT INTO query_steps "
        "(run, number, agent, url, page, estimate, began_at, began_call, began_second, state) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            run,
            step.number,
            step.agent,
            step.url,
            step.page,
            step.estimate,
            to_seconds(step.began_at),
            step.began_call,
            step.began_second,
            StepState.BEGUN,
        ),
    )


def end_step(connection: Writer, run: int, number: int, sight: Sight, call: RunCall) -> None:
    """Store what a step showed."""
    connection.execute(
        "UPDATE query_steps SET state = ?, sight = ?, ended_call = ?, ended_second = ?, "
        "ended_at = ? WHERE run = ? AND number = ?",
        (
            StepState.OBSERVED,
            packed_sight(sight),
            call.number,
            call.second,
            to_seconds(call.at),
            run,
            number,
        ),
    )


def replace_step(
    connection: Writer, run: int, number: int, call: RunCall, state: StepState = StepState.REPLACED
) -> None:
    """Store that the agent of a step was replaced, and why."""
    connection.execute(
        "UPDATE query_steps SET state = ?, ended_call = ?, ended_second = ?, ended_at = ? "
        "WHERE run = ? AND number = ?",
        (state, call.number, call.second, to_seconds(call.at), run, number),
    )


def steps_of_run(connection: Reader, run: int) -> Iterator[StepRow]:
    """Yield the steps of a run in the order of their numbers."""
    rows = connection.execute_in_pieces(
        "SELECT number, agent, url, page, estimate, began_at, began_call, began_second, state, "
        "ended_at, ended_call, ended_second, sight FROM query_steps WHERE run = ? ORDER BY number",
        (run,),
    )
    for number, agent, url, page, estimate, began_at, call, second, state, *end in rows:
        ended_at, ended_call, ended_second, sight = end
        yield StepRow(
            number,
            agent,
            url,
            page,
            estimate,
            from_seconds(began_at),
            call,
            second,
            StepState(state),
            from_seconds(ended_at),
            ended_call,
            ended_second,
            None if sight is None else unpacked_sight(bytes(sight)),
        )
