"""The frontier's rows, read from the database."""

from collections.abc import Container
from datetime import datetime

from tidings.model.crawl.visit import Visit
from tidings.store.database.database import Database
from tidings.store.tables.frontier.due import due_hosts, due_hosts_of, due_visits, next_due


class StoredDueRows:
    """What is due, as the last commit left it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def hosts(self) -> list[tuple[str, datetime]]:
        """Return every host with anything due, now or later, with its earliest due time."""
        return due_hosts(self._database.read())

    def hosts_of(self, site: int) -> list[tuple[str, datetime]]:
        """Return the same for the hosts of one site."""
        return due_hosts_of(self._database.read(), site)

    def visits(
        self,
        host: str,
        now: datetime,
        limit: int,
        not_since: datetime | None,
        exclude: Container[int],
    ) -> list[Visit]:
        """Return a host's due visits, most urgent first, without the ids in `exclude`."""
        return due_visits(self._database.read(), host, now, limit, not_since, exclude)

    def next_due(self, host: str, not_since: datetime | None) -> datetime | None:
        """Return when the host's next visit is due."""
        return next_due(self._database.read(), host, not_since)
