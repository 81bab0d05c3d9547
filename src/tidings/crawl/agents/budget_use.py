"""What a run has used of its budget. Nothing begins that could exceed a limit."""

from collections import Counter
from dataclasses import dataclass, field

from tidings.model.agents.query_run import RunBudget, RunEnd
from tidings.read.url import host_of


@dataclass(slots=True)
class BudgetUse:
    """Counts of what was begun, and of the bytes that steps under way may still bring."""

    budget: RunBudget
    page_bytes: int  # reserved for each step under way
    pages: int = 0
    bytes: int = 0  # of steps that ended
    under_way: int = 0
    seconds: float = 0.0
    by_host: Counter[str] = field(default_factory=Counter)

    @property
    def pages_left(self) -> int:
        """How many more steps may begin."""
        return max(0, self.budget.pages - self.pages)

    @property
    def hosts_left(self) -> int:
        """How many more hosts may be visited."""
        return self.budget.hosts - len(self.by_host)

    def exhausted(self, now: float) -> RunEnd | None:
        """Return the limit that keeps any step from beginning, if any."""
        if self.pages >= self.budget.pages:
            return RunEnd.PAGES
        if now >= self.budget.seconds:
            return RunEnd.TIME
        reserved = self.bytes + (self.under_way + 1) * self.reserve
        return RunEnd.BYTES if reserved > self.budget.bytes else None

    @property
    def reserve(self) -> int:
        """The bytes that one step may bring: a small budget is not refused, its pages are cut."""
        return max(1, min(self.page_bytes, self.budget.bytes // (2 * self.budget.agents) or 1))

    def allows_host(self, host: str) -> bool:
        """Return whether another page of a host may be visited."""
        visits = self.by_host.get(host, 0)
        return visits < self.budget.pages_per_host if visits else self.hosts_left > 0

    def allows(self, url: str) -> bool:
        """Return whether a URL's host may be visited once more."""
        return self.allows_host(host_of(url))

    def begin(self, url: str) -> None:
        """Count a step before its request."""
        self.pages += 1
        self.under_way += 1
        self.by_host[host_of(url)] += 1

    def redirect(self, url: str) -> None:
        """Count a request that a redirect caused."""
        self.by_host[host_of(url)] += 1

    def end(self, size: int, now: float) -> None:
        """Count what a step brought."""
        self.under_way -= 1
        self.bytes += size
        self.seconds = max(self.seconds, now)
