"""Sealing: a full file is put on the store as a whole, in the background; then its parts go.

Killed in between, parts and whole say the same, and the next owner continues.
"""

import threading
from collections.abc import Callable
from typing import Final

from tidings.events.logged_event import emit
from tidings.events.store_events import SealingFailed, SealingRecovered
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.volume_names import volume_key
from tidings.store.database.errors import StoreAway, StoreError

_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
_FAILED_PAUSE: Final = 300.0  # at most, after an error that somebody must mend: a full disk
_MAX_ERROR: Final = 300  # characters that are stored

NoteFailure = Callable[[str], None]  # what fails; empty: nothing any more


class VolumeSealing:
    """A thread that seals files one after the other, once there are any."""

    def __init__(
        self,
        volumes: SharedVolumes,
        is_writer: Callable[[], bool],
        note: NoteFailure = lambda error: None,
    ) -> None:
        self._volumes = volumes
        self._is_writer = is_writer
        self._note = note
        self._failed: dict[str, int] = {}  # how often sealing failed, by file
        self._changed = threading.Condition()
        self._names: list[str] = []  # the first is being sealed
        self._is_stopping = False
        self._thread: threading.Thread | None = None
        self.error: Exception | None = None  # why a file is not sealed; it is tried again

    def add(self, name: str) -> None:
        """Seal a file that no longer grows."""
        with self._changed:
            self._names.append(name)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="sealing", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def stop(self) -> None:
        """Finish the step that is being done, and leave the rest to the next owner."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify_all()
        if self._thread:
            self._thread.join()

    def wait(self) -> None:
        """Return once all files are sealed, or raise why they are not."""
        with self._changed:
            self._changed.wait_for(lambda: not self._names or self._is_stopping or self.error)
            if self.error:
                raise self.error

    def _run(self) -> None:
        while (name := self._next()) is not None:
            try:
                self._seal_patiently(name)
                self._note_success(name)
            except (StoreError, OSError) as error:  # a full disk, a lost file: the parts stay
                self._note_failure(name, error)

    def _note_success(self, name: str) -> None:
        with self._changed:
            self._names.remove(name)
            was_failing = self._failed.pop(name, 0) > 0 and not self._failed
            if was_failing:
                self.error = None
            self._changed.notify_all()
        if was_failing:
            self._note("")
            emit(SealingRecovered())

    def _note_failure(self, name: str, error: Exception) -> None:
        """Try the other files, and then this one again."""
        with self._changed:
            attempt = self._failed[name] = self._failed.get(name, 0) + 1
            self.error = error
            self._names.remove(name)
            self._names.append(name)
            self._changed.notify_all()
        detail = f"{type(error).__name__}: {error}"[:_MAX_ERROR]
        self._note(f"{name}: {detail}")
        emit(SealingFailed(name, detail, attempt))
        with self._changed:
            pause = min(_FAILED_PAUSE, _FIRST_PAUSE * 2.0 ** (attempt - 1))
            self._changed.wait_for(self._has_other_work, pause)

    def _has_other_work(self) -> bool:
        return self._is_stopping or any(name not in self._failed for name in self._names)

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._names or self._is_stopping)
            return None if self._is_stopping else self._names[0]

    def _seal_patiently(self, name: str) -> None:
        pause = _FIRST_PAUSE
        while not self._is_stopping:
            try:
                self._seal(name)
                return
            except StoreAway:
                with self._changed:
                    self._changed.wait_for(lambda: self._is_stopping, pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _seal(self, name: str) -> None:
        volumes = self._volumes
        if not self._is_writer():  # whoever has taken over does it
            return
        there = volumes.store.find(volume_key(name))
        if there is None:
            warc = volumes.folder / name
            volumes.fetch(warc)
            volumes.publish(warc)
            there = volumes.store.find(volume_key(name))
        if there is not None and self._is_writer():
            volumes.remove_parts(name, there.size)
