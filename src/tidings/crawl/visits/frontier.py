"""The frontier: which URL is visited next. Its rows are in the database, the turns in memory.

Memory holds only the host heap, small read-ahead buffers and the visits under way. None of them is
saved: after kill -9 the rows are enough to continue.
"""

import heapq
import math
from collections import Counter, deque
from collections.abc import Callable, Container, Iterable, Sequence
from datetime import UTC, datetime
from typing import Protocol

from tidings.model.crawl.visit import Visit

_READ_AHEAD = 16  # visits per host; with more, newly found URLs would wait behind an old order
_MAX_AHEAD = 20_000  # visits in all buffers, about 20 MB; shared by the hosts with a turn
_MAX_PAUSES = 5  # of the longest kind that a crawl until idle waits for at one host
_USUAL_SECONDS = 30.0  # more than any delay: a host that demands so long a pause is closed
_STALE_TURNS = 1000  # replaced turns that the heap may hold beyond as many as are valid


class DueRows(Protocol):
    """What the frontier needs to know of the rows: what is due at which host."""

    def hosts(self) -> Iterable[tuple[str, datetime]]:
        """Return every host with anything due, now or later, with its earliest due time."""

    def hosts_of(self, site: int) -> Iterable[tuple[str, datetime]]:
        """Return the same for the hosts of one site."""

    def visits(
        self,
        host: str,
        now: datetime,
        limit: int,
        not_since: datetime | None,
        exclude: Container[int],
    ) -> Sequence[Visit]:
        """Return a host's due visits, most urgent first, without the ids in `exclude`."""

    def next_due(self, host: str, not_since: datetime | None) -> datetime | None:
        """Return when the host's next visit is due."""


