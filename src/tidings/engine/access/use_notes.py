"""Notes when a token or session was used last: at most once a minute, and nobody waits for it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from tidings.store.database.database import Database
from tidings.store.database.session import Writer

_INTERVAL: Final = timedelta(minutes=1)
NoteUse = Callable[[Writer, str, datetime], None]


class UseNotes:
    """Writes the last use of secrets of one home. Safe for many threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[str, datetime] = {}  # by id, while the row does not show it yet
        self._lock = Lock()

    def note(self, note: NoteUse, key: str, used_at: datetime | None, now: datetime) -> None:
        """Note a use, unless the row or this process noted one within a minute."""
        if used_at is not None and _is_recent(used_at, now):
            return
        with self._lock:
            noted = self._noted.get(key)
            if noted is not None and _is_recent(noted, now):
                return
            self._noted = {each: at for each, at in self._noted.items() if _is_recent(at, now)}
            self._noted[key] = now
        # A store that cannot be written to must not keep anybody from reading: no result is asked.
        self._database.write(lambda db: note(db, key, now))


def _is_recent(at: datetime, now: datetime) -> bool:
    return abs(now - at) < _INTERVAL
