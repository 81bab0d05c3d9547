"""The gate before a request: holds back visits that look like a trap or a page already visited.

It decides from snapshots of what is known about a site. Its own are only counts of what is under
way, and of the visits made all the same, to test what is believed.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from tidings.crawl.traps.alias_learning import claim_key, difference_in_words
from tidings.crawl.traps.shape_account import CREDIT
from tidings.crawl.traps.trap_accounts import (
    Accounts,
    Refusal,
    is_trusted,
    patience_with,
    verdict_on,
)
from tidings.crawl.traps.url_shape import shapes_of
from tidings.model.crawl.visit import Visit
from tidings.model.web.reason import Reason

_PROBE_SECONDS = 86_400.0  # a closed shape may cost one request a day
_FIRST_PROBE = 4  # URLs skipped before one is visited anyway; then after 8, 16, 32 …
_MAX_PROBES = 20_000  # in memory; a forgotten one may cost one more request


@dataclass(frozen=True, slots=True)
class TrapSnapshot:
    """What is known about a site's URLs at one moment."""

    accounts: Accounts  # of which none changes
    alias_rules: tuple[str, ...]  # that are believed


class VisitGate:
    """Lets visits pass. `holder_of` returns the URL under which a page was visited, by its key.

    A crawl that only archives never learns what pages bring, so its gate is always open.
    """

    def __init__(
        self, holder_of: Callable[[int, bytes], str | None], *, always_open: bool = False
    ) -> None:
        self._holder_of = holder_of
        self._always_open = always_open
        self._under_way: Counter[tuple[int, str]] = Counter()
        self._shape_probes: dict[tuple[int, str], float] = {}  # when each began
        self._alias_probes: set[int] = set()  # ids of URLs; a retry is a probe, too
        self._skipped: Counter[int] = Counter()  # URLs by site since the process started

    def must_wait(self, visit: Visit, known: TrapSnapshot) -> bool:
        """Return whether the visits of this shape under way may already close it."""
        if self._always_open or is_trusted(visit):
            return False
        for level, shape in enumerate(shapes_of(visit.url)):
            account = known.accounts.get(shape)
            left = account.credit if account is not None else CREDIT[level]
            if self._under_way[visit.site, shape] >= max(left, 1.0):
                return True
            if account is not None and account.news:
                return False
        return False

    def begin(self, visit: Visit) -> None:
        """Record that a visit has started."""
        if not self._always_open:
            self._under_way.update((visit.site, shape) for shape in shapes_of(visit.url))

    def end(self, visit: Visit) -> None:
        """Record that a visit has ended, settled or not."""
        if self._always_open:
            return
        for shape in shapes_of(visit.url):
            self._under_way[visit.site, shape] -= 1
            if self._under_way[visit.site, shape] <= 0:
                del self._under_way[visit.site, shape]

    def admitted(self, visit: Visit, known: TrapSnapshot, now: float) -> Visit | Refusal:
        """Return the visit to make, marked if it is a probe, or why it is not made now."""
        if self._always_open:
            return visit
        if visit.id in self._alias_probes:
            visit = replace(visit, probe_of=Reason.SAME_PAGE)
        if is_trusted(visit):
            return visit
        checked = self._checked_for_aliases(visit, known)
        return checked if isinstance(checked, Refusal) else self._checked(checked, known, now)

    def _checked_for_aliases(self, visit: Visit, known: TrapSnapshot) -> Visit | Refusal:
        """Refuse a page that was visited under another URL, but for a few probes."""
        if not known.alias_rules or visit.probe_of is not None:
            return visit
        holder = self._holder_of(visit.site, claim_key(visit.url, known.alias_rules))
        if holder is None or holder == visit.url:
            return visit
        self._skipped[visit.site] += 1
        skipped = self._skipped[visit.site]
        if skipped >= _FIRST_PROBE and skipped & (skipped - 1) == 0:
            if len(self._alias_probes) >= _MAX_PROBES:
                self._alias_probes.clear()
            self._alias_probes.add(visit.id)
            return replace(visit, probe_of=Reason.SAME_PAGE)
        difference = difference_in_words(visit.url, holder)
        return Refusal(Reason.SAME_PAGE, f"{holder} differs only in {difference}")

    def _checked(self, visit: Visit, known: TrapSnapshot, now: float) -> Visit | Refusal:
        """Refuse a page of a closed shape, but for one a day."""
        refusal, closed = verdict_on(known.accounts, visit.url, patience_with(visit))
        if refusal is None or closed is None:
            return visit
        stored = known.accounts[closed].probed_at
        if now - max(stored, self._shape_probes.get((visit.site, closed), 0.0)) < _PROBE_SECONDS:
            return refusal
        if len(self._shape_probes) >= _MAX_PROBES:
            self._shape_probes.clear()
        self._shape_probes[visit.site, closed] = now
        return visit if visit.probe_of is not None else replace(visit, probe_of=refusal.reason)
