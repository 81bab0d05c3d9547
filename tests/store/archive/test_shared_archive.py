"""The archive on a store, with real processes that are killed; what is common is in
`test_both_archives.py`."""

import errno
import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from tests.store.archive.archive_pages import AT, LARGE, append, numbers_in, response
from tests.store.files.faulty_proxy import Fault, FaultyProxy

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive import shared_volumes
from tidings.store.archive.garbage import unnamed_objects
from tidings.store.archive.shared_archive import ArchiveTaken, SharedArchive
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.store_listing import listed_archive
from tidings.store.archive.volume_names import WRITER_KEY, is_claim, part_key, serial_of
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import DamagedRecord
from tidings.store.database.errors import StoreAway
from tidings.store.files.file_store import FileStore

Places = dict[int, ArchivePlace]


def opened(folder: Path, store: FileStore, max_bytes: int = LARGE) -> SharedArchive:
    return SharedArchive(folder, store, max_bytes, cache_bytes=LARGE)


def reader(folder: Path, store: FileStore, cache_bytes: int = LARGE) -> ArchiveReader:
    return ArchiveReader(folder, volumes=SharedVolumes(folder, store, cache_bytes))


def abandon(archive: SharedArchive) -> None:
    """Leave an archive as kill -9 does, without its open files and its thread."""
    archive.close_files()
    archive._sealing.stop()


def write(archive: SharedArchive, numbers: range, body: int = 0) -> Places:
    """Append pages, a commit each."""
    places = {}
    for number in numbers:
        places[number] = append(archive, response(number, os.urandom(body) if body else b""))
        archive.sync()
    return places


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()


def assert_readable(archive: ArchiveReader, places: Places) -> None:
    for number, place in places.items():
        assert archive.read(place).url == f"https://example.com/{number}"
    found = {capture.place for capture, _ in archive.members()}
    assert {*places.values()} <= found
    assert len({(place.file, place.offset) for place in found}) == len(found)
    assert numbers_in(archive, max(places, default=-1) + 1) == sorted(places)


def test_what_is_synced_can_be_read_from_an_empty_folder(tmp_path: Path, store: FileStore) -> None:
    with opened(tmp_path / "a", store) as archive:
        places = write(archive, range(5))
        assert_readable(archive, places)
        assert_readable(reader(tmp_path / "b", store), places)  # while it is written


def test_full_files_are_sealed_and_their_parts_go(tmp_path: Path, store: FileStore) -> None:
    with opened(tmp_path / "a", store, 3000) as archive:
        places = write(archive, range(20))
        archive.wait_for_sealing()
        listing = listed_archive(store)
        *full, last = archive.files()
        assert [*listing.sealed] == [*listing.indexes] == [warc.name for warc in full]
        assert [*listing.parts] == [last.name]
        assert len(full) > 1
        for name, file in listing.sealed.items():
            assert file.size == (tmp_path / "a" / name).stat().st_size
    assert_readable(reader(tmp_path / "b", store), places)
    assert reader(tmp_path / "c", store).check() == []


class FullStore:
    """Passes calls on to a store; the first whole file always finds a full disk."""

    def __init__(self, store: FileStore) -> None:
        self._store = store
        self.is_full = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def upload(self, path: Path, key: str) -> str:
        if self.is_full and "-00001." in key:
            raise OSError(errno.ENOSPC, "the disk is full")
        return self._store.upload(path, key)


