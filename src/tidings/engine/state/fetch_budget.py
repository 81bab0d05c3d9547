"""The fetch budget of this node: adjusted about once a minute, and stored then."""

from tidings.crawl.timing.budget import Budget, first_patience
from tidings.crawl.visits.node_share import node_number
from tidings.settings.tree import CrawlSettings
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.sources.rhythms import (
    BudgetState,
    keep_budget_state,
    stored_budget_state,
)


class FetchBudget:
    """How patient this node is. Every node has a budget of its own, for the sources it owns."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings
        self._node = node_number(settings.node)
        self._budget: Budget | None = None

    def patience(self, connection: Reader) -> float:
        """Return how long expected articles may wait together, in article-seconds."""
        return self._loaded(connection).patience

    def note(self, connection: Writer, interval: float, now: float) -> None:
        """Count a visit planned `interval` seconds ahead."""
        budget = self._loaded(connection)
        if budget.note(interval, now, self._settings.fetches_per_source_day):
            self.flush(connection)

    def flush(self, connection: Writer) -> None:
        """Store what was counted."""
        budget = self._budget
        if budget is not None:
            state = BudgetState(budget.patience, budget.visits, budget.source_days, budget.at)
            keep_budget_state(connection, self._node, state)

    def forget(self) -> None:
        """Drop what was counted and not stored."""
        self._budget = None

    def _loaded(self, connection: Reader) -> Budget:
        if self._budget is None:
            kept = stored_budget_state(connection, self._node)
            if kept is not None:
                self._budget = Budget(kept.patience, kept.visits, kept.source_days, kept.at)
            else:
                self._budget = Budget(first_patience(self._settings.fetches_per_source_day))
        return self._budget
