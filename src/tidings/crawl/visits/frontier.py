"""The frontier: which URL is visited next. Rows live in the database, turns in memory.

Only the host heap, small read-ahead buffers and the set of visits under way are kept in memory,
and none of them is ever saved: after kill -9 the rows say all there is to know.
"""

import heapq
from collections import Counter, deque
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from tidings.model.crawl.visit import Visit
from tidings.store.database.sqlite import Database
from tidings.store.tables.frontier.due import due_hosts, due_hosts_of, due_visits, next_due

_READ_AHEAD = 16  # visits per host; more would let stale order outlive fresher finds
_ALL_AHEAD = 20_000  # visits in all buffers, some 20 MB; shared by the hosts that have a turn
_STALE_TURNS = 1000  # turns that were moved, kept in the heap until half of it are such


class Frontier:
    """Hands out visits, at most `per_host` under way at a host, when `ready_at` lets it.

    With `not_since`, every URL is visited at most once from that moment on and nothing is waited
    for that is not due yet: that is a crawl until idle.
    """

    def __init__(
        self,
        database: Database,
        ready_at: Callable[[str], float],
        per_host: int,
        not_since: datetime | None = None,
    ) -> None:
        self._database = database
        self._ready_at = ready_at
        self._per_host = per_host
        self._not_since = not_since
        self._heap: list[tuple[float, str]] = []
        self._turn: dict[str, float] = {}  # the heap's valid entries
        self._ahead: dict[str, deque[Visit]] = {}
        self._ahead_size = 0  # visits in all of them
        self._asked: Counter[str] = Counter()  # requests that a host has not answered yet
        self._open: Counter[str] = Counter()  # visits to it that are not settled yet
        self._under_way: dict[int, bool] = {}  # visit -> whether it is answered

    def load(self, now: float) -> None:
        """Give every host with due visits its turn."""
        self._plan(due_hosts(self._database.read()), now)

    def load_site(self, site: int, now: float) -> None:
        """Give the hosts of a site that is followed from now on their turns."""
        self._plan(due_hosts_of(self._database.read(), site), now)

    def _plan(self, hosts: Iterable[tuple[str, datetime]], now: float) -> None:
        for host, due in hosts:
            if self._not_since is None or due.timestamp() <= now:
                self.wake(host, due.timestamp())

    def wake(self, host: str, when: float) -> None:
        """Let a host have a turn at `when`, or earlier if it has one already."""
        if when < self._turn.get(host, float("inf")):
            self._turn[host] = when
            heapq.heappush(self._heap, (when, host))
            if len(self._heap) > 2 * len(self._turn) + _STALE_TURNS:
                self._heap = [(turn, name) for name, turn in self._turn.items()]
                heapq.heapify(self._heap)

    def look_anew(self, host: str) -> None:
        """Read a host's visits again before the next one: their order has changed."""
        self._ahead_size -= len(self._ahead.pop(host, ()))

    def pop(self, now: float) -> Visit | None:
        """Return the next visit, or None if nothing may start now."""
        while self._heap and self._heap[0][0] <= now:
            when, host = heapq.heappop(self._heap)
            if self._turn.get(host) != when:
                continue
            del self._turn[host]
            visit = self._offer(host, now)
            if visit is not None:
                return visit
        return None

    def _offer(self, host: str, now: float) -> Visit | None:
        if self._asked[host] >= self._per_host:
            return None  # the next answer wakes it
        ready = self._ready_at(host)
        if ready > now:
            self.wake(host, ready)
            return None
        visit = self._take(host, now)
        if visit is None:
            self._rest(host, now)
            return None
        self._asked[host] += 1
        self._open[host] += 1
        self._under_way[visit.id] = False
        self.wake(host, now)
        return visit

    def _take(self, host: str, now: float) -> Visit | None:
        ahead = self._ahead.get(host)
        if not ahead:
            ahead = self._read_ahead(host, now)
        if not ahead:
            return None
        self._ahead_size -= 1
        return ahead.popleft()

    def _read_ahead(self, host: str, now: float) -> deque[Visit]:
        limit = self._share() + self._open[host]
        moment = datetime.fromtimestamp(now, UTC)
        database, before = self._database.read(), self._not_since
        fresh = deque(due_visits(database, host, moment, limit, before, self._under_way))
        self._ahead_size += len(fresh)
        if fresh:
            self._ahead[host] = fresh
        else:
            self._ahead.pop(host, None)
        return fresh

    def _share(self) -> int:
        """Return how many visits a host may read ahead; one is always needed."""
        fair = _ALL_AHEAD // (len(self._turn) + 1)
        return max(1, min(_READ_AHEAD, fair, _ALL_AHEAD - self._ahead_size))

    def _rest(self, host: str, now: float) -> None:
        """Plan the turn of a host that has nothing to offer now."""
        if self._open[host]:
            return
        del self._open[host], self._asked[host]
        due = next_due(self._database.read(), host, self._not_since)
        if due is not None and (self._not_since is None or due.timestamp() <= now):
            self.wake(host, max(due.timestamp(), now + 0.01))

    def answered(self, visit: Visit, now: float) -> None:
        """Take note that a host has answered: it may be asked again while we read."""
        self._under_way[visit.id] = True
        self._asked[visit.host] -= 1
        self.wake(visit.host, now)

    def done(self, visit: Visit, now: float) -> None:
        """Take note that a visit is settled."""
        if not self._under_way.pop(visit.id):
            self._asked[visit.host] -= 1
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
        """Return when the next host has its turn, or None if none has."""
        while self._heap and self._turn.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None
