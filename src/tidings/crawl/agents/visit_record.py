"""What the pages and hosts that were visited turned out to be, as columns for the link features."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tidings.model.agents.page_sight import PageRelevance

Floats = NDArray[np.float32]
PAGE_WORDS = 32  # hashed words of a page that are remembered

_INHERITED = 0.5  # share of a lineage's harvest that a page hands on, as in shark-search
_FIRST_ROWS = 64
_COLUMNS = ("relevance", "printed", "harvest", "gap", "tried", "gained", "topic")


class VisitRecord:
    """One row per visited page, and one per host."""

    def __init__(self) -> None:
        self.pages = 0
        self.relevance = _column()  # of the page
        self.printed = _column()  # its relevance by the paper's formula
        self.harvest = _column()  # of the page and of those that led to it, decaying
        self.gap = _column()  # pages since the last find on the way
        self.tried = _column()  # links of the page that were followed and observed
        self.gained = _column()  # relevance of what they led to, added up
        self.topic = _column()  # how much its words went with relevant pages
        self.words = np.zeros((_FIRST_ROWS, PAGE_WORDS), np.int32)
        self.agents: list[int] = []
        self.urls: list[str] = []
        self.hosts: dict[str, int] = {}
        self.host_tried = _column()
        self.host_gained = _column()
        self.total_tried = 0.0
        self.total_gained = 0.0

    def add_page(
        self, url: str, agent: int, judged: PageRelevance, parent: int | None, words: Sequence[int],
        *, is_find: bool,
    ) -> int:  # fmt: skip
        """Record a page that was read, and return its row."""
        row = self.pages
        self.pages += 1
        self._grow_pages()
        relevance = judged.ours
        inherited = float(self.harvest[parent]) if parent is not None else relevance
        self.relevance[row] = relevance
        self.printed[row] = judged.printed
        self.harvest[row] = (1 - _INHERITED) * relevance + _INHERITED * inherited
        self.gap[row] = 0.0 if is_find else (self.gap[parent] if parent is not None else 0.0) + 1.0
        self.words[row, : len(words)] = words
        self.agents.append(agent)
        self.urls.append(url)
        return row

    def add_outcome(self, parents: Sequence[int], host: str, relevance: float) -> None:
        """Record what a link turned out to lead to: on its pages, and for its host."""
        for row in parents:
            self.tried[row] += 1.0
            self.gained[row] += relevance
        at = self.host_row(host)
        self.host_tried[at] += 1.0
        self.host_gained[at] += relevance
        self.total_tried += 1.0
        self.total_gained += relevance

    def host_row(self, host: str) -> int:
        """Return the row of a host, which may be new."""
        row = self.hosts.setdefault(host, len(self.hosts))
        if row >= len(self.host_tried):
            self.host_tried, self.host_gained = _longer(self.host_tried), _longer(self.host_gained)
        return row

    @property
    def rate(self) -> float:
        """The mean relevance of what links led to so far."""
        return (self.total_gained + 0.1) / (self.total_tried + 1.0)

    def _grow_pages(self) -> None:
        if self.pages > len(self.relevance):
            for name in _COLUMNS:
                setattr(self, name, _longer(getattr(self, name)))
            self.words = np.concatenate([self.words, np.zeros_like(self.words)])


def _column() -> Floats:
    return np.zeros(_FIRST_ROWS, np.float32)


def _longer(column: Floats) -> Floats:
    return np.concatenate([column, np.zeros_like(column)])
