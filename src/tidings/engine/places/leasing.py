"""Lets the places of one run lease hosts, and none ask sooner than an earlier crawl would have."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime

from tidings.settings.tree import Settings
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.request_log import recent_requests
from tidings.store.tables.jobs.host_leases import begin_run, lease_clock, note_pauses
from tidings.store.tables.sources.closed_hosts import closed_hosts
from tidings.store.tables.sources.source_settings import settings_by_source


def begin_leasing(connection: Writer, run: str, settings: Settings) -> None:
    """Let the places of a run lease hosts; those of earlier runs can renew nothing any more."""
    now = lease_clock(connection)
    begin_run(connection, run, now)
    note_pauses(connection, _pauses(connection, settings), now)


def end_leasing(connection: Writer) -> None:
    """Let nobody lease hosts."""
    begin_run(connection, "", lease_clock(connection))


def _pauses(connection: Reader, settings: Settings) -> Mapping[str, float]:
    """Return in how many seconds hosts may be asked that were asked just now, or demand a pause."""
    now, fetch = time.time(), settings.fetch
    set_delays = (each.delay or 0.0 for each in settings_by_source(connection).values())
    longest = max(fetch.crawl_delay_cap + fetch.delay, *set_delays, 0.0) + fetch.total_seconds
    since = datetime.fromtimestamp(now - longest, UTC)
    pauses: dict[str, float] = {}
    for line in recent_requests(connection, since):
        wait = line.at + line.seconds + line.host_delay - now
        pauses[line.host] = max(pauses.get(line.host, 0.0), wait)
    for host, (until, _) in closed_hosts(connection, datetime.fromtimestamp(now, UTC)).items():
        pauses[host] = max(pauses.get(host, 0.0), until.timestamp() - now)
    return pauses
