"""Accounts: what visits to the addresses of one shape brought, weighed against what they cost."""

from dataclasses import dataclass
from enum import StrEnum

GAIN = 8.0  # visits that one new article pays for: one in nine keeps a shape open for ever
LIMITS = (40.0, 60.0, 200.0)  # what can be saved: a shape that turns barren is noticed so late
CREDIT = (8.0, 16.0, 64.0)  # what a shape, its general form and a site begin with


class VisitYield(StrEnum):
    """What a visit brought."""

    NEWS = "news"  # an article that was not known
    LEAD = "lead"  # a page of links: whether they are worth something will show
    TWIN = "twin"  # a page that is known under another address
    NOTHING = "nothing"


_COST = {VisitYield.NEWS: 0.0, VisitYield.LEAD: 0.5, VisitYield.TWIN: 1.0, VisitYield.NOTHING: 1.0}
_NEAR = 2  # links from the start page: farther away, a page of links is no better than others
_LEAST = 3.0  # what any new shape begins with, wherever it was found


@dataclass(slots=True)
class ShapeAccount:
    """The balance of one shape."""

    credit: float
    limit: float
    visits: int = 0
    news: int = 0  # articles at such addresses, or first seen on their pages
    twins: int = 0
    barren: int = 0
    probed_at: float = 0.0  # when it was closed, or tried again since

    def charge(self, outcome: VisitYield, depth: int, now: float) -> None:
        """Book a visit to a page so many links from the start page."""
        self.visits += 1
        self.twins += outcome is VisitYield.TWIN
        self.barren += outcome is VisitYield.NOTHING
        was_open = self.credit > 0
        is_far = outcome is VisitYield.LEAD and depth > _NEAR
        self.credit -= 1.0 if is_far else _COST[outcome]
        if outcome is VisitYield.NEWS:
            self.reward()
        if was_open and self.credit <= 0:
            self.probed_at = now

    def reward(self) -> None:
        """Book an article; however deep in debt, a shape that brings one is open again."""
        self.news += 1
        self.credit = min(max(self.credit, 0.0) + GAIN, self.limit)

    def refund(self) -> None:
        """Book a page of links that is worth following; it pays for its own visit, twice."""
        self.credit = min(self.credit + 1.0, self.limit)

    def is_closed(self, patience: float = 0.0) -> bool:
        """Tell whether such addresses are not worth another visit."""
        return self.credit + patience <= 0

    def said(self) -> str:
        """Return the evidence in words."""
        return (
            f"{self.visits} visited, {self.news} new articles, {self.twins} twins, "
            f"{self.barren} worth nothing"
        )


def new_account(level: int, found_on: ShapeAccount | None = None) -> ShapeAccount:
    """Return a new account for a shape (0), its general form (1) or a whole site (2).

    It begins with no more than is left to the pages it was found on, while these have brought
    nothing: so shapes that lead to ever other shapes come to an end.
    """
    credit = CREDIT[level]
    if found_on is not None and not found_on.news:
        credit = min(credit, max(_LEAST, found_on.credit))
    return ShapeAccount(credit, LIMITS[level])
