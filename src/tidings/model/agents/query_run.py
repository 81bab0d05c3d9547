"""A query run: agents that search the live web for one query, within a budget."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class AgentPolicy(StrEnum):
    """How agents choose where to go."""

    LEARNED = "learned"  # what fetched pages turn out to be teaches which links are worth it
    UNLEARNED = "unlearned"  # the same estimates, without learning
    LACRAWLER = "lacrawler"  # the paper's formulas and its constant threshold


class RunState(StrEnum):
    """What became of a run."""

    WAITING = "waiting"  # for the owner of the home to begin, or to go on with it
    RUNNING = "running"
    INTERRUPTED = "interrupted"  # its process was killed or stopped; `tidings mine --resume`
    ENDED = "ended"


class RunEnd(StrEnum):
    """Why a run ended."""

    PAGES = "pages"  # the budget of pages is used up
    BYTES = "bytes"
    TIME = "time"
    NO_LINKS = "no links"  # nothing is left to follow
    STARVED = "starved"  # no agent is alive, and no link is worth a new one
    STOPPED = "stopped"  # somebody asked for it
    NO_SEEDS = "no seeds"  # nothing to begin with
    BROKEN = "broken"  # the home could not be written


@dataclass(frozen=True, slots=True)
class RunBudget:
    """What a run may use at most. Each limit is hard: nothing begins that could exceed it."""

    pages: int = 200  # visits that are begun, seeds included
    bytes: int = 200_000_000  # of bodies
    seconds: float = 300.0
    hosts: int = 100  # different hosts
    pages_per_host: int = 50
    agents: int = 8  # alive at the same time; each makes one visit at a time


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What somebody asked for."""

    query: str
    seeds: tuple[str, ...] = ()  # empty: found in the home
    budget: RunBudget = RunBudget()
    policy: AgentPolicy = AgentPolicy.LEARNED
    threshold: float | None = None  # None: adapts to what is left; lacrawler: .72
    seed: int = 0  # of the run's chance


@dataclass(frozen=True, slots=True)
class RunStatus:
    """A run as it is listed."""

    id: int
    request: RunRequest
    state: RunState
    asked_at: datetime
    began_at: datetime | None = None
    ended_at: datetime | None = None
    end: RunEnd | None = None
    detail: str = ""  # of a broken one: what to do
    pages: int = 0  # visits begun
    bytes: int = 0
    hosts: int = 0
    finds: int = 0
    relevance: float = 0.0  # of all pages together: the run's harvest