def test_a_file_that_cannot_be_sealed_is_noted_and_tried_again(
    tmp_path: Path, store: FileStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    notes: list[str] = []
    full = FullStore(store)
    with SharedArchive(
        tmp_path, cast(FileStore, full), 3000, LARGE, note_sealing=notes.append
    ) as archive:
        places = write(archive, range(25))
        with pytest.raises(OSError, match="full"):
            archive.wait_for_sealing()
        wait_until(lambda: bool(notes))
        assert places[0].file in notes[0]
        assert "SealingFailed" in caplog.text
        full.is_full = False
        wait_until(lambda: notes[-1] == "")
        archive.wait_for_sealing()
        listing = listed_archive(store)
        assert [*listing.parts] == [archive.files()[-1].name]
        assert len(listing.sealed) > 2  # the others did not wait for it
        assert_readable(archive, places)
    assert "SealingRecovered" in caplog.text


def test_claims_are_no_garbage(tmp_path: Path, store: FileStore) -> None:
    with opened(tmp_path, store, 3000) as archive:
        write(archive, range(20))
        archive.wait_for_sealing()
    assert [file for file in store.list("archive") if is_claim(file.key)]
    assert [*unnamed_objects(store, None, timedelta(0))] == []


def test_the_same_folder_continues_in_the_same_file(tmp_path: Path, store: FileStore) -> None:
    with opened(tmp_path, store) as archive:
        places = write(archive, range(3))
    with opened(tmp_path, store) as archive:
        places |= write(archive, range(3, 6))
        assert_readable(archive, places)
    assert len({place.file for place in places.values()}) == 1


def test_another_folder_begins_a_new_file_and_seals_the_former(
    tmp_path: Path, store: FileStore
) -> None:
    with opened(tmp_path / "a", store) as archive:
        places = write(archive, range(3))
    with opened(tmp_path / "b", store) as archive:
        places |= write(archive, range(3, 6))
        archive.wait_for_sealing()
        assert [*listed_archive(store).sealed] == [places[0].file]
        assert_readable(archive, places)
    assert len({place.file for place in places.values()}) == 2
    with opened(tmp_path / "a", store) as archive:  # and back again
        places |= write(archive, range(6, 9))
        assert_readable(archive, places)


def test_what_was_not_put_is_dropped_by_the_next_owner(tmp_path: Path, store: FileStore) -> None:
    archive = opened(tmp_path / "a", store)
    places = write(archive, range(3))
    lost = append(archive, response(99))
    abandon(archive)
    with opened(tmp_path / "a", store) as archive:
        assert_readable(archive, places)
        assert append(archive, response(3)).offset == lost.offset


def test_a_local_tail_of_a_former_owner_is_never_read(tmp_path: Path, store: FileStore) -> None:
    archive = opened(tmp_path / "a", store)
    places = write(archive, range(3))
    append(archive, response(99))
    abandon(archive)
    with opened(tmp_path / "b", store) as other:
        places |= write(other, range(3, 5))
        assert_readable(reader(tmp_path / "a", store), places)
    with opened(tmp_path / "a", store) as archive:
        assert_readable(archive, places)


def test_a_rollback_drops_what_was_not_put(tmp_path: Path, store: FileStore) -> None:
    with opened(tmp_path, store) as archive:
        places = write(archive, range(2))
        dropped = append(archive, response(99))
        archive.discard_unsynced()
        archive.discard_unsynced()
        places |= write(archive, range(2, 4))
        assert places[2].offset == dropped.offset
        assert_readable(archive, places)
        assert archive.check() == []


def test_a_rollback_of_the_first_records_leaves_an_empty_file(
    tmp_path: Path, store: FileStore
) -> None:
    with opened(tmp_path, store) as archive:
        append(archive, response(99))
        archive.discard_unsynced()
        archive.sync()
        assert listed_archive(store).names() == []
        assert_readable(archive, write(archive, range(2)))


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.CUT, Fault.LOSE, Fault.HANG])
def test_a_store_that_is_away_during_a_sync_loses_and_doubles_nothing(
    tmp_path: Path, store: FileStore, far_store: FileStore, proxy: FaultyProxy, fault: Fault
) -> None:
    with opened(tmp_path / "a", far_store) as archive:
        places = write(archive, range(2))
        proxy.fail(fault, wanted=lambda method, path: ".parts/" in path)
        append(archive, response(90))
        with pytest.raises(StoreAway):
            archive.sync()
        archive.discard_unsynced()
        proxy.heal()
        # The writer runs other work with it now: the bytes are not the same as before.
        places |= {number: append(archive, response(number)) for number in range(2, 5)}
        archive.sync()
        found = {*numbers_in(archive, 100)}
    assert found - {90} == {0, 1, 2, 3, 4}
    again = reader(tmp_path / "b", store)
    for number, place in places.items():
        assert again.read(place).url == f"https://example.com/{number}"
    assert again.check() == []


