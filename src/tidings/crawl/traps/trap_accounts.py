"""Spider traps: shapes of addresses that keep bringing nothing new are visited last, then no more.

Every visit is booked on the account of its address's shape, of the shape's general form and of
the whole site; a new article is credited to the page that led to it as well. What is overdrawn
is closed, tried again rarely, and opened by the first article that comes of it. Losing the last
few bookings costs nothing, so they are written in company.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tidings.crawl.traps.shape_account import CREDIT, ShapeAccount, VisitYield, new_account
from tidings.crawl.traps.url_shape import WHOLE_SITE, shapes_of
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.store.tables.frontier.url_shapes import (
    ShapeRow,
    forget_shapes,
    keep_shapes,
    shapes_of_site,
)

_MAX_SHAPES = 400  # per site; what is forgotten is still part of its general form
_MAX_SITES = 4_096  # whose accounts are held in memory
_BATCH = 128  # bookings before they are written
_PATIENCE = 24.0  # what stands on the start page was chosen by an editor
_PROBE_SECONDS = 86_400.0  # a closed shape may cost one request a day


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an address is not visited."""

    reason: Reason
    detail: str


@dataclass(slots=True)
class SiteAccounts:
    """The accounts of one site."""

    accounts: dict[str, ShapeAccount] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    def account(self, shape: str, level: int, found_on: str = "") -> ShapeAccount:
        """Return a shape's account, opening it if there is none."""
        found = self.accounts.get(shape)
        if found is None:
            found = self.accounts[shape] = new_account(level, self.accounts.get(found_on))
        return found


class TrapAccounts:
    """The ledgers of all sites. The loop asks (`refusal`), the writer books (`note`)."""

    def __init__(self) -> None:
        self._ledgers: dict[int, SiteAccounts] = {}
        self._bookings = 0
        self._under_way: Counter[tuple[int, str]] = Counter()

    def must_wait(self, connection: sqlite3.Connection, visit: Visit) -> bool:
        """Tell whether so many pages of a shape are under way that it may be closed by them."""
        if is_trusted(visit):
            return False
        accounts = self._ledger(connection, visit.site).accounts
        for level, shape in enumerate(shapes_of(visit.url)):
            account = accounts.get(shape)
            left = account.credit if account is not None else CREDIT[level]
            if self._under_way[visit.site, shape] >= max(left, 1.0):
                return True
            if account is not None and account.news:
                return False
        return False

    def begin(self, visit: Visit) -> None:
        """Take note that a page is being visited."""
        self._under_way.update((visit.site, shape) for shape in shapes_of(visit.url))

    def end(self, visit: Visit) -> None:
        """Take note that a visit is over, settled or not."""
        for shape in shapes_of(visit.url):
            self._under_way[visit.site, shape] -= 1
            if self._under_way[visit.site, shape] <= 0:
                del self._under_way[visit.site, shape]

    def refusal(self, connection: sqlite3.Connection, visit: Visit, now: float) -> Refusal | None:
        """Return why a page that is due should not be visited, or None if it should.

        A page of a closed shape is let through once a day.
        """
        if is_trusted(visit):
            return None
        ledger = self._ledger(connection, visit.site)
        patience = _PATIENCE if visit.depth <= 1 else 0.0
        refusal, closed = _verdict_on(ledger, visit.url, patience)
        if closed is None or now - closed.probed_at < _PROBE_SECONDS:
            return refusal
        closed.probed_at = now
        return None

    def note(
        self, connection: sqlite3.Connection, visit: Visit, outcome: VisitYield, now: float
    ) -> str | None:
        """Book a visit; return the shape that it opened again, if it did."""
        ledger = self._ledger(connection, visit.site)
        shapes = shapes_of(visit.url)
        parents = shapes_of(visit.parent) if visit.parent and visit.depth > 1 else ("", "", "")
        healed = None
        for level, (shape, parent) in enumerate(zip(shapes, parents, strict=True)):
            account = ledger.account(shape, level, parent)
            was_closed = account.is_closed()
            account.charge(outcome, visit.depth, now)
            if was_closed and not account.is_closed():
                healed = healed or shape
        ledger.changed.update(shapes)
        if visit.parent is not None and _pays_its_parent(ledger, shapes[0], outcome):
            is_news = outcome is VisitYield.NEWS
            healed = _credit_parent(ledger, shapes_of(visit.parent), shapes, is_news) or healed
        self._bookings += 1
        if self._bookings >= _BATCH:
            self.flush(connection)
        return healed

    def has_brought(self, connection: sqlite3.Connection, site: int, shape: str) -> bool:
        """Tell whether addresses of a shape have brought articles, and still do."""
        account = self._ledger(connection, site).accounts.get(shape)
        return account is not None and account.news > 0 and not account.is_closed()

    def flush(self, connection: sqlite3.Connection) -> None:
        """Write all bookings down, and forget what is too much."""
        for site, ledger in list(self._ledgers.items()):  # the loop may open one meanwhile
            if ledger.changed:
                _trim(connection, site, ledger)
                keep_shapes(connection, site, _rows(ledger))
                ledger.changed.clear()
        if len(self._ledgers) > _MAX_SITES:
            self._ledgers.clear()
        self._bookings = 0

    def _ledger(self, connection: sqlite3.Connection, site: int) -> SiteAccounts:
        ledger = self._ledgers.get(site)
        if ledger is None:
            ledger = self._ledgers.setdefault(site, _read(connection, site))
        return ledger


