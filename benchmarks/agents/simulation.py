"""Runs a contender on a generated web, with a simulated clock and several requests at once."""

from dataclasses import dataclass
from heapq import heappop, heappush

from benchmarks.agents.contenders import Contender
from benchmarks.agents.web_pages import QuerySight
from tidings.crawl.agents.population import Step

AGENTS = 8


@dataclass(frozen=True, slots=True)
class CrawledWeb:
    """The pages of the web that were visited, in order; -1 for those that are none."""

    visited: tuple[int, ...]
    seconds: float

    def found(self, relevant: frozenset[int], pages: int) -> int:
        """Return how many relevant pages were among the first ones."""
        return len(relevant.intersection(self.visited[:pages]))


def crawled(
    contender: Contender, sight: QuerySight, seeds: list[str], pages: int, agents: int = AGENTS
) -> CrawledWeb:
    """Let a contender visit so many pages."""
    contender.add_seeds(seeds)
    moving: list[tuple[float, int, Step, float]] = []
    visited: list[int] = []
    now = 0.0
    while True:
        while len(moving) < agents and len(visited) < pages:
            step = contender.next_step(now, lambda url: True)
            if step is None:
                break
            number = sight.pages.number(step.url)
            visited.append(-1 if number is None else number)
            seconds = sight.seconds(step.url, step.number)
            heappush(moving, (now + seconds, step.number, step, seconds))
        if not moving:
            return CrawledWeb(tuple(visited), now)
        now, _, step, seconds = heappop(moving)
        contender.observe(step, sight.sight(step.url, seconds), now)
