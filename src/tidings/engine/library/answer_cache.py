"""A cache of search answers: a repeated query gets the same answer while nothing changes."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Lock

from tidings.model.search.results import SearchAnswer
from tidings.search.index.index_view import IndexView
from tidings.search.links.link_ranks import LinkRanks

_MAX_AGE = timedelta(seconds=10)  # most answers depend on the time: ages and "last 7 days"


@dataclass(frozen=True, slots=True, eq=False)
class AnswerInputs:
    """Everything an answer depends on, except the query and the time."""

    view: IndexView
    ranks: LinkRanks
    version: int  # the database's

    def is_same_as(self, other: "AnswerInputs") -> bool:
        """Return whether nothing has changed between the two."""
        same = self.view is other.view and self.ranks is other.ranks
        return same and self.version == other.version


class AnswerCache:
    """The latest answers by query; safe to use from many threads.

    It holds one state only, the newest: during a crawl there is a new one every second, and each
    old one would keep its segments and their tables in memory.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._inputs: AnswerInputs | None = None  # of all answers
        self._answers: OrderedDict[Hashable, tuple[datetime, SearchAnswer]] = OrderedDict()
        self._lock = Lock()

    def answer(
        self,
        query: Hashable,
        now: datetime,
        inputs: AnswerInputs,
        compute: Callable[[], SearchAnswer],
    ) -> SearchAnswer:
        """Return the cached answer to a query, or compute it.

        `query` may be anything that tells it from other queries.
        """
        started = time.perf_counter()
        with self._lock:
            if self._inputs is None or not self._inputs.is_same_as(inputs):
                self._inputs = inputs
                self._answers.clear()
            known = self._answers.get(query)
        if known is not None and abs(now - known[0]) < _MAX_AGE:
            return replace(known[1], took_ms=round((time.perf_counter() - started) * 1000, 2))
        new = compute()
        with self._lock:
            if self._inputs is inputs or self._inputs.is_same_as(inputs):
                self._keep(query, now, new)
        return new

    def _keep(self, query: Hashable, now: datetime, new: SearchAnswer) -> None:
        """Keep an answer; those that are too old or too many go."""
        self._answers[query] = (now, new)
        self._answers.move_to_end(query)
        while len(self._answers) > self._size or self._is_too_old(now):
            self._answers.popitem(last=False)

    def _is_too_old(self, now: datetime) -> bool:
        oldest = next(iter(self._answers.values()), None)
        return oldest is not None and now - oldest[0] >= _MAX_AGE
