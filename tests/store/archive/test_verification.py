import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.store.archive.archive_pages import append, response

from tidings.store.archive.garbage import GarbageKind, remove_objects, unnamed_objects
from tidings.store.archive.shared_archive import SharedArchive
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.store_listing import listed_archive
from tidings.store.archive.verification import archive_rest, verified_files
from tidings.store.files.file_store import FileStore

LATER = datetime.now(UTC) + timedelta(days=2)


@pytest.fixture
def archive(tmp_path: Path, store: FileStore) -> SharedArchive:
    """Return a closed archive with sealed files and a growing one."""
    with SharedArchive(tmp_path / "home", store, 3000, cache_bytes=10**9) as archive:
        for number in range(18):
            append(archive, response(number))
            archive.sync()
        archive.wait_for_sealing()
    return archive


def problems(archive: SharedArchive, scratch: Path) -> list[str]:
    volumes = archive.volumes
    assert isinstance(volumes, SharedVolumes)
    scratch.mkdir(exist_ok=True)
    found = [problem for file in verified_files(volumes, scratch) for problem in file.problems]
    assert [*scratch.iterdir()] == []
    return found


def test_a_sound_archive_has_no_problems(archive: SharedArchive, tmp_path: Path) -> None:
    assert problems(archive, tmp_path / "scratch") == []
    volumes = archive.volumes
    assert isinstance(volumes, SharedVolumes)
    files = [*verified_files(volumes, tmp_path / "scratch")]
    assert [file.name for file in files] == [path.name for path in archive.files()]
    assert [file.number for file in files] == [1, 2, 3][: len(files)]
    assert [file.size for file in files] == [path.stat().st_size for path in archive.files()]
    assert archive_rest(volumes).objects == 0


@pytest.mark.parametrize("at", [0, 1500, -40])
def test_damage_on_the_store_is_found(
    archive: SharedArchive, store: FileStore, tmp_path: Path, at: int
) -> None:
    name = archive.files()[0].name
    content = bytearray(store.get(f"archive/{name}").data)
    content[at : at + 8 or None] = os.urandom(8)
    store.put(f"archive/{name}", bytes(content))
    assert any(name in problem for problem in problems(archive, tmp_path / "scratch"))


def test_a_damaged_copy_in_the_home_is_found(archive: SharedArchive, tmp_path: Path) -> None:
    for warc in (archive.files()[0], archive.files()[-1]):
        content = bytearray(warc.read_bytes())
        content[500:504] = os.urandom(4)
        warc.write_bytes(content)
    found = problems(archive, tmp_path / "scratch")
    assert [problem.partition(":")[0] for problem in found] == [
        archive.files()[0].name,
        archive.files()[-1].name,
    ]


def test_an_index_without_lines_is_found(
    archive: SharedArchive, store: FileStore, tmp_path: Path
) -> None:
    first, second = (warc.name for warc in archive.files()[:2])
    store.put(f"archive/{first}.cdxj.zst", store.get(f"archive/{second}.cdxj.zst").data)
    assert any(first in problem for problem in problems(archive, tmp_path / "scratch"))


def test_a_missing_part_and_a_missing_index_are_found(
    archive: SharedArchive, store: FileStore, tmp_path: Path
) -> None:
    (name,) = listed_archive(store).parts
    parts = listed_archive(store).parts[name]
    assert len(parts) > 1
    store.delete([parts[min(parts)].key])
    first = archive.files()[0].name
    store.delete([f"archive/{first}.cdxj.zst"])
    found = problems(archive, tmp_path / "scratch")
    assert len(found) == 2
    assert first in found[0]
    assert name in found[1]


def test_a_file_that_is_sealed_meanwhile_has_no_problems(
    archive: SharedArchive, store: FileStore, tmp_path: Path
) -> None:
    volumes = archive.volumes
    assert isinstance(volumes, SharedVolumes)
    files = verified_files(volumes, tmp_path)
    found = [next(files)]  # all are listed now; the last one is not read yet
    assert listed_archive(store).growing() == [archive.files()[-1].name]
    with SharedArchive(tmp_path / "other", store, 3000, cache_bytes=10**9) as owner:
        owner.wait_for_sealing()
    assert listed_archive(store).growing() == []
    found += files
    assert [file.problems for file in found] == [()] * len(archive.files())
    assert sum(file.checks.records for file in found) == 18 + len(found)


def test_a_file_that_is_compacted_meanwhile_is_left_out(
    archive: SharedArchive, store: FileStore, tmp_path: Path
) -> None:
    volumes = archive.volumes
    assert isinstance(volumes, SharedVolumes)
    files = verified_files(volumes, tmp_path)
    found = [next(files)]
    removed = archive.files()[1]
    volumes.remove(removed)
    found += files
    assert [file.problems for file in found] == [()] * len(found)
    assert [file.name for file in found] == [path.name for path in archive.files()]
    assert removed.name not in [file.name for file in found]


def test_garbage_is_what_nothing_names_and_is_old(archive: SharedArchive, store: FileStore) -> None:
    first, *_, newest = [warc.name for warc in archive.files()]
    store.put(f"archive/{first}.parts/000000000000", b"left by a killed sealing")
    store.put("archive/tidings-20200101000000-00077.warc.gz.cdxj.zst", b"alone")
    store.put("archive/upload.tmp", b"foreign")
    store.put("index/current.json", b"of another room")
    named = [warc.name for warc in archive.files() if warc.name != first]
    assert [*unnamed_objects(store, named)] == []  # too young
    found = [*unnamed_objects(store, named, now=LATER)]
    assert {each.kind: each.file.key for each in found if first not in each.file.key} == {
        GarbageKind.INDEX_ALONE: "archive/tidings-20200101000000-00077.warc.gz.cdxj.zst",
        GarbageKind.FOREIGN: "archive/upload.tmp",
    }
    assert sorted(each.kind for each in found if first in each.file.key) == [
        GarbageKind.UNNAMED, GarbageKind.UNNAMED, GarbageKind.SEALED_PART,
    ]  # fmt: skip
    assert not any(newest in each.file.key for each in unnamed_objects(store, [], now=LATER))
    freed = remove_objects(store, iter(found))
    assert freed == sum(each.file.size for each in found)
    assert store.find(f"archive/{first}") is None
    assert store.find("index/current.json") is not None
    assert [*unnamed_objects(store, named, now=LATER)] == []
