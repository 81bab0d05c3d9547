"""Accounts: what visits to URLs of one shape yielded, against what they cost."""

from dataclasses import dataclass
from enum import StrEnum

GAIN = 8.0  # visits that one new article pays for: one in nine keeps a shape open indefinitely
LIMITS = (40.0, 60.0, 200.0)  # highest credit: a shape that turns barren closes after as many
CREDIT = (8.0, 16.0, 64.0)  # initial credit of a shape, its general form and a site


class VisitYield(StrEnum):
    """What a visit yielded."""

    NEWS = "news"  # a new article
    LEAD = "lead"  # a page of links, whose value is not known yet
    TWIN = "twin"  # a page that is known under another URL
    NOTHING = "nothing"


_COST = {VisitYield.NEWS: 0.0, VisitYield.LEAD: 0.5, VisitYield.TWIN: 1.0, VisitYield.NOTHING: 1.0}
_MAX_NEAR_DEPTH = 2  # links from the start page; beyond it, a page of links costs a full visit
_MIN_CREDIT = 3.0  # initial credit of any new shape, wherever it was found


@dataclass(slots=True)
class ShapeAccount:
    """The account of one shape."""

    credit: float
    limit: float
    visits: int = 0
    news: int = 0  # articles at such URLs, or first linked from their pages
    twins: int = 0
    barren: int = 0
    probed_at: float = 0.0  # when it was closed or last probed

    def charge(self, outcome: VisitYield, depth: int, now: float) -> None:
        """Charge a visit to a page `depth` links from the start page."""
        self.visits += 1
        self.twins += outcome is VisitYield.TWIN
        self.barren += outcome is VisitYield.NOTHING
        was_open = self.credit > 0
        is_far = outcome is VisitYield.LEAD and depth > _MAX_NEAR_DEPTH
        self.credit -= 1.0 if is_far else _COST[outcome]
        if outcome is VisitYield.NEWS:
            self.reward()
        if was_open and self.credit <= 0:
            self.probed_at = now

    def reward(self) -> None:
        """Credit an article; it opens the shape again, whatever its debt."""
        self.news += 1
        self.credit = min(max(self.credit, 0.0) + GAIN, self.limit)

    def refund(self) -> None:
        """Credit a page of links that is worth following: twice the cost of its visit."""
        self.credit = min(self.credit + 1.0, self.limit)

    def is_closed(self, patience: float = 0.0) -> bool:
        """Return whether URLs of this shape are not worth another visit."""
        return self.credit + patience <= 0

    def summary(self) -> str:
        """Return the evidence in words."""
        return (
            f"{self.visits} visited, {self.news} new articles, {self.twins} duplicates, "
            f"{self.barren} without value"
        )


def new_account(level: int, found_on: ShapeAccount | None = None) -> ShapeAccount:
    """Return a new account for a shape (0), its general form (1) or a whole site (2).

    While the pages it was found on have yielded nothing, it starts with at most their remaining
    credit. So a chain of shapes that lead to ever new shapes ends.
    """
    credit = CREDIT[level]
    if found_on is not None and not found_on.news:
        credit = min(credit, max(_MIN_CREDIT, found_on.credit))
    return ShapeAccount(credit, LIMITS[level])