def test_a_growing_number_of_tries_does_not_grow_the_file(
    tmp_path: Path, far_store: FileStore, proxy: FaultyProxy
) -> None:
    with opened(tmp_path, far_store) as archive:
        write(archive, range(1))
        proxy.fail(Fault.CUT)
        sizes = set()
        for _ in range(3):
            append(archive, response(7))
            with pytest.raises(StoreAway):
                archive.sync()
            archive.discard_unsynced()
            sizes.add(archive.files()[0].stat().st_size)
        proxy.heal()
    assert len(sizes) == 1


def test_a_writer_that_was_replaced_cannot_put(tmp_path: Path, store: FileStore) -> None:
    first = opened(tmp_path / "a", store, 3000)
    places = write(first, range(3))
    with opened(tmp_path / "b", store, 3000) as second:
        second.wait_for_sealing()
        places |= write(second, range(3, 6))
        with pytest.raises(ArchiveTaken):
            write(first, range(100, 130))  # until it begins a new file
        abandon(first)
        assert_readable(second, places)
    assert_readable(reader(tmp_path / "c", store), places)


def test_a_late_part_of_a_crashed_process_does_not_stop_the_next_one(
    tmp_path: Path, store: FileStore
) -> None:
    crashed = opened(tmp_path / "a", store)
    places = write(crashed, range(2))
    late = append(crashed, response(99))
    data = crashed.files()[-1].read_bytes()[late.offset :]
    abandon(crashed)
    with opened(tmp_path / "a", store) as archive:
        store.put_new(part_key(late.file, late.offset), data)  # it arrives only now
        append(archive, response(2))
        with pytest.raises(StoreAway):  # the batch is run again
            archive.sync()
        archive.discard_unsynced()
        places |= write(archive, range(2, 5))
        archive.wait_for_sealing()
        assert_readable(archive, places)
        assert [*listed_archive(store).sealed] == [late.file] != [places[2].file]
        assert archive.check() == []
    far = reader(tmp_path / "b", store)
    assert_readable(far, places)
    assert far.read(late).url == "https://example.com/99"  # offsets stay what they were
    with opened(tmp_path / "a", store) as archive:
        assert_readable(archive, places | write(archive, range(5, 7)))


def test_a_part_of_a_process_that_took_over_stops_the_former(
    tmp_path: Path, store: FileStore
) -> None:
    first = opened(tmp_path / "a", store)
    place = write(first, range(1))[0]
    (part,) = listed_archive(store).parts[place.file].values()
    store.put_new(part_key(place.file, part.size), b"of somebody else")
    store.put(WRITER_KEY, b'{"writer": "somebody else", "fence": 9}')
    append(first, response(1))
    with pytest.raises(ArchiveTaken):
        first.sync()
    abandon(first)


class StallingStore:
    """Passes calls on to a store; before the first wanted put, something else happens."""

    def __init__(self, store: FileStore, wanted: str, meanwhile: Callable[[], None]) -> None:
        self._store = store
        self._wanted = wanted
        self._meanwhile: Callable[[], None] | None = meanwhile

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def put_new(self, key: str, data: bytes) -> str:
        if self._meanwhile and self._wanted in key:
            meanwhile, self._meanwhile = self._meanwhile, None
            meanwhile()
        return self._store.put_new(key, data)


