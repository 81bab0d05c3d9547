"""The archive on a store, for its only writer. What is committed is on the store before.

The growing file is written in the folder, as without a store. `sync` puts what is new of it as one
part; a full file is put whole in the background, and then its parts go. Whoever opens the archive
takes it over: another process that still writes to it fails at its next part.
"""

import json
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NoReturn
from uuid import uuid4

from tidings.store.archive.growing_file import GrowingFile
from tidings.store.archive.recovery import repair_warc
from tidings.store.archive.shared_compaction import settle_store
from tidings.store.archive.shared_volumes import SharedVolumes, truncate_to
from tidings.store.archive.store_listing import StoreListing
from tidings.store.archive.volume_names import WRITER_KEY, claim_key, part_key, serial_of
from tidings.store.archive.volume_sealing import NoteFailure, VolumeSealing
from tidings.store.archive.volumes import volume_names
from tidings.store.archive.warc_files import Archive, Withheld
from tidings.store.database.errors import StoreAway, StoreLost, StoreUnusable
from tidings.store.files.errors import FileChanged, FileExists, FileMissing, away
from tidings.store.files.file_store import FileStore

_TAKEN: Final = "Another process writes to this archive now."


@dataclass(frozen=True, slots=True, order=True)
class _End:
    """How far the growing file reaches, and its index."""

    warc: int = 0
    index: int = 0


class ArchiveTaken(StoreLost):
    """Another process has taken the archive over; this one must not write any more."""


def leave_archive(store: FileStore, place: str) -> None:
    """Note that the files are at another place now, so that no other machine goes on with these."""
    with _others_noticed():
        try:
            there = store.get(WRITER_KEY)
        except FileMissing:
            store.put_new(WRITER_KEY, json.dumps({"writer": "", "moved_to": place}).encode())
        else:
            left = json.loads(there.data) | {"moved_to": place}
            store.replace(WRITER_KEY, json.dumps(left).encode(), there.etag)


@contextmanager
def _others_noticed() -> Iterator[None]:
    try:
        yield
    except (FileExists, FileChanged):
        raise ArchiveTaken(_TAKEN) from None


