"""Fetches, caches and applies the robots.txt of every origin, as RFC 9309 requires.

robots_rules.py parses the files. This module is the cache and handles failures.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from protego import Protego

from tidings.fetch.caching.single_flight import SingleFlight
from tidings.fetch.caching.weighted_cache import WeightedCache
from tidings.fetch.politeness.robots_rules import RobotsRules, read_rules
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.request_headers import PRODUCT
from tidings.fetch.transport.request_url import host_of
from tidings.model.web.exchange import FetchFailure, FetchOutcome, Response
from tidings.model.web.reason import Reason
from tidings.model.web.rights import NOTHING_RESERVED, Rights
from tidings.read.rights.content_signal import signal_rights_at
from tidings.read.url import path_of
from tidings.settings.tree import FetchSettings

_MIN_SECONDS = 300.0  # minimum time in the cache, whatever max-age says; also the first wait
_MAX_WAIT = 3600.0  # an unreachable robots.txt is requested again at least hourly
_PROXY_WAIT = 15.0  # until the next attempt through a proxy that failed: the host did nothing wrong
_ENTRY_WEIGHT = 500  # bytes of an entry in addition to its text
_TEXT_BYTES = 64 * 1024 * 1024  # about 50 000 hosts with typical files
_PARSED_CHARS = 4 * 1024 * 1024  # a parsed file takes 17 times the memory of its text
_MAX_AGE = re.compile(r"(?:^|[\s,])max-age\s*=\s*\"?([0-9]{1,10})", re.IGNORECASE)
_UNCACHED = re.compile(r"(?:^|[\s,])no-(?:cache|store)\b", re.IGNORECASE)

# RFC 9309, 2.3.1.2 and 2.3.1.3: "unavailable" files, including endless redirects, allow all.
_UNAVAILABLE = frozenset(
    {
        Reason.NOT_FOUND,
        Reason.GONE,
        Reason.CLIENT_ERROR,
        Reason.TOO_MANY_HOPS,
        Reason.REDIRECT_LOOP,
        Reason.BAD_REDIRECT,
        Reason.CREDENTIALS,
    }
)

# These say something about the host, not about its robots.txt alone.
_HOST_FAILURES = frozenset(
    {
        Reason.DNS,
        Reason.CONNECT,
        Reason.TLS,
        Reason.TIMEOUT_CONNECT,
        Reason.TIMEOUT_TOTAL,
        Reason.PROTOCOL,
        Reason.PROXY,
        Reason.PROXY_DENIED,
    }
)
_FILE_MAYBE = frozenset({Reason.TIMEOUT_TOTAL, Reason.PROTOCOL})  # other files may do better


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is known about an origin's robots.txt, and for how long."""

    rules: RobotsRules
    failure: ExchangeFailure | None
    since: float
    until: float
    failures: int = 0

    def holds(self, now: float) -> bool:
        return self.since <= now < self.until  # false too if the clock was set back


@dataclass(frozen=True, slots=True)
class RobotsVerdict:
    """Whether a URL may be fetched, the delay its host requests, and the uses it allows."""

    failure: ExchangeFailure | None
    crawl_delay: float | None
    rights: Rights = NOTHING_RESERVED


