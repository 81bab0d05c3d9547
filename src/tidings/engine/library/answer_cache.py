"""Answers given a moment ago: asked again while nothing has changed, they are given again."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Lock

from tidings.model.search.results import Query, SearchAnswer
from tidings.search.index.index_view import IndexView
from tidings.search.links.link_ranks import LinkRanks

_MAX_AGE = timedelta(
    seconds=10
)  # "now" is part of most answers: ages and "last 7 days" move with it


@dataclass(frozen=True, slots=True, eq=False)
class AnswerInputs:
    """All that an answer depends on, apart from the query and the time."""

    view: IndexView
    ranks: LinkRanks
    version: int  # of the database

    def is_like(self, other: "AnswerInputs") -> bool:
        """Tell whether nothing has changed from one to the other."""
        same = self.view is other.view and self.ranks is other.ranks
        return same and self.version == other.version


class AnswerCache:
    """The last answers by their queries; safe to use from many threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._answers: OrderedDict[Query, tuple[AnswerInputs, datetime, SearchAnswer]] = (
            OrderedDict()
        )
        self._lock = Lock()

    def of(
        self, query: Query, now: datetime, state: AnswerInputs, made: Callable[[], SearchAnswer]
    ) -> SearchAnswer:
        """Return the answer to a query, made anew unless it is known."""
        began = time.perf_counter()
        with self._lock:
            known = self._answers.get(query)
        if known is not None and known[0].is_like(state) and abs(now - known[1]) < _MAX_AGE:
            return replace(known[2], took_ms=round((time.perf_counter() - began) * 1000, 2))
        answer = made()
        with self._lock:
            self._answers[query] = (state, now, answer)
            self._answers.move_to_end(query)
            while len(self._answers) > self._size:
                self._answers.popitem(last=False)
        return answer