class SharedArchive(Archive):
    """The archive on a store, for the owner of the home. Raises StoreAway, which may be waited for.

    After StoreAway from `sync` or `append`, everything may be repeated. What was put, or may have
    been, stays in the growing file for ever, so that no offset is used twice.
    """

    def __init__(
        self,
        folder: Path,
        store: FileStore,
        max_bytes: int,
        cache_bytes: int,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        withheld: Withheld = lambda url, at: False,
        compacted: Container[str] = (),
        note_sealing: NoteFailure = lambda error: None,
    ) -> None:
        self._store = store
        self._shared = SharedVolumes(folder, store, cache_bytes)
        self._compacted = compacted
        self._writer = uuid4().hex
        self._sealing = VolumeSealing(self._shared, self.is_writer, note_sealing)
        self._put_end = _End()  # of what is on the store for sure
        self._tried_end = _End()  # of what may be on the store: its answer was lost
        super().__init__(folder, max_bytes, now, withheld, self._shared)

    def _repair(self) -> None:
        """Take the archive over, and make the folder agree with the store."""
        with self._shared.locked():
            is_ours = self._shared.is_last_writer(self._take_over())
            self._shared.is_writer = True
            settle_store(self._shared, self._compacted)
            listing = self._shared.listing(fresh=True)
            if not is_ours:
                self._shared.drop_untrusted()
            self._reconcile(listing)
            self._shared.begin_writing(self._writer)
        growing = listing.growing()
        # A former writer on another machine may still put a part: its file is not continued.
        if is_ours and growing and growing[-1] == listing.names()[-1]:
            self._continue(self.folder / growing.pop())
        for name in sorted({*growing, *listing.parts} - {self._volume_name()}, key=serial_of):
            self._sealing.add(name)

    def _take_over(self) -> str:
        """Replace the last writer's name by ours, and return it."""
        try:
            there = self._store.get(WRITER_KEY)
        except FileMissing:
            with _others_noticed():
                self._store.put_new(WRITER_KEY, self._note(1))
            return ""
        document = json.loads(there.data)
        if place := document.get("moved_to"):
            raise StoreUnusable(f"The files of this home were moved to {place}: use them there.")
        with _others_noticed():
            self._store.replace(WRITER_KEY, self._note(document["fence"] + 1), there.etag)
        return str(document["writer"])

    def _note(self, fence: int) -> bytes:
        return json.dumps({"writer": self._writer, "fence": fence}).encode()

    def _reconcile(self, listing: StoreListing) -> None:
        """Make growing files again from their parts; cut what was not put."""
        growing = listing.growing()
        for name in volume_names(self.folder):
            if name not in growing and not self._shared.is_stored(name):
                self._shared.drop(name)
        for name in growing:
            warc = self.folder / name
            if warc.exists():
                truncate_to(warc, listing.end_of(name))
            self._shared.mirror(warc, listing)

    def _continue(self, warc: Path) -> None:
        repair_warc(warc, newest=True)
        volume = self._volume = GrowingFile(warc)
        self._put_end = self._tried_end = _End(volume.end, volume.index_end)

    def _volume_name(self) -> str:
        return self._volume.path.name if self._volume else ""

    def is_writer(self) -> bool:
        """Return whether nobody has taken the archive over."""
        return self._shared.written_by() == self._writer

    def _next_path(self) -> Path:
        if not self.is_writer():
            raise ArchiveTaken(_TAKEN)
        self._put_end = self._tried_end = _End()
        files = self.files()
        serial = self._claimed(serial_of(files[-1].name) + 1 if files else 1)
        timestamp = self._now().astimezone(UTC).strftime("%Y%m%d%H%M%S")
        return self.folder / f"tidings-{timestamp}-{serial:05}.warc.gz"

    def _claimed(self, serial: int) -> int:
        """Return the first number from this one on that no other writer has claimed.

        Two writers with files of the same number would hide each other's, and one of them may have
        stalled since it looked whether it is the writer.
        """
        while True:
            try:
                self._store.put_new(claim_key(serial), self._writer.encode())
                return serial
            except FileExists:
                if not self.is_writer():
                    raise ArchiveTaken(_TAKEN) from None
                serial += 1

    def sync(self) -> None:
        """Put what was appended on the store; the disk has it too."""
        super().sync()
        if volume := self._volume:
            if self._tried_end.warc > self._put_end.warc:
                self._put(volume, self._tried_end)  # exactly the same: it may be there
            if volume.end > self._put_end.warc:
                self._put(volume, _End(volume.end, volume.index_end))

    def _put(self, volume: GrowingFile, end: "_End") -> None:
        start = self._put_end.warc
        self._tried_end = end
        data = volume.bytes_from(start, end.warc)
        try:
            self._store.put_new(part_key(volume.path.name, start), data)
        except FileExists:
            self._leave(volume)
        self._put_end = end

    def _leave(self, volume: GrowingFile) -> NoReturn:
        """Leave a file in which there is a part that is not ours; the work is run again.

        It may have been put by a former process of this folder, and have arrived only now.
        """
        if not self.is_writer():
            raise ArchiveTaken(_TAKEN)
        name = volume.path.name
        self._volume = None
        volume.close()
        with self._shared.locked():
            self._shared.drop(name)  # sealing makes it again from the parts
        self._shared.forget_listing()
        self._sealing.add(name)
        raise away(f"{name} has a part of a former process: another file is begun.")

    def discard_unsynced(self) -> None:
        """Drop what was appended since the last `sync`, after a rollback of all of it.

        Not after the rollback of one piece of work: it would drop other pieces' records too.
        """
        if volume := self._volume:
            end = max(self._put_end, self._tried_end)
            if volume.end > end.warc:
                volume.cut(end.warc, end.index)

    def _finish(self) -> None:
        """Leave a full file to be sealed in the background."""
        self.sync()
        name = self._volume_name()
        super()._finish()
        if name:
            self._sealing.add(name)

    def close(self) -> None:
        """Put the rest on the store; a file that is being sealed is finished by the next owner.

        If the store is away, the rest is lost: it was not synced, so nothing refers to it."""
        try:
            with suppress(StoreAway):
                self.sync()
            self.discard_unsynced()
        finally:
            try:
                self.close_files()
            finally:
                self._sealing.stop()

    def wait_for_sealing(self) -> None:
        """Return once all full files are sealed, or raise why they are not."""
        self._sealing.wait()
