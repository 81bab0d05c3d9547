"""Spider traps: URL shapes that keep yielding nothing new are visited last, then no longer.

Every visit is charged to the accounts of its URL's shape, of the shape's general form and of the
whole site. A new article is also credited to the page that linked to it. An overdrawn account is
closed, probed rarely, and reopened by the first article it yields. Losing the last few entries
does no harm, so they are written in batches.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tidings.crawl.traps.shape_account import CREDIT, ShapeAccount, VisitYield, new_account
from tidings.crawl.traps.url_shape import WHOLE_SITE, shapes_of
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.url_shapes import (
    ShapeRow,
    forget_shapes,
    keep_shapes,
    shapes_of_site,
)

_MAX_SHAPES = 400  # per site; a forgotten shape still counts in its general form
_MAX_SITES = 4_096  # with accounts in memory
_BATCH = 128  # entries before they are written
_PATIENCE = 24.0  # extra credit: an editor chose the links on the start page
_PROBE_SECONDS = 86_400.0  # a closed shape may cost one request a day


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a URL is not visited."""

    reason: Reason
    detail: str


@dataclass(slots=True)
class SiteAccounts:
    """The accounts of one site."""

    accounts: dict[str, ShapeAccount] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    def account(self, shape: str, level: int, found_on: str = "") -> ShapeAccount:
        """Return a shape's account, a new one if there is none."""
        found = self.accounts.get(shape)
        if found is None:
            found = self.accounts[shape] = new_account(level, self.accounts.get(found_on))
        return found


class TrapAccounts:
    """The accounts of all sites. The loop calls `refusal`, the database writer calls `note`."""

    def __init__(self) -> None:
        self._sites: dict[int, SiteAccounts] = {}
        self._bookings = 0
        self._under_way: Counter[tuple[int, str]] = Counter()

    def must_wait(self, connection: Reader, visit: Visit) -> bool:
        """Return whether the visits of this shape under way may already close it."""
        if is_trusted(visit):
            return False
        accounts = self._accounts_of(connection, visit.site).accounts
        for level, shape in enumerate(shapes_of(visit.url)):
            account = accounts.get(shape)
            left = account.credit if account is not None else CREDIT[level]
            if self._under_way[visit.site, shape] >= max(left, 1.0):
                return True
            if account is not None and account.news:
                return False
        return False

    def begin(self, visit: Visit) -> None:
        """Record that a visit has started."""
        self._under_way.update((visit.site, shape) for shape in shapes_of(visit.url))

    def end(self, visit: Visit) -> None:
        """Record that a visit has ended, settled or not."""
        for shape in shapes_of(visit.url):
            self._under_way[visit.site, shape] -= 1
            if self._under_way[visit.site, shape] <= 0:
                del self._under_way[visit.site, shape]

    def refusal(self, connection: Reader, visit: Visit, now: float) -> Refusal | None:
        """Return why a due page should not be visited, or None if it should.

        One page of a closed shape is allowed per day.
        """
        if is_trusted(visit):
            return None
        site_accounts = self._accounts_of(connection, visit.site)
        patience = _PATIENCE if visit.depth <= 1 else 0.0
        refusal, closed = _verdict_on(site_accounts, visit.url, patience)
        if closed is None or now - closed.probed_at < _PROBE_SECONDS:
            return refusal
        closed.probed_at = now
        return None

    def note(self, connection: Writer, visit: Visit, outcome: VisitYield, now: float) -> str | None:
        """Charge a visit; return the shape that it reopened, if any."""
        site_accounts = self._accounts_of(connection, visit.site)
        shapes = shapes_of(visit.url)
        parents = shapes_of(visit.parent) if visit.parent and visit.depth > 1 else ("", "", "")
        reopened = None
        for level, (shape, parent) in enumerate(zip(shapes, parents, strict=True)):
            account = site_accounts.account(shape, level, parent)
            was_closed = account.is_closed()
            account.charge(outcome, visit.depth, now)
            if was_closed and not account.is_closed():
                reopened = reopened or shape
        site_accounts.changed.update(shapes)
        if visit.parent is not None and _credits_parent(site_accounts, shapes[0], outcome):
            is_news = outcome is VisitYield.NEWS
            reopened = (
                _credit_parent(site_accounts, shapes_of(visit.parent), shapes, is_news) or reopened
            )
        self._bookings += 1
        if self._bookings >= _BATCH:
            self.flush(connection)
        return reopened

    def yields_articles(self, connection: Reader, site: int, shape: str) -> bool:
        """Return whether URLs of a shape have yielded articles and the shape is still open."""
        account = self._accounts_of(connection, site).accounts.get(shape)
        return account is not None and account.news > 0 and not account.is_closed()

    def flush(self, connection: Writer) -> None:
        """Write all changed accounts, and forget the excess."""
        for site, site_accounts in list(self._sites.items()):  # the loop may add a site meanwhile
            if site_accounts.changed:
                _trim(connection, site, site_accounts)
                keep_shapes(connection, site, _rows(site_accounts))
                site_accounts.changed.clear()
        if len(self._sites) > _MAX_SITES:
            self._sites.clear()
        self._bookings = 0

    def _accounts_of(self, connection: Reader, site: int) -> SiteAccounts:
        site_accounts = self._sites.get(site)
        if site_accounts is None:
            site_accounts = self._sites.setdefault(site, _read(connection, site))
        return site_accounts


