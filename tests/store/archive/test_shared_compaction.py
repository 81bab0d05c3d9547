from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from tests.store.archive.archive_pages import append, numbers_in, response

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive.cdxj import Capture
from tidings.store.archive.file_compaction import rewrite_without
from tidings.store.archive.shared_archive import SharedArchive
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.store_listing import listed_archive
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.archive.warc_record import DamagedRecord
from tidings.store.files.file_store import FileStore

NOW = datetime(2030, 1, 1, tzinfo=UTC)
STEPS = ("rewritten", "index put", "published", "moved", "removed")


def is_page(number: int, capture: Capture) -> bool:
    return capture.url == f"https://example.com/{number}"


def reader(folder: Path, store: FileStore) -> ArchiveReader:
    return ArchiveReader(folder, volumes=SharedVolumes(folder, store, 10**9))


def filled(folder: Path, store: FileStore, compacted: tuple[str, ...] = ()) -> SharedArchive:
    return SharedArchive(folder, store, 3000, cache_bytes=10**9, compacted=compacted)


@pytest.mark.parametrize("same_folder", [True, False])
@pytest.mark.parametrize("last", STEPS)
@pytest.mark.parametrize("growing", [True, False])
def test_a_compaction_that_ends_anywhere_is_settled(
    tmp_path: Path, store: FileStore, last: str, same_folder: bool, growing: bool
) -> None:
    folder = tmp_path / "a"
    with filled(folder, store) as archive:
        places = {number: append(archive, response(number)) for number in range(18)}
        archive.sync()
        archive.wait_for_sealing()
        victim = 17 if growing else 2
    volumes = archive.volumes
    old = folder / places[victim].file
    volumes.fetch(old)
    rewritten = rewrite_without(old, partial(is_page, victim), NOW)
    assert rewritten.new is not None
    new = {
        number: rewritten.places[place.offset] if place.file == old.name else place
        for number, place in places.items()
    }
    if last == "index put":
        index = rewritten.new.with_name(f"{rewritten.new.name}.cdxj")
        store.put(f"archive/{index.name}.zst", b"of a file that is not there yet")
    if last in ("published", "moved", "removed"):
        volumes.publish(rewritten.new)
    if last == "removed":
        volumes.remove(old)
    is_moved = last in ("moved", "removed")
    with filled(
        folder if same_folder else tmp_path / "b", store, (old.name,) if is_moved else ()
    ) as archive:
        archive.wait_for_sealing()
        current = new if is_moved else places
        left = {n: place for n, place in current.items() if place is not None}
        assert_readable(archive, left)
        left[99] = append(archive, response(99))
        archive.sync()
        assert_readable(reader(tmp_path / "c", store), left)
        gone = old if is_moved else rewritten.new
        listing = listed_archive(store)
        assert gone.name not in {*listing.sealed, *listing.parts}


def assert_readable(archive: ArchiveReader, places: dict[int, ArchivePlace]) -> None:
    for number, place in places.items():
        assert archive.read(place).url == f"https://example.com/{number}"
    assert {capture.place for capture, _ in archive.members()} == {*places.values()}
    assert numbers_in(archive, 100) == sorted(places)
    assert archive.check() == []


def test_readers_go_on_while_a_file_is_compacted(tmp_path: Path, store: FileStore) -> None:
    with filled(tmp_path / "a", store) as archive:
        places = [append(archive, response(number)) for number in range(18)]
        archive.sync()
        archive.wait_for_sealing()
    far = reader(tmp_path / "b", store)
    old = tmp_path / "a" / places[2].file
    rewritten = rewrite_without(old, partial(is_page, 2), NOW)
    assert rewritten.new is not None
    archive.volumes.publish(rewritten.new)
    assert far.read(places[3]).url == "https://example.com/3"
    archive.volumes.remove(old)
    place = rewritten.places[places[3].offset]
    assert place is not None
    assert far.read(place).url == "https://example.com/3"
    far.volumes.listing(fresh=True)  # type: ignore[attr-defined]
    with pytest.raises(DamagedRecord):
        far.read(places[2])
