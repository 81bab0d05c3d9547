"""The table of what was set for single sources, and queueing again what other settings excluded."""

import json
from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from tidings.model.crawl.source_settings import NO_SETTINGS, SourceSettings
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import marks, upsert
from tidings.store.database.timestamps import to_seconds

_KEEP = upsert("source_settings", "site, name", "value, set_at")
_ALL = 0  # the site of what is set for all sources
_NAMES = tuple(each.name for each in fields(SourceSettings))


def keep_settings(connection: Writer, site: int, settings: SourceSettings, now: datetime) -> None:
    """Store what was set for a source, replacing all of it."""
    connection.execute("DELETE FROM source_settings WHERE site = ?", (site,))
    for name in _NAMES:
        value = getattr(settings, name)
        if value != getattr(NO_SETTINGS, name):
            connection.execute(_KEEP, (site, name, json.dumps(value), to_seconds(now)))


def settings_of_source(connection: Reader, site: int) -> SourceSettings:
    """Return what was set for a source."""
    rows = connection.execute("SELECT name, value FROM source_settings WHERE site = ?", (site,))
    return _with_rows(NO_SETTINGS, ((row[0], row[1]) for row in rows))


def settings_by_source(connection: Reader) -> dict[int, SourceSettings]:
    """Return the settings of all sources that have any."""
    found: dict[int, list[tuple[str, str]]] = {}
    for row in connection.execute("SELECT site, name, value FROM source_settings WHERE site > 0"):
        found.setdefault(row[0], []).append((row[1], row[2]))
    return {site: _with_rows(NO_SETTINGS, rows) for site, rows in found.items()}


def readmit_languages(connection: Writer, languages: Iterable[str], now: datetime) -> int:
    """Remember which languages are wanted of all sources, as a crawl begins with them.

    If others were wanted before, what was unwanted is queued again; returns how many pages.
    """
    row = connection.execute(
        "SELECT value FROM source_settings WHERE site = ? AND name = 'languages'", (_ALL,)
    ).fetchone()
    before, wanted = json.loads(row[0]) if row else [], sorted(languages)
    if wanted == before:
        return 0
    connection.execute(_KEEP, (_ALL, "languages", json.dumps(wanted), to_seconds(now)))
    if not before or (wanted and set(wanted) <= set(before)):
        return 0  # nothing is wanted that was unwanted
    sites = connection.execute(
        "SELECT id FROM sites WHERE removed_at IS NULL "
        "AND id NOT IN (SELECT site FROM elsewhere) "
        "AND id NOT IN (SELECT site FROM source_settings WHERE name = 'languages')"
    )
    reasons = (Reason.OTHER_LANGUAGE,)
    return requeue_unwanted(connection, [each[0] for each in sites.fetchall()], reasons, now)


def requeue_unwanted(
    connection: Writer, sites: Iterable[int], reasons: Iterable[Reason], now: datetime
) -> int:
    """Queue the pages of sources that were unwanted for one of these reasons; return how many.

    They are judged again when they are visited.
    """
    by_id = connection.dialect.with_index("urls_id")
    reasons = tuple(reasons)
    return sum(
        connection.execute(
            f"UPDATE urls {by_id} SET state = 'queued', reason = ?, detail = '', "  # noqa: S608
            "kind = NULL, due = ?, visited_at = NULL, etag = NULL, last_modified = NULL, "
            "body_hash = NULL "
            "WHERE host_id IN (SELECT host_id FROM site_hosts WHERE site = ?) AND site = ? "
            f"AND reason IN ({marks(len(reasons))})",
            (Reason.WAITING, to_seconds(now), site, site, *reasons),
        ).rowcount
        for site in sites
    )


def _with_rows(settings: SourceSettings, rows: Iterable[tuple[str, str]]) -> SourceSettings:
    # What a later version stored under another name is left alone.
    values: dict[str, Any] = {
        name: _tuples(json.loads(value)) for name, value in rows if name in _NAMES
    }
    return replace(settings, **values)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
