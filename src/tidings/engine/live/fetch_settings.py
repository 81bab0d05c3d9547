"""Notices that what bears on fetching has changed since the last crawl, and tries again at once."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Final

import tidings
from tidings.crawl.visits.node_share import node_number
from tidings.engine.process.home import home_of
from tidings.settings.tree import FetchSettings, Settings
from tidings.store.database.session import Writer
from tidings.store.tables.sources.retries import has_new_mark, make_curable_due

# How often and how many: that cures nothing.
_PACE: Final = frozenset(
    {
        "delay",
        "domain_delay",
        "address_delay",
        "per_address",
        "per_host",
        "concurrency",
        "crawl_delay_cap",
        "tdmrep",
        "robots_hours",
    }
)
_PROXY_VARIABLES: Final = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


def try_again_after_changes(
    connection: Writer, settings: Settings, environment: Mapping[str, str], now: float
) -> int:
    """Make due what other settings or another version may cure; return how much that is.

    A home that was never crawled, or last by an older version, counts as changed.
    """
    mark = settings_mark(settings, environment)
    node = node_number(settings.crawl.node)
    if not has_new_mark(connection, node, mark):
        return 0
    return make_curable_due(connection, datetime.fromtimestamp(now, UTC))


def settings_mark(settings: Settings, environment: Mapping[str, str] = os.environ) -> int:
    """Return a number that changes with what bears on fetching; nothing can be read from it."""
    text = repr((tidings.__version__, *_values(settings, environment)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) >> 1


def _values(settings: Settings, environment: Mapping[str, str]) -> Iterator[object]:
    fetch = settings.fetch
    for each in fields(FetchSettings):
        if each.name not in _PACE:
            yield each.name, getattr(fetch, each.name)
    if fetch.proxy == "env":
        for name in _PROXY_VARIABLES:
            yield environment.get(name), environment.get(name.upper())
    if fetch.ca_file:
        yield _stamp(Path(fetch.ca_file).expanduser())
    logins = Path(fetch.credentials_file).expanduser() if fetch.credentials_file else None
    yield _stamp(logins or home_of(settings).credentials)


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
