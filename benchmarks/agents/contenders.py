"""The other ways of crawling: breadth-first, best-first by page and by anchor, and shark-search."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Protocol

from tidings.crawl.agents.link_signals import similarity
from tidings.crawl.agents.population import Step
from tidings.crawl.agents.query_terms import QueryTerms
from tidings.model.agents.page_sight import SeenLink, SeenPage, Sight

_DECAY = 0.5  # shark-search's constants, as in its paper
_INHERITED = 0.5
_ANCHOR = 0.8


class Contender(Protocol):
    """The part of `Population` that a simulation uses."""

    def add_seeds(self, urls: Sequence[str]) -> None: ...

    def next_step(self, now: float, may_ask: Callable[[str], bool]) -> Step | None: ...

    def observe(self, step: Step, sight: Sight, now: float) -> None: ...


class BreadthFirst:
    """Follows links in the order in which they were found; the others override the priority."""

    def __init__(self, query: QueryTerms) -> None:
        self.query = query
        self._queue: list[tuple[float, int, str]] = []
        self._best: dict[str, float] = {}
        self._visited: set[str] = set()
        self._pushed = 0
        self._steps = 0

    def add_seeds(self, urls: Sequence[str]) -> None:
        for url in urls:
            self._push(url, float("inf"))

    def next_step(self, now: float, may_ask: Callable[[str], bool]) -> Step | None:
        while self._queue:
            _, _, url = heappop(self._queue)
            if url not in self._visited:
                self._visited.add(url)
                self._steps += 1
                return Step(self._steps, 1, url)
        return None

    def observe(self, step: Step, sight: Sight, now: float) -> None:
        if not isinstance(sight, SeenPage):
            return
        self.see(sight)
        for link in sight.links:
            if link.url not in self._visited:
                self._push(link.url, self.priority(sight, link))

    def see(self, page: SeenPage) -> None:
        """Prepare for the links of a page."""

    def priority(self, page: SeenPage, link: SeenLink) -> float:
        """Return how soon a link is followed: here all alike."""
        return 0.0

    def _push(self, url: str, priority: float) -> None:
        if priority > self._best.get(url, -1.0):
            self._best[url] = priority
            self._pushed += 1
            heappush(self._queue, (-priority, self._pushed, url))


class BestFirst(BreadthFirst):
    """By the similarity of the page that a link stands on: the paper's baseline."""

    def priority(self, page: SeenPage, link: SeenLink) -> float:
        return page.relevance.cosine


class JudgedBestFirst(BreadthFirst):
    """The same by our own judge of pages, which knows how rare words are."""

    def priority(self, page: SeenPage, link: SeenLink) -> float:
        return page.relevance.ours


class AnchorFirst(BreadthFirst):
    """By the similarity of the link's text; links without it by their page."""

    def priority(self, page: SeenPage, link: SeenLink) -> float:
        return similarity(link.anchor, self.query) + 0.01 * page.relevance.cosine


class SharkSearch(BreadthFirst):
    """Hersovici et al., WWW7 1998: inherited score with decay, anchor, and the anchor's context."""

    def __init__(self, query: QueryTerms) -> None:
        super().__init__(query)
        self._inherited: dict[str, float] = {}
        self._handed_on = 0.0

    def see(self, page: SeenPage) -> None:
        own = self.page_score(page)
        self._handed_on = _DECAY * (own if own > 0 else self._inherited.get(page.url, 0.0))

    def page_score(self, page: SeenPage) -> float:
        """Return the similarity of a page."""
        return page.relevance.cosine

    def priority(self, page: SeenPage, link: SeenLink) -> float:
        anchor = similarity(link.anchor, self.query)
        context = 1.0 if anchor > 0 else similarity(link.around, self.query)
        neighbourhood = _ANCHOR * anchor + (1 - _ANCHOR) * context
        known = self._inherited.get(link.url, 0.0)
        self._inherited[link.url] = max(known, self._handed_on)
        return _INHERITED * self._handed_on + (1 - _INHERITED) * neighbourhood


class JudgedSharkSearch(SharkSearch):
    """The same with our own judge of pages."""

    def page_score(self, page: SeenPage) -> float:
        return page.relevance.ours
