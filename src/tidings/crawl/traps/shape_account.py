"""Accounts: what visits to URLs of one shape yielded, against what they cost."""

from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class ShapeAccount:
    """The account of one shape, as it is at one moment."""

    credit: float
    limit: float
    visits: int = 0
    news: int = 0  # articles at such URLs, or first linked from their pages
    twins: int = 0
    barren: int = 0
    probed_at: float = 0.0  # when it was closed or last probed

    def charged(self, outcome: VisitYield, depth: int, now: float) -> "ShapeAccount":
        """Return the account after a visit to a page `depth` links from the start page."""
        is_far = outcome is VisitYield.LEAD and depth > _MAX_NEAR_DEPTH
        credit = self.credit - (1.0 if is_far else _COST[outcome])
        is_news = outcome is VisitYield.NEWS
        if is_news:
            credit = self._credit_after_article(credit)
        return ShapeAccount(
            credit,
            self.limit,
            self.visits + 1,
            self.news + is_news,
            self.twins + (outcome is VisitYield.TWIN),
            self.barren + (outcome is VisitYield.NOTHING),
            now if self.credit > 0 >= credit else self.probed_at,
        )

    def rewarded(self) -> "ShapeAccount":
        """Return the account after an article; it opens the shape again, whatever its debt."""
        return replace(self, news=self.news + 1, credit=self._credit_after_article(self.credit))

    def _credit_after_article(self, credit: float) -> float:
        return min(max(credit, 0.0) + GAIN, self.limit)

    def refunded(self) -> "ShapeAccount":
        """Return the account after a page of links that is worth following: twice its cost."""
        return replace(self, credit=min(self.credit + 1.0, self.limit))

    def probed(self, now: float) -> "ShapeAccount":
        """Return the account after a visit that was made although it is closed."""
        return replace(self, probed_at=now)

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
