"""Spider traps: URL shapes that keep yielding nothing new are visited last, then no longer.

Every visit is charged to the accounts of its URL's shape, of the shape's general form and of the
whole site. A new article is also credited to the page that linked to it. An overdrawn account is
closed, probed rarely, and reopened by the first article it yields.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tidings.crawl.traps.shape_account import ShapeAccount, VisitYield, new_account
from tidings.crawl.traps.url_shape import WHOLE_SITE, shapes_of
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason

_MAX_SHAPES = 400  # per site; a forgotten shape still counts in its general form
_PATIENCE = 24.0  # extra credit: an editor chose the links on the start page

Accounts = Mapping[str, ShapeAccount]  # by shape


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a URL is not visited."""

    reason: Reason
    detail: str


@dataclass(frozen=True, slots=True)
class AccountChanges:
    """What became of a site's accounts since they were last stored."""

    kept: Accounts
    forgotten: tuple[str, ...]


class SiteAccounts:
    """The accounts of one site. They change only here; others get snapshots."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = dict(accounts)
        self._changed: set[str] = set()
        self._snapshot: Accounts | None = None

    def snapshot(self) -> Accounts:
        """Return the accounts as they are now; what is returned never changes."""
        if self._snapshot is None:
            self._snapshot = MappingProxyType(self._accounts.copy())
        return self._snapshot

    def note(self, visit: Visit, outcome: VisitYield, now: float) -> str | None:
        """Charge a visit; return the shape that it reopened, if any."""
        self._snapshot = None
        if visit.probe_of in (Reason.TRAP_SHAPE, Reason.TRAP_SITE):
            self._note_probe(visit, now)
        shapes = shapes_of(visit.url)
        parents = shapes_of(visit.parent) if visit.parent and visit.depth > 1 else ("", "", "")
        reopened = None
        for level, (shape, parent) in enumerate(zip(shapes, parents, strict=True)):
            account = self._account(shape, level, parent)
            charged = account.charged(outcome, visit.depth, now)
            if self._update(shape, account, charged):
                reopened = reopened or shape
        if visit.parent is not None and self._credits_parent(shapes[0], outcome):
            is_news = outcome is VisitYield.NEWS
            reopened = self._credit_parent(shapes_of(visit.parent), shapes, is_news) or reopened
        return reopened

    def yields_articles(self, shape: str) -> bool:
        """Return whether URLs of a shape have yielded articles and the shape is still open."""
        account = self._accounts.get(shape)
        return account is not None and account.news > 0 and not account.is_closed()

    def take_changes(self) -> AccountChanges:
        """Return what is not stored yet, and forget the least visited shapes beyond the limit."""
        forgotten = self._trim()
        kept = {shape: self._accounts[shape] for shape in self._changed}
        self._changed.clear()
        return AccountChanges(kept, forgotten)

    @property
    def is_changed(self) -> bool:
        """Whether anything is not stored yet."""
        return bool(self._changed)

    def _account(self, shape: str, level: int, found_on: str = "") -> ShapeAccount:
        """Return a shape's account, a new one if there is none."""
        found = self._accounts.get(shape)
        return found or new_account(level, self._accounts.get(found_on))

    def _update(self, shape: str, before: ShapeAccount, after: ShapeAccount) -> bool:
        """Replace an account; return whether that reopens it."""
        self._accounts[shape] = after
        self._changed.add(shape)
        return before.is_closed() and not after.is_closed()

    def _note_probe(self, visit: Visit, now: float) -> None:
        """Note on the closed account that one of its URLs is visited all the same."""
        _, closed = verdict_on(self._accounts, visit.url, patience_with(visit))
        if closed is not None:
            self._accounts[closed] = self._accounts[closed].probed(now)

    def _credits_parent(self, shape: str, outcome: VisitYield) -> bool:
        """Return whether a visit credits the page that linked to it.

        An article does, and a page of links whose shape has yielded articles.
        """
        leads_to_articles = outcome is VisitYield.LEAD and self._accounts[shape].news > 0
        return leads_to_articles or outcome is VisitYield.NEWS

    def _credit_parent(
        self, parents: tuple[str, str, str], own_shapes: tuple[str, str, str], is_news: bool
    ) -> str | None:
        """Credit the shapes of the page that linked here; return one that was reopened, if any."""
        reopened = None
        for level, shape in enumerate(parents):
            if shape in own_shapes:
                continue
            account = self._account(shape, level)
            credited = account.rewarded() if is_news else account.refunded()
            if self._update(shape, account, credited):
                reopened = reopened or shape
        return reopened

    def _trim(self) -> tuple[str, ...]:
        """Forget the least visited shapes if there are too many; return them."""
        excess = len(self._accounts) - _MAX_SHAPES
        if excess <= 0:
            return ()
        by_use = sorted(self._accounts, key=lambda shape: self._accounts[shape].visits)
        forgotten = by_use[: excess + _MAX_SHAPES // 4]
        for shape in forgotten:
            del self._accounts[shape]
        self._changed.difference_update(forgotten)
        self._snapshot = None
        return tuple(forgotten)


def is_trusted(visit: Visit) -> bool:
    """Return whether a visit is allowed whatever the URL's shape.

    True for a start page, a feed or sitemap, a page that a feed lists, and a page visited before.
    """
    known = visit.visited_at is not None
    return visit.depth == 0 or visit.role is not UrlRole.PAGE or visit.listed or known


def patience_with(visit: Visit) -> float:
    """Return the credit that a URL has beyond that of its shape."""
    return _PATIENCE if visit.depth <= 1 else 0.0


def shape_refusal(accounts: Accounts, url: str) -> Refusal | None:
    """Return why a URL is refused by its shape."""
    return verdict_on(accounts, url, 0.0)[0]


def verdict_on(accounts: Accounts, url: str, patience: float) -> tuple[Refusal | None, str | None]:
    """Return why a URL is refused, and the closed shape. A shape with articles of its own
    overrides its general form and the site."""
    exact, general, _ = shapes_of(url)
    own_account = accounts.get(exact)
    if own_account is not None and own_account.is_closed(patience):
        return _refusal_for(Reason.TRAP_SHAPE, exact, own_account)
    if own_account is not None and own_account.news:
        return None, None
    general_account = accounts.get(general)
    if general_account is not None and general_account.is_closed(patience):
        return _refusal_for(Reason.TRAP_SHAPE, general, general_account)
    site_account = accounts.get(WHOLE_SITE)
    if site_account is not None and site_account.is_closed(4 * patience):
        return _refusal_for(Reason.TRAP_SITE, WHOLE_SITE, site_account)
    return None, None


def _refusal_for(reason: Reason, shape: str, account: ShapeAccount) -> tuple[Refusal, str]:
    return Refusal(reason, f"{shape} {account.summary()}"), shape
