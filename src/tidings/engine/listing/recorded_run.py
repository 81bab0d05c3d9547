"""A run as its rows tell it: the calls that were made, and the population to make them again."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tidings.crawl.agents.agent_population import AgentPopulation
from tidings.crawl.agents.population import Population, Step
from tidings.crawl.agents.query_terms import query_terms
from tidings.model.agents.page_sight import Sight
from tidings.model.agents.query_run import RunRequest
from tidings.store.tables.agents.query_runs import RunBasis
from tidings.store.tables.agents.query_steps import StepRow, StepState


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call of a population."""

    step: Step
    second: float  # that the run had worked
    is_begin: bool = False
    sight: Sight | None = None  # of an observed step; of others, its agent was replaced
    is_left: bool = False  # it was replaced because its process had ended


def recorded_calls(rows: Iterable[StepRow]) -> tuple[list[RecordedCall], int]:
    """Return the calls of a run in their order, and the number of the last one."""
    numbered: list[tuple[int, RecordedCall]] = []
    for row in rows:
        step = Step(row.number, row.agent, row.url, row.page, row.estimate)
        numbered.append((row.began_call, RecordedCall(step, row.began_second, is_begin=True)))
        if row.ended_call is not None and row.ended_second is not None:
            sight = row.sight if row.state is StepState.OBSERVED else None
            is_left = row.state is StepState.LEFT
            ended = RecordedCall(step, row.ended_second, sight=sight, is_left=is_left)
            numbered.append((row.ended_call, ended))
    numbered.sort(key=lambda each: each[0])
    return [call for _, call in numbered], numbered[-1][0] if numbered else 0


def new_population(
    request: RunRequest, basis: RunBasis, began_at: datetime | None, page_bytes: int
) -> AgentPopulation:
    """Return the population of a run as it began."""
    terms = query_terms(request.query, basis.language)
    population = AgentPopulation(request, terms, basis.model, today=began_at, page_bytes=page_bytes)
    population.add_seeds(basis.seeds)
    return population


def make_again(population: Population, calls: Iterable[RecordedCall]) -> None:
    """Make recorded calls, and drop the events, which are rows."""
    for call in calls:
        if call.is_begin:
            population.repeat(call.step)
        elif call.sight is not None:
            population.observe(call.step, call.sight, call.second)
        else:
            population.take_over(call.step, call.second)
    for _ in population.events():
        pass
