"""The knowledge keeper: makes versions of knowledge from lessons while a crawl runs.

A lesson is a row from the transaction that keeps its article until the version that contains it is
on the disk, and on the home's store if there is one. The version's number is the cursor: after a
kill between the two, the rows that are left over are ignored and deleted with the next version.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from tidings.engine.knowledge.knowledge import taught, version_after
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.events.crawl_events import FollowerFailing, FollowerRecovered
from tidings.events.logged_event import emit
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError
from tidings.store.tables.articles.lessons import (
    Lesson,
    delete_lessons,
    last_lesson,
    lessons_between,
)
from tidings.store.tables.changes.cursors import clear_failure, follower_records, note_failure

_CHECK_SECONDS = 1.0  # between two looks at the newest lesson
_RETRY_SECONDS = 60.0  # after a failure, usually a full disk; until then lessons wait as rows
_CHUNK = 64  # lessons read at a time
_NAME = "knowledge"  # among those whose failures `status` and `doctor` show
_MAX_ERROR = 300  # characters of an error that are stored


class KnowledgeKeeper:
    """Owns the knowledge of a home. The loop calls it; versions are made in a thread."""

    def __init__(
        self,
        database: Database,
        folder: Path,
        clock: Callable[[], float] = time.time,
        stored: StoredKnowledge | None = None,
    ) -> None:
        """Fetch the newest version first if the store has one; raises StoreLost."""
        if stored is not None:
            stored.fetch_newer()
        self._stored = stored
        self._database = database
        self._folder = folder
        self._clock = clock
        self._failures = 0
        self.version = KnowledgeFiles(folder).newest()
        self._users: Counter[int] = Counter()  # by version

    @contextmanager
    def pinned(self) -> Iterator[int]:
        """Name the newest version, and keep its file while the block runs."""
        version = self.version
        self._users[version] += 1
        try:
            yield version
        finally:
            self._users[version] -= 1
            if not self._users[version]:
                del self._users[version]

    async def run(self) -> None:
        """Make versions as lessons arrive; a failure delays them and stops nothing else."""
        is_failing = True  # an earlier process may have failed
        while True:
            try:
                await self.catch_up()
                if is_failing:
                    await self._clear_failure()
                is_failing = False
            except Exception as error:  # noqa: BLE001 - shown, and tried again
                is_failing = True
                await self._note_failure(error)
            await asyncio.sleep(_RETRY_SECONDS if is_failing else _CHECK_SECONDS)

    async def _note_failure(self, error: Exception) -> None:
        self._failures += 1
        detail = f"{type(error).__name__}: {error}"[:_MAX_ERROR]
        emit(FollowerFailing(_NAME, detail, self._failures))
        now = datetime.fromtimestamp(self._clock(), UTC)
        with suppress(StoreError, OSError):  # a store that is lost ends the crawl
            await self._database.write_async(
                lambda connection: note_failure(connection, _NAME, now, detail)
            )

    async def _clear_failure(self) -> None:
        known = follower_records(self._database.read())
        if self._failures or any(each.name == _NAME and each.attempts for each in known):
            await self._database.write_async(partial(clear_failure, follower=_NAME))
            emit(FollowerRecovered(_NAME))
            self._failures = 0

    async def catch_up(self) -> None:
        """Make all versions whose lessons are there."""
        while version_after(self.version) <= last_lesson(self._database.read()):
            making = asyncio.ensure_future(asyncio.to_thread(self._make_next))
            try:
                self.version = await asyncio.shield(making)
            except asyncio.CancelledError:
                await making  # the thread reads the database, which is closed next
                raise
            KnowledgeFiles(self._folder).delete_except({self.version, *self._users})
            await self._database.write_async(partial(delete_lessons, until=self.version))
            if self._stored is not None:
                await asyncio.to_thread(self._clean_store, self._stored)

    def _clean_store(self, stored: StoredKnowledge) -> None:
        with suppress(StoreError):  # the next version does it
            stored.delete_before(self.version)

    def _make_next(self) -> int:
        """Store the next version and return its number."""
        files = KnowledgeFiles(self._folder)
        version = version_after(self.version)
        files.keep(taught(files.at(self.version), version, self._lessons_until(version)))
        if self._stored is not None:
            self._stored.put(version)
        return version

    def _lessons_until(self, version: int) -> Iterator[Lesson]:
        connection, after = self._database.read(), self.version
        while rows := lessons_between(connection, after, version, _CHUNK):
            after = rows[-1][0]
            yield from (lesson for _, lesson in rows)
