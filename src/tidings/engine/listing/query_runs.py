"""Query runs as they are listed and watched: state, events, finds, agents, and why links were left."""  # noqa: E501

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from heapq import nlargest

from tidings.engine.listing.recorded_run import make_again, new_population, recorded_calls
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind, LinkVerdict
from tidings.model.agents.query_run import RunStatus
from tidings.model.agents.run_find import RunAgent, RunFind
from tidings.store.database.session import Reader
from tidings.store.tables.agents import query_events, query_finds, query_runs, query_steps

_PAGE_BYTES = 5 * 1024 * 1024  # does not matter once all steps are known
_LIVES = (
    AgentEventKind.BORN,
    AgentEventKind.REPLACED,
    AgentEventKind.MOVED,
    AgentEventKind.SAW,
    AgentEventKind.FOUND,
    AgentEventKind.MISSED,
    AgentEventKind.DIED,
)


def run_status(reader: Reader, run: int) -> RunStatus | None:
    """Return one run, or None."""
    return query_runs.run_status(reader, run)


def run_list(reader: Reader, limit: int, before: int | None = None) -> list[RunStatus]:
    """Return the newest runs, newest first; with `before`, those before that one."""
    return query_runs.run_statuses(reader, limit, before)


def events_after(
    reader: Reader, run: int, seq: int, limit: int
) -> list[tuple[int, datetime, AgentEvent]]:
    """Return the next events of a run after a number, with their numbers and times."""
    return query_events.events_after(reader, run, seq, limit)


def finds_of(reader: Reader, run: int) -> list[RunFind]:
    """Return what a run has found, in the order in which it did."""
    return query_finds.finds_of_run(reader, run)


def agents_of(reader: Reader, run: int) -> list[RunAgent]:
    """Return the agents of a run, dead and alive: who lives where, with which energy."""
    return lives_of(query_events.events_of_kinds(reader, run, _LIVES))


def lives_of(events: Iterable[AgentEvent]) -> list[RunAgent]:
    """Return what became of agents, as events tell it."""
    agents: dict[int, RunAgent] = {}
    for event in events:
        known = agents.get(event.agent) or RunAgent(
            event.agent, event.parent, event.generation, event.url, event.energy, 0, True
        )
        agents[event.agent] = _after(known, event)
        if event.kind is AgentEventKind.REPLACED:
            _bury(agents, event)
    return [agents[number] for number in sorted(agents)]


def _bury(agents: dict[int, RunAgent], event: AgentEvent) -> None:
    """Let the agent be dead whose work a new one goes on with; its words name it: agent 7."""
    number = event.words.rpartition(" ")[2]
    old = agents.get(int(number)) if number.isdecimal() else None
    if old is not None:
        agents[old.number] = replace(old, is_alive=False, is_moving=False)
        agents[event.agent] = replace(agents[event.agent], finds=old.finds)


def _after(agent: RunAgent, event: AgentEvent) -> RunAgent:
    match event.kind:
        case AgentEventKind.FOUND:
            return replace(agent, finds=agent.finds + 1)
        case AgentEventKind.DIED:
            return replace(agent, is_alive=False, is_moving=False, energy=event.energy)
        case AgentEventKind.MOVED:
            return replace(agent, url=event.url, energy=event.energy, is_moving=True)
        case AgentEventKind.MISSED:
            return replace(agent, energy=event.energy, is_moving=False)
        case _:
            url = event.url or agent.url
            return replace(agent, url=url, energy=event.energy, is_moving=False)


def verdicts_of(
    reader: Reader, run: int, followed: bool | None = None, limit: int = 1_000
) -> list[LinkVerdict]:
    """Return why links were followed or left, the best estimates first.

    The run is made again from its rows, which takes a millisecond for each page.
    """
    status, basis = query_runs.run_status(reader, run), query_runs.run_basis(reader, run)
    if status is None or basis is None:
        return []
    population = new_population(status.request, basis, status.began_at, _PAGE_BYTES)
    calls, _ = recorded_calls(query_steps.steps_of_run(reader, run))
    make_again(population, calls)
    wanted = (
        each for each in population.verdicts() if followed is None or each.followed is followed
    )
    return nlargest(limit, wanted, key=lambda each: each.estimate)
