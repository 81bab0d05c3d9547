"""Fetches and caches the tdmrep.json of every origin whose pages are kept."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tidings.fetch.caching.single_flight import SingleFlight
from tidings.fetch.caching.weighted_cache import WeightedCache
from tidings.fetch.transport.request_url import host_of
from tidings.model.web.exchange import FetchOutcome, Response
from tidings.model.web.reason import TRANSIENT
from tidings.model.web.rights import Rights
from tidings.read.rights.tdm import WELL_KNOWN, TdmRule, read_tdmrep, tdm_rights_at
from tidings.read.url import path_of
from tidings.settings.tree import FetchSettings

_RETRY_SECONDS = 3600.0  # after a temporary failure
_ENTRY_WEIGHT = 300  # bytes; most hosts have no such file
_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Entry:
    rules: tuple[TdmRule, ...]
    since: float
    until: float


class TdmReservations:
    """Gives the reserved rights of URLs. Fetches missing files through the given function."""

    def __init__(
        self,
        fetch: Callable[[str, int], Awaitable[FetchOutcome]],
        settings: FetchSettings,
        clock: Callable[[], float],
    ) -> None:
        self._fetch = fetch
        self._seconds = settings.robots_hours * 3600
        self._clock = clock
        self._entries: WeightedCache[str, _Entry] = WeightedCache(_BYTES)
        self._loading: SingleFlight[_Entry] = SingleFlight()

    async def rights(self, url: str, site: int = 0) -> Rights:
        """Return what the host's file says about the URL; nothing is reserved without a file."""
        entry = await self._entry(f"{url.partition('://')[0]}://{host_of(url)}", site)
        return tdm_rights_at(entry.rules, path_of(url))

    async def close(self) -> None:
        """Cancel pending fetches."""
        await self._loading.close()

    async def _entry(self, origin: str, site: int) -> _Entry:
        known = self._entries.get(origin)
        if known is not None and known.since <= self._clock() < known.until:
            return known
        return await self._loading.get(origin, lambda: self._load(origin, site, known))

    async def _load(self, origin: str, site: int, known: _Entry | None) -> _Entry:
        outcome = await self._fetch(f"{origin}{WELL_KNOWN}", site)
        now, seconds = self._clock(), self._seconds
        rules: tuple[TdmRule, ...] = ()
        if isinstance(outcome, Response):
            rules = () if outcome.truncated else read_tdmrep(outcome.body)
        elif outcome.reason in TRANSIENT:
            rules = known.rules if known else ()
            seconds = min(seconds, _RETRY_SECONDS)
        entry = _Entry(rules, now, now + seconds)
        weight = sum(len(rule.location) + len(rule.policy or "") + 100 for rule in rules)
        self._entries.put(origin, entry, _ENTRY_WEIGHT + weight)
        return entry
