"""The agents of one run: who lives where, who goes where next, who reproduces and who dies.

It is a pure value machine: the same calls in the same order have the same result, so a run that
was killed is brought back by making the calls again that were recorded: `repeat` in place of
`next_step`, and `observe` and `take_over` as they were. `now` is always the seconds that the run
has worked, without the time between an interruption and its resumption.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tidings.model.agents.agent_event import AgentEvent, LinkVerdict
from tidings.model.agents.page_sight import Sight
from tidings.model.agents.query_run import RunEnd


@dataclass(frozen=True, slots=True)
class Step:
    """One agent's way to one page."""

    number: int  # counts from 1
    agent: int
    url: str
    page: str = ""  # where the link stands; empty: a seed
    estimate: float = 0.0
    after: int = 0  # pages observed before it began: where it belongs when the run is repeated
    max_bytes: int = 0  # reserved for it: cut the body there, and the budget of bytes holds
    until: float = 0.0  # seconds of the run: stop it then, and the budget of time holds


@dataclass(frozen=True, slots=True)
class AgentView:
    """One agent, as it is shown."""

    number: int
    parent: int
    generation: int
    url: str  # where it stands, or is going
    energy: float
    finds: int
    is_moving: bool


class Population(Protocol):
    """What the engine and the benchmarks use."""

    def add_seeds(self, urls: Sequence[str]) -> None:
        """Place agents on seeds, in this order; seeds beyond the number of agents wait."""

    def next_step(self, now: float, may_ask: Callable[[str], bool]) -> Step | None:
        """Return the next step and count it against the budget; None if nobody can go now.

        `may_ask` says whether a URL's host may be asked now: the others wait. It is called once
        per host.
        """

    def may_redirect(self, step: Step, url: str) -> bool:
        """Return whether a step may go on to another URL, and count its host if so.

        No page is visited twice, and a redirect must not exceed the limits of hosts.
        """

    def observe(self, step: Step, sight: Sight, now: float) -> None:
        """Take in what came of a step. The URL of the sight is the last that was requested."""

    def take_over(self, step: Step, now: float) -> None:
        """Replace a dead or silent agent: another one will go to the page of its step.

        The page counts again against the budget, because it may be requested again. A later
        `observe` of the old step is ignored.
        """

    def repeat(self, step: Step) -> None:
        """Count a step that was recorded before the run was interrupted.

        It goes between the calls of `observe` as `Step.after` says. A step that was never observed
        is then taken over.
        """

    def end(self, now: float) -> RunEnd | None:
        """Return why nothing begins any more, once all steps under way are observed; else None."""

    def events(self) -> Iterator[AgentEvent]:
        """Yield what happened since the last call."""

    def verdicts(self) -> Iterable[LinkVerdict]:
        """Yield every link that was seen, and why it was followed or left."""

    @property
    def alive(self) -> Sequence[AgentView]:
        """The living agents."""

    def learned(self) -> bytes:
        """Return what the run taught, for the next run about the same topic."""
