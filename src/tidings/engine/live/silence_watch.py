"""Notices when a source falls silent, and when it is heard again."""

from tidings.events.crawl_events import SourceHeard, SourceSilent
from tidings.events.logged_event import emit, is_logged
from tidings.store.database.session import Reader
from tidings.store.tables.sources.article_flow import silent_sources
from tidings.store.tables.sources.sources import followed_sources


class SilenceWatch:
    """Compares the silent sources with those of the last look."""

    def __init__(self) -> None:
        self._silent: dict[int, str] = {}

    def look(self, connection: Reader) -> None:
        """Emit an event for every source that fell silent or was heard since the last look."""
        if not is_logged(SourceSilent):
            return
        silent = set(silent_sources(connection))
        followed = {source.id: source.url for source in followed_sources(connection)}
        for number, url in self._silent.items():
            if number not in silent and number in followed:
                emit(SourceHeard(url))
        now = {number: followed[number] for number in sorted(silent & followed.keys())}
        for number, url in now.items():
            if number not in self._silent:
                emit(SourceSilent(url))
        self._silent = now