def is_trusted(visit: Visit) -> bool:
    """Return whether a visit is allowed whatever the URL's shape.

    True for a start page, a feed or sitemap, a page that a feed lists, and a page visited before.
    """
    known = visit.visited_at is not None
    return visit.depth == 0 or visit.role is not UrlRole.PAGE or visit.listed or known


def shape_refusal(connection: Reader, site: int, url: str) -> Refusal | None:
    """Return why a URL is refused by its shape, as stored in the database."""
    return _verdict_on(_read(connection, site), url, 0.0)[0]


def _verdict_on(
    site_accounts: SiteAccounts, url: str, patience: float
) -> tuple[Refusal | None, ShapeAccount | None]:
    """Return why a URL is refused, and the closed account. A shape with articles of its own
    overrides its general form and the site."""
    exact, general, _ = shapes_of(url)
    own_account = site_accounts.accounts.get(exact)
    if own_account is not None and own_account.is_closed(patience):
        return _refusal_for(Reason.TRAP_SHAPE, exact, own_account)
    if own_account is not None and own_account.news:
        return None, None
    general_account = site_accounts.accounts.get(general)
    if general_account is not None and general_account.is_closed(patience):
        return _refusal_for(Reason.TRAP_SHAPE, general, general_account)
    site_account = site_accounts.accounts.get(WHOLE_SITE)
    if site_account is not None and site_account.is_closed(4 * patience):
        return _refusal_for(Reason.TRAP_SITE, WHOLE_SITE, site_account)
    return None, None


def _refusal_for(reason: Reason, shape: str, account: ShapeAccount) -> tuple[Refusal, ShapeAccount]:
    return Refusal(reason, f"{shape} {account.summary()}"), account


def _credits_parent(site_accounts: SiteAccounts, shape: str, outcome: VisitYield) -> bool:
    """Return whether a visit credits the page that linked to it.

    An article does, and a page of links whose shape has yielded articles.
    """
    leads_to_articles = outcome is VisitYield.LEAD and site_accounts.accounts[shape].news > 0
    return leads_to_articles or outcome is VisitYield.NEWS


def _credit_parent(
    site_accounts: SiteAccounts,
    parents: tuple[str, str, str],
    own_shapes: tuple[str, str, str],
    is_news: bool,
) -> str | None:
    """Credit the shapes of the page that linked here; return one that was reopened, if any."""
    reopened = None
    for level, shape in enumerate(parents):
        if shape in own_shapes:
            continue
        account = site_accounts.account(shape, level)
        was_closed = account.is_closed()
        account.reward() if is_news else account.refund()
        if was_closed and not account.is_closed():
            reopened = reopened or shape
        site_accounts.changed.add(shape)
    return reopened


def _trim(connection: Writer, site: int, site_accounts: SiteAccounts) -> None:
    """Forget the least visited shapes if there are too many."""
    excess = len(site_accounts.accounts) - _MAX_SHAPES
    if excess <= 0:
        return
    by_use = sorted(site_accounts.accounts, key=lambda shape: site_accounts.accounts[shape].visits)
    forgotten = by_use[: excess + _MAX_SHAPES // 4]
    for shape in forgotten:
        del site_accounts.accounts[shape]
    site_accounts.changed.difference_update(forgotten)
    forget_shapes(connection, site, forgotten)


def _rows(site_accounts: SiteAccounts) -> Iterable[ShapeRow]:
    for shape in site_accounts.changed:
        account = site_accounts.accounts[shape]
        yield ShapeRow(
            shape, account.credit, account.limit, account.visits, account.news, account.twins,
            account.barren, account.probed_at,
        )  # fmt: skip


def _read(connection: Reader, site: int) -> SiteAccounts:
    rows = shapes_of_site(connection, site)
    return SiteAccounts(
        {
            row.shape: ShapeAccount(
                row.credit, row.ceiling, row.visits, row.news, row.twins, row.barren, row.probed_at
            )
            for row in rows
        }
    )
