"""The accounts of URL shapes in memory: read once per site, charged, stored in batches.

Losing the last few entries does no harm.
"""

from tidings.crawl.traps.shape_account import ShapeAccount, VisitYield
from tidings.crawl.traps.trap_accounts import SiteAccounts
from tidings.model.crawl.visit import Visit
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.url_shapes import (
    ShapeRow,
    forget_shapes,
    keep_shapes,
    shapes_of_site,
)

_MAX_SITES = 4_096  # with accounts in memory
_BATCH = 128  # entries before they are written


class ShapeAccounts:
    """The accounts of all sites that were visited recently."""

    def __init__(self) -> None:
        self._sites: dict[int, SiteAccounts] = {}
        self._unwritten = 0  # entries

    def of(self, connection: Writer, site: int) -> SiteAccounts:
        """Return the accounts of a site."""
        accounts = self._sites.get(site)
        if accounts is None:
            if len(self._sites) >= _MAX_SITES:
                self.flush(connection)
                self._sites.clear()
            accounts = self._sites[site] = SiteAccounts(stored_accounts(connection, site))
        return accounts

    def note(self, connection: Writer, visit: Visit, outcome: VisitYield, now: float) -> str | None:
        """Charge a visit; return the shape that it reopened, if any."""
        reopened = self.of(connection, visit.site).note(visit, outcome, now)
        self._unwritten += 1
        if self._unwritten >= _BATCH:
            self.flush(connection)
        return reopened

    def flush(self, connection: Writer, site: int | None = None) -> None:
        """Store the changed accounts of one site, or of all."""
        for number in self._sites if site is None else (site,):
            accounts = self._sites.get(number)
            if accounts is not None and accounts.is_changed:
                _store(connection, number, accounts)
        if site is None:
            self._unwritten = 0

    def forget(self, site: int | None = None) -> None:
        """Drop what is in memory about one site, or about all."""
        if site is None:
            self._sites.clear()
            self._unwritten = 0
        else:
            self._sites.pop(site, None)


def stored_accounts(connection: Reader, site: int) -> dict[str, ShapeAccount]:
    """Return the accounts of a site by shape, as they are stored."""
    return {
        row.shape: ShapeAccount(
            row.credit, row.ceiling, row.visits, row.news, row.twins, row.barren, row.probed_at
        )
        for row in shapes_of_site(connection, site)
    }


def _store(connection: Writer, site: int, accounts: SiteAccounts) -> None:
    changes = accounts.take_changes()
    if changes.forgotten:
        forget_shapes(connection, site, changes.forgotten)
    keep_shapes(connection, site, [_row(*entry) for entry in changes.kept.items()])


def _row(shape: str, account: ShapeAccount) -> ShapeRow:
    return ShapeRow(
        shape, account.credit, account.limit, account.visits, account.news, account.twins,
        account.barren, account.probed_at,
    )  # fmt: skip
