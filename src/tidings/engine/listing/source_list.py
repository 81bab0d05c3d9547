"""The list of followed sources, in the order of their domains, each with its health."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tidings.engine.sources.completeness import completeness
from tidings.engine.sources.source_list import source_statuses
from tidings.model.crawl.completeness import Completeness
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_status import SourceStatus
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.sources.sources import followed_sources

HEALTH_HOURS: Final = 24  # over which expected and found articles are compared

SourceListPlace = tuple[str, int]  # domain and id


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """A source with what it brings, and what it was expected to bring in the last hours."""

    status: SourceStatus
    completeness: Completeness


def sources_after(
    connection: Reader, after: SourceListPlace | None, limit: int, folder: str | None = None
) -> list[Source]:
    """Return the next sources; with `folder`, only those in it and in folders inside."""
    chosen = [
        source
        for source in followed_sources(connection)
        if (after is None or place_of(source) > after)
        and (folder is None or f"{source.folder}/".startswith(f"{folder}/"))
    ]
    return sorted(chosen, key=place_of)[:limit]


def place_of(source: Source) -> SourceListPlace:
    """Return where a source stands in the list."""
    return source.domain, source.id


def health_of(database: Database, sources: list[Source], now: datetime) -> list[SourceHealth]:
    """Return the health of sources, in their order."""
    ids = [source.id for source in sources]
    complete = {
        each.site.id: each for each in completeness(database.read(), now, HEALTH_HOURS, ids)
    }
    statuses = source_statuses(database, now, sources)
    return [
        SourceHealth(each, complete[each.site.id]) for each in statuses if each.site.id in complete
    ]