class Robots:
    """Gives verdicts on URLs. Fetches missing files through the given function."""

    def __init__(
        self,
        fetch: Callable[[str, int], Awaitable[FetchOutcome]],
        settings: FetchSettings,
        clock: Callable[[], float],
    ) -> None:
        self._fetch = fetch
        self._settings = settings
        self._clock = clock
        self._entries: WeightedCache[str, _Entry] = WeightedCache(_TEXT_BYTES)
        self._parsed: WeightedCache[str, Protego] = WeightedCache(_PARSED_CHARS)
        self._loading: SingleFlight[_Entry] = SingleFlight()

    async def verdict(self, url: str, site: int = 0) -> RobotsVerdict:
        """Return whether the URL may be fetched; the request log names `site` as the cause."""
        entry = await self._entry(_origin(url), site)
        failure = entry.failure
        if failure is not None:
            failure = self._with_wait(failure, entry)
        elif entry.rules.text and not self._parse(entry.rules.text).can_fetch(url, PRODUCT):
            failure = ExchangeFailure(Reason.ROBOTS_DENIED, f"robots.txt of {host_of(url)}")
        signals = entry.rules.signals
        rights = signal_rights_at(signals, path_of(url)) if signals else NOTHING_RESERVED
        return RobotsVerdict(failure, entry.rules.crawl_delay, rights)

    async def sitemaps(self, url: str, site: int = 0) -> tuple[str, ...]:
        """Return the sitemaps that the URL's origin names."""
        return (await self._entry(_origin(url), site)).rules.sitemaps

    def forget(self, host: str) -> None:
        """Request the robots.txt of host[:port] again before its next page."""
        for scheme in ("http", "https"):
            self._entries.drop(f"{scheme}://{host}")

    async def close(self) -> None:
        """Cancel pending fetches."""
        await self._loading.close()

    async def _entry(self, origin: str, site: int) -> _Entry:
        known = self._entries.get(origin)
        if known is not None and known.holds(self._clock()):
            return known
        return await self._loading.get(origin, lambda: self._load(origin, known, site))

    async def _load(self, origin: str, known: _Entry | None, site: int) -> _Entry:
        outcome = await self._fetch(f"{origin}/robots.txt", site)
        if isinstance(outcome, Response):
            entry = self._parsed_entry(outcome)
        elif _is_unavailable(outcome):
            now = self._clock()
            entry = _Entry(RobotsRules(), None, now, now + self._settings.robots_hours * 3600)
        else:
            entry = self._unreachable_entry(outcome, known.failures if known else 0)
        self._entries.put(origin, entry, _ENTRY_WEIGHT + len(entry.rules.text))
        return entry

    def _parsed_entry(self, response: Response) -> _Entry:
        rules = read_rules(response.body, response.url, response.truncated)
        now, longest = self._clock(), self._settings.robots_hours * 3600
        fresh_seconds = _freshness(response.header("cache-control") or "", longest)
        return _Entry(rules, None, now, now + min(max(fresh_seconds, _MIN_SECONDS), longest))

    def _unreachable_entry(self, failure: FetchFailure, failures: int) -> _Entry:
        now = self._clock()
        if failure.reason is Reason.PROXY:
            return _Entry(RobotsRules(), _robots_failure(failure), now, now + _PROXY_WAIT, failures)
        wait = min(_MIN_SECONDS * 2 ** min(failures, 10), _MAX_WAIT)
        if failure.retry_after is not None:
            wait = max(wait, failure.retry_after.total_seconds())
        return _Entry(RobotsRules(), _robots_failure(failure), now, now + wait, failures + 1)

    def _with_wait(self, failure: ExchangeFailure, entry: _Entry) -> ExchangeFailure:
        if not failure.waits_for_robots:
            return failure
        return replace(
            failure, retry_after=timedelta(seconds=max(0.0, entry.until - self._clock()))
        )

    def _parse(self, text: str) -> Protego:
        # Cached by text, not by origin: sites of one publisher or CMS use the same file.
        parsed = self._parsed.get(text)
        if parsed is None:
            parsed = Protego.parse(text)
            self._parsed.put(text, parsed, _ENTRY_WEIGHT + len(text))
        return parsed


def _robots_failure(failure: FetchFailure) -> ExchangeFailure:
    """Return why the pages of a host are not fetched: the cause, whichever file it was seen at."""
    reason = failure.reason
    if reason is Reason.PRIVATE_ADDRESS and not failure.hops:
        return ExchangeFailure(reason, failure.detail)  # no wait: another attempt ends alike
    if reason in _HOST_FAILURES and not failure.hops:
        place = ", at robots.txt" if reason in _FILE_MAYBE else ""
        detail = f"{failure.detail}{place}"
        return ExchangeFailure(reason, detail, failure.status, waits_for_robots=True)
    if failure.status is not None and failure.status >= 400:
        detail = f"robots.txt answers {failure.status}, so we wait as RFC 9309 asks"
    else:
        leads = f" leads to {failure.url}" if failure.hops else ""
        detail = f"robots.txt{leads}: {reason.value} ({failure.detail})".removesuffix(" ()")
    reason = Reason.ROBOTS_UNREACHABLE
    return ExchangeFailure(reason, detail, failure.status, waits_for_robots=True)


def _is_unavailable(failure: FetchFailure) -> bool:
    """Return whether a site has no rules, as RFC 9309 has it: a bot check may refuse them, too."""
    is_refused = failure.reason is Reason.BOT_CHECK and failure.status in (401, 403)
    return is_refused or failure.reason in _UNAVAILABLE


def _origin(url: str) -> str:
    return f"{url.partition('://')[0]}://{host_of(url)}"


def _freshness(cache_control: str, default: float) -> float:
    if _UNCACHED.search(cache_control):
        return 0.0
    age = _MAX_AGE.search(cache_control)
    return float(age[1]) if age else default