@pytest.mark.parametrize("wanted", [".claim", ".parts/"])
def test_a_writer_that_stalls_before_it_begins_a_file_never_gets_the_number_of_another(
    tmp_path: Path, store: FileStore, wanted: str
) -> None:
    places: Places = {}
    others: list[SharedArchive] = []

    def take_over() -> None:
        others.append(opened(tmp_path / "b", store))
        places.update(write(others[0], range(3)))

    stalling = cast(FileStore, StallingStore(store, wanted, take_over))
    # Another time, so another name: else it would fail at its first part in any case.
    stalled = SharedArchive(tmp_path / "a", stalling, LARGE, LARGE, now=lambda: AT)
    with suppress(ArchiveTaken):  # its first part may still succeed, but no row ever names it
        write(stalled, range(50, 51))
    abandon(stalled)
    listing = listed_archive(store)
    there = {*listing.sealed, *listing.parts}
    assert len({serial_of(name) for name in there}) == len(there)
    with others[0] as other:
        places |= write(other, range(3, 5))
    for number, place in places.items():
        assert reader(tmp_path / "c", store).read(place).url == f"https://example.com/{number}"


def test_of_two_that_open_at_once_one_writes(tmp_path: Path, store: FileStore) -> None:
    archives: list[SharedArchive] = []
    barrier = threading.Barrier(4)

    def open_one(name: str) -> None:
        barrier.wait()
        try:
            archives.append(opened(tmp_path / name, store))
        except ArchiveTaken:
            return

    threads = [threading.Thread(target=open_one, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [archive.is_writer() for archive in archives].count(True) == 1
    for archive in archives:
        abandon(archive)


def test_reading_goes_on_from_the_cache_while_the_store_is_away(
    tmp_path: Path, store: FileStore, far_store: FileStore, proxy: FaultyProxy
) -> None:
    with opened(tmp_path / "a", store, 3000) as archive:
        places = write(archive, range(10))
        archive.wait_for_sealing()
    near = reader(tmp_path / "b", far_store)
    assert_readable(near, places)
    sealed = {n: place for n, place in places.items() if place.file != places[9].file}
    proxy.fail(Fault.CUT)
    for number, place in sealed.items():
        assert near.read(place).url == f"https://example.com/{number}"
    with pytest.raises(StoreAway):
        reader(tmp_path / "c", far_store).read(places[0])
    proxy.heal()


def test_a_small_cache_keeps_the_newest_and_reads_the_rest_from_the_store(
    tmp_path: Path, store: FileStore
) -> None:
    archive = SharedArchive(tmp_path / "a", store, 5000, cache_bytes=8000)
    places = write(archive, range(12), body=1500)
    archive.wait_for_sealing()
    assert len(archive.files()) > 3
    assert sum(warc.stat().st_size for warc in archive.files()[:-1] if warc.exists()) <= 8000
    assert not archive.files()[0].exists()
    assert_readable(archive, places)
    archive.close()
    near = reader(tmp_path / "b", store, cache_bytes=1)
    assert_readable(near, places)
    held = [warc for warc in near.files() if warc.exists()]
    assert len(held) <= 2  # the one that was read last, and the growing one


def test_a_reader_on_another_machine_sees_what_is_synced(tmp_path: Path, store: FileStore) -> None:
    far = reader(tmp_path / "b", store)
    with opened(tmp_path / "a", store, 1500) as archive:
        for number in range(8):
            place = append(archive, response(number))
            with pytest.raises(DamagedRecord):
                far.read(place)
            archive.sync()
            assert far.read(place).url == f"https://example.com/{number}"


def test_a_record_whose_part_seems_to_be_empty_for_a_moment_is_looked_for_again(
    tmp_path: Path, store: FileStore, patient_store: FileStore, proxy: FaultyProxy
) -> None:
    with opened(tmp_path / "a", store) as archive:
        places = write(archive, range(1))
        # Of two looks, each asks for a part, and then for its size.
        proxy.fail(Fault.EMPTY, times=4, wanted=lambda method, path: ".parts/" in path)
        far = reader(tmp_path / "b", patient_store)
        assert far.read(places[0]).url == "https://example.com/0"
        assert sum("list-type" in path for _, path in proxy.seen) == 3
        proxy.fail(Fault.EMPTY, wanted=lambda method, path: ".parts/" in path)
        with pytest.raises(DamagedRecord):
            far.read(places[0])


def test_parts_that_go_while_they_are_listed_are_looked_for_in_the_whole_file(
    tmp_path: Path, store: FileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_volumes, "_LISTING_SECONDS", 3600.0)
    with opened(tmp_path / "a", store) as archive:
        places = write(archive, range(1)) | write(archive, range(1, 2))
    (warc,) = archive.files()
    volumes = SharedVolumes(tmp_path / "b", store, LARGE)
    store.delete([part_key(warc.name, 0)])
    assert len(volumes.listing().parts[warc.name]) == 1  # without the whole file, which is next
    archive.volumes.publish(warc)
    assert_readable(ArchiveReader(tmp_path / "b", volumes=volumes), places)


def test_a_reader_lists_the_store_only_for_places_that_are_new_to_it(
    tmp_path: Path,
    store: FileStore,
    far_store: FileStore,
    proxy: FaultyProxy,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_volumes, "_LISTING_SECONDS", 0.0)  # every listing is old at once
    far = reader(tmp_path / "b", far_store)

    def listings_after_reading(places: Places) -> int:
        for number, place in places.items():
            assert far.read(place).url == f"https://example.com/{number}"
        return sum("list-type" in path for _, path in proxy.seen)

    with opened(tmp_path / "a", store, 3000) as archive:
        places = write(archive, range(8))
        archive.wait_for_sealing()
        assert listings_after_reading(places) == 1
        assert listings_after_reading(places) == 1
        assert listings_after_reading(write(archive, range(8, 9))) == 2


def test_the_same_folder_fetches_nothing_when_it_is_opened_again(
    tmp_path: Path, store: FileStore, far_store: FileStore, proxy: FaultyProxy
) -> None:
    with opened(tmp_path, store, 3000) as archive:
        places = write(archive, range(12))
        archive.wait_for_sealing()
    with opened(tmp_path, far_store, 3000) as archive:
        places |= write(archive, range(12, 14))
        assert_readable(archive, places)
    fetched = [path for method, path in proxy.seen if method == "GET" and "list-type" not in path]
    assert {path.rpartition("/")[2] for path in fetched} == {"writer.json"}


def test_readers_of_the_folder_do_not_disturb_its_owner(tmp_path: Path, store: FileStore) -> None:
    places: Places = {}
    errors: list[Exception] = []
    ended = threading.Event()

    def read_all() -> None:
        volumes = SharedVolumes(tmp_path, store, LARGE)
        archive = ArchiveReader(tmp_path, volumes=volumes)
        while not ended.is_set():
            volumes.forget_listing()
            try:
                for number, place in {**places}.items():
                    assert archive.read(place).url == f"https://example.com/{number}"
                numbers_in(archive, 4)
            except Exception as error:  # noqa: BLE001 - shown at the end
                errors.append(error)
                return

    threads = [threading.Thread(target=read_all) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for start in range(0, 24, 4):
            with opened(tmp_path, store, 3000) as archive:
                places |= write(archive, range(start, start + 4))
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert errors == []
    with opened(tmp_path, store, 3000) as archive:
        assert_readable(archive, places)
        assert archive.check() == []


@pytest.mark.parametrize("fault", [Fault.HANG, Fault.ERROR])
def test_sealing_does_not_hold_up_the_writer_and_goes_on_when_the_store_is_back(
    tmp_path: Path, store: FileStore, far_store: FileStore, proxy: FaultyProxy, fault: Fault
) -> None:
    proxy.fail(fault, wanted=lambda method, path: method == "PUT" and path.endswith(".gz"))
    with opened(tmp_path / "a", far_store, 3000) as archive:
        places = write(archive, range(20))
        assert [*listed_archive(store).parts] == [warc.name for warc in archive.files()]
        assert_readable(reader(tmp_path / "b", store), places)
        proxy.heal()
        archive.wait_for_sealing()
        assert len(listed_archive(store).sealed) == len(archive.files()) - 1
    assert_readable(reader(tmp_path / "c", store), places)
