"""What a run tells while it works: the lives of its agents, and what they find."""

from dataclasses import dataclass
from enum import StrEnum


class AgentEventKind(StrEnum):
    """What happened."""

    BORN = "born"  # an agent stands on a seed, or was reproduced onto a link
    MOVED = "moved"  # it follows a link
    SAW = "saw"  # it has read the page it went to
    FOUND = "found"  # the page is relevant: a find
    MISSED = "missed"  # the page could not be read
    DIED = "died"  # it starved, or said that it is killed
    REPLACED = "replaced"  # it was dead or silent: another agent goes on with its work
    RATE = "rate"  # how the run does: pages, finds, harvest, threshold, agents alive
    ENDED = "ended"  # the run is over


@dataclass(frozen=True, slots=True)
class AgentEvent:
    """One event. Agents are numbered from 1; fields that say nothing are empty."""

    kind: AgentEventKind
    agent: int = 0
    parent: int = 0  # the agent that it descends from
    generation: int = 0
    url: str = ""
    energy: float = 0.0
    relevance: float = 0.0
    estimate: float = 0.0  # of the link, before it was followed
    words: str = ""  # the link's text, the page's title, or why


@dataclass(frozen=True, slots=True)
class LinkVerdict:
    """Why a link was followed or left, for `--explain`."""

    url: str
    page: str  # on which it stands
    estimate: float
    threshold: float  # at that moment
    followed: bool
    reasons: tuple[str, ...]  # in plain words, the strongest first
    words: str = ""