class Frontier:
    """Hands out visits: at most `per_host` at a time per host, not before `ready_at(host)`.

    With `not_since`, every URL is visited at most once after that moment, and URLs that are not
    due yet are left out: a crawl until idle. It waits no longer than `patience` seconds for a host
    that is closed.
    """

    def __init__(
        self,
        rows: DueRows,
        ready_at: Callable[[str], float],
        per_host: int,
        not_since: datetime | None = None,
        patience: float = float("inf"),
    ) -> None:
        self._rows = rows
        self._ready_at = ready_at
        self._per_host = per_host
        self._not_since = not_since
        self._patience = patience
        self._pauses: dict[str, tuple[float, float]] = {}  # by host: until when, seconds in all
        self.left_hosts: dict[str, float] = {}  # closed for too long, and until when
        self._heap: list[tuple[float, str]] = []
        self._turn: dict[str, float] = {}  # the heap's valid entries
        self._ahead: dict[str, deque[Visit]] = {}
        self._ahead_size = 0  # visits in all buffers
        self._unanswered: Counter[str] = Counter()  # by host: requests without a response yet
        self._open: Counter[str] = Counter()  # by host: visits that are not settled yet
        self._under_way: dict[int, bool] = {}  # visit -> whether its response has arrived

    def load(self, now: float) -> None:
        """Plan a turn for every host with due visits."""
        self._plan(self._rows.hosts(), now)

    def load_site(self, site: int, now: float) -> None:
        """Plan turns for the hosts of a newly followed site."""
        self._plan(self._rows.hosts_of(site), now)

    def _plan(self, hosts: Iterable[tuple[str, datetime]], now: float) -> None:
        for host, due in hosts:
            if self._not_since is None or due.timestamp() <= now:
                self.wake(host, due.timestamp())

    def wake(self, host: str, when: float) -> None:
        """Plan a host's turn at `when`, unless it already has an earlier one."""
        if when < self._turn.get(host, float("inf")):
            self._turn[host] = when
            heapq.heappush(self._heap, (when, host))
            if len(self._heap) > 2 * len(self._turn) + _STALE_TURNS:
                self._heap = [(turn, name) for name, turn in self._turn.items()]
                heapq.heapify(self._heap)

    def drop_read_ahead(self, host: str) -> None:
        """Discard a host's read-ahead buffer, because the order of its visits has changed."""
        self._ahead_size -= len(self._ahead.pop(host, ()))

    def drop_source(self, site: int, now: float) -> None:
        """Discard what is read ahead of a source, because its rows have changed."""
        hosts = [host for host, ahead in self._ahead.items() if any(v.site == site for v in ahead)]
        for host in hosts:
            self.drop_read_ahead(host)
            self.wake(host, now)

    def pop(self, now: float) -> Visit | None:
        """Return the next visit, or None if nothing may start now."""
        while self._heap and self._heap[0][0] <= now:
            when, host = heapq.heappop(self._heap)
            if self._turn.get(host) != when:
                continue
            del self._turn[host]
            visit = self._next_visit_of(host, now)
            if visit is not None:
                return visit
        return None

    def _next_visit_of(self, host: str, now: float) -> Visit | None:
        if self._unanswered[host] >= self._per_host:
            return None  # the next response wakes it
        ready = self._ready_at(host)
        if ready > now:
            if self._is_worth_waiting(host, now, ready):
                self.wake(host, ready)
            return None
        visit = self._take(host, now)
        if visit is None:
            self._plan_next_turn(host, now)
            return None
        self._unanswered[host] += 1
        self._open[host] += 1
        self._under_way[visit.id] = False
        self.wake(host, now)
        return visit

    def _is_worth_waiting(self, host: str, now: float, ready: float) -> bool:
        """Return whether to wait for a host; a crawl until idle leaves those that are closed."""
        if ready - now <= _USUAL_SECONDS or self._patience == math.inf:
            return True
        until, waited = self._pauses.get(host, (now, 0.0))
        waited += max(0.0, ready - max(now, until))
        if ready - now > self._patience or waited > _MAX_PAUSES * self._patience:
            self.left_hosts[host] = ready
            return False
        self._pauses[host] = ready, waited
        return True

    def _take(self, host: str, now: float) -> Visit | None:
        ahead = self._ahead.get(host)
        if not ahead:
            ahead = self._read_ahead(host, now)
        if not ahead:
            return None
        self._ahead_size -= 1
        return ahead.popleft()

    def _read_ahead(self, host: str, now: float) -> deque[Visit]:
        limit = self._read_ahead_limit() + self._open[host]
        moment = datetime.fromtimestamp(now, UTC)
        fresh = deque(self._rows.visits(host, moment, limit, self._not_since, self._under_way))
        self._ahead_size += len(fresh)
        if fresh:
            self._ahead[host] = fresh
        else:
            self._ahead.pop(host, None)
        return fresh

    def _read_ahead_limit(self) -> int:
        """Return how many visits a host may read ahead, at least one."""
        fair_share = _MAX_AHEAD // (len(self._turn) + 1)
        return max(1, min(_READ_AHEAD, fair_share, _MAX_AHEAD - self._ahead_size))

    def _plan_next_turn(self, host: str, now: float) -> None:
        """Plan the next turn of a host that has no visit now."""
        if self._open[host]:
            return
        del self._open[host], self._unanswered[host]
        due = self._rows.next_due(host, self._not_since)
        if due is not None and (self._not_since is None or due.timestamp() <= now):
            self.wake(host, max(due.timestamp(), now + 0.01))

    def answered(self, visit: Visit, now: float) -> None:
        """Record that a host has responded: its next request may start while the page is read."""
        self._under_way[visit.id] = True
        self._unanswered[visit.host] -= 1
        self.wake(visit.host, now)

    def done(self, visit: Visit, now: float) -> None:
        """Record that a visit is settled."""
        if not self._under_way.pop(visit.id):
            self._unanswered[visit.host] -= 1
        self._open[visit.host] -= 1
        self.wake(visit.host, now)

    @property
    def under_way(self) -> int:
        """How many visits are under way."""
        return len(self._under_way)

    @property
    def hosts_waiting(self) -> int:
        """How many hosts have a turn planned."""
        return len(self._turn)

    def next_turn(self) -> float | None:
        """Return when the next host has its turn, or None if no turn is planned."""
        while self._heap and self._turn.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None
