"""What the event loop knows about sources: snapshots that it gets from the writer."""

from tidings.engine.state.source_snapshot import SourceSnapshot
from tidings.engine.state.source_state import SourceState
from tidings.model.crawl.source import Source
from tidings.store.database.database import Database

_MAX_SOURCES = 4_096  # with a snapshot in memory; each shares its parts with the writer's caches


class SourceSnapshots:
    """The last snapshot of each source that was visited recently. Used in the loop's thread."""

    def __init__(self, database: Database, state: SourceState) -> None:
        self._database = database
        self._state = state
        self._snapshots: dict[int, SourceSnapshot] = {}

    async def of(self, source: Source) -> SourceSnapshot:
        """Return what is known about a source; the first time the writer opens it."""
        known = self._snapshots.get(source.id)
        if known is None or known.words != source.about.words:
            known = await self._database.write_async(lambda db: self._state.open(db, source))
            self.note(known)
        return known

    def note(self, snapshot: SourceSnapshot | None) -> None:
        """Replace what is known about a source, if there is anything new."""
        if snapshot is None:
            return
        if len(self._snapshots) >= _MAX_SOURCES and snapshot.source not in self._snapshots:
            self._snapshots.clear()
        self._snapshots[snapshot.source] = snapshot

    def forget(self, source: int) -> None:
        """Drop what is known about a source, so that it is opened again."""
        self._snapshots.pop(source, None)