def is_trusted(visit: Visit) -> bool:
    """Tell whether a visit needs no shape to speak for it: somebody vouches for the address.

    That is a start page, a feed or sitemap, what a feed lists, and what was worth following once.
    """
    known = visit.visited_at is not None
    return visit.depth == 0 or visit.role is not UrlRole.PAGE or visit.listed or known


def shape_refusal(connection: sqlite3.Connection, site: int, url: str) -> Refusal | None:
    """Return what speaks against an address by its shape, as the rows have it."""
    return _verdict_on(_read(connection, site), url, 0.0)[0]


def _verdict_on(
    ledger: SiteAccounts, url: str, patience: float
) -> tuple[Refusal | None, ShapeAccount | None]:
    """Return why an address is refused and the account that is closed; a proven shape outranks
    what is known of others."""
    exact, general, _ = shapes_of(url)
    own = ledger.accounts.get(exact)
    if own is not None and own.is_closed(patience):
        return _refusal_for(Reason.TRAP_SHAPE, exact, own)
    if own is not None and own.news:
        return None, None
    alike = ledger.accounts.get(general)
    if alike is not None and alike.is_closed(patience):
        return _refusal_for(Reason.TRAP_SHAPE, general, alike)
    whole = ledger.accounts.get(WHOLE_SITE)
    if whole is not None and whole.is_closed(4 * patience):
        return _refusal_for(Reason.TRAP_SITE, WHOLE_SITE, whole)
    return None, None


def _refusal_for(reason: Reason, shape: str, account: ShapeAccount) -> tuple[Refusal, ShapeAccount]:
    return Refusal(reason, f"{shape} {account.said()}"), account


def _pays_its_parent(ledger: SiteAccounts, shape: str, outcome: VisitYield) -> bool:
    """Tell whether a visit speaks for the page that led to it.

    An article does, and a page of links of a kind that has brought articles.
    """
    fruitful = outcome is VisitYield.LEAD and ledger.accounts[shape].news > 0
    return fruitful or outcome is VisitYield.NEWS


def _credit_parent(
    ledger: SiteAccounts, parents: tuple[str, str, str], own: tuple[str, str, str], is_news: bool
) -> str | None:
    """Credit what was found to the shape of the page that led there; return it if it opened."""
    healed = None
    for level, shape in enumerate(parents):
        if shape in own:
            continue
        account = ledger.account(shape, level)
        was_closed = account.is_closed()
        account.reward() if is_news else account.refund()
        if was_closed and not account.is_closed():
            healed = healed or shape
        ledger.changed.add(shape)
    return healed


def _trim(connection: sqlite3.Connection, site: int, ledger: SiteAccounts) -> None:
    """Forget the shapes that were visited least, if there are too many."""
    excess = len(ledger.accounts) - _MAX_SHAPES
    if excess <= 0:
        return
    by_use = sorted(ledger.accounts, key=lambda shape: ledger.accounts[shape].visits)
    forgotten = by_use[: excess + _MAX_SHAPES // 4]
    for shape in forgotten:
        del ledger.accounts[shape]
    ledger.changed.difference_update(forgotten)
    forget_shapes(connection, site, forgotten)


def _rows(ledger: SiteAccounts) -> Iterable[ShapeRow]:
    for shape in ledger.changed:
        account = ledger.accounts[shape]
        yield ShapeRow(
            shape, account.credit, account.limit, account.visits, account.news, account.twins,
            account.barren, account.probed_at,
        )  # fmt: skip


def _read(connection: sqlite3.Connection, site: int) -> SiteAccounts:
    rows = shapes_of_site(connection, site)
    return SiteAccounts(
        {
            row.shape: ShapeAccount(
                row.credit, row.ceiling, row.visits, row.news, row.twins, row.barren, row.probed_at
            )
            for row in rows
        }
    )
