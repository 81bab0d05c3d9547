import errno
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.archive.archive_pages import LARGE, append, numbers_in, response

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive import recovery
from tidings.store.archive.recovery import index_path_of
from tidings.store.archive.warc_files import Archive, ArchiveReader
from tidings.store.archive.warc_record import (
    Buffer,
    DamagedRecord,
    inflate_member,
)


def fill(folder: Path, count: int, max_bytes: int = LARGE) -> list[ArchivePlace]:
    with Archive(folder, max_bytes) as archive:
        return [append(archive, response(number)) for number in range(count)]


def test_a_reopened_archive_continues_in_the_same_file(tmp_path: Path) -> None:
    first = fill(tmp_path, 3)
    index = index_path_of(tmp_path / first[0].file)
    before = index.stat().st_ino
    with Archive(tmp_path, LARGE) as archive:
        assert index.stat().st_ino == before  # nothing to repair, nothing written
        place = append(archive, response(3))
        assert place.file == first[0].file
        assert numbers_in(archive, 5) == [0, 1, 2, 3]
        assert archive.check() == []


def test_an_incomplete_last_record_is_truncated(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    *_, last = fill(whole, 3)
    file = whole / last.file
    content, index = file.read_bytes(), index_path_of(file).read_bytes()
    torn = tmp_path / "torn"
    torn.mkdir()
    for size in range(last.offset, last.offset + last.length):
        (torn / last.file).write_bytes(content[:size])
        index_path_of(torn / last.file).write_bytes(index)
        with Archive(torn, LARGE) as archive:
            assert (torn / last.file).stat().st_size == last.offset
            assert numbers_in(archive, 5) == [0, 1]
            place = append(archive, response(4))
            assert archive.read(place).body == response(4).body
            assert numbers_in(archive, 5) == [0, 1, 4]
            assert archive.check() == []


def test_zeros_left_by_a_power_failure_are_truncated(tmp_path: Path) -> None:
    *_, last = fill(tmp_path, 3)
    file = tmp_path / last.file
    content = file.read_bytes()
    file.write_bytes(content[: last.offset] + bytes(last.length) + bytes(5000))
    with Archive(tmp_path, LARGE) as archive:
        assert file.stat().st_size == last.offset
        assert numbers_in(archive, 3) == [0, 1]


def test_an_incomplete_index_is_rebuilt(tmp_path: Path) -> None:
    places = fill(tmp_path, 3)
    file = tmp_path / places[0].file
    index = index_path_of(file).read_bytes()
    for size in range(len(index)):
        index_path_of(file).write_bytes(index[:size])
        with Archive(tmp_path, LARGE) as archive:
            assert numbers_in(archive, 3) == [0, 1, 2]
        assert index_path_of(file).read_bytes() == index


def test_a_lost_index_is_rebuilt_for_every_file(tmp_path: Path) -> None:
    fill(tmp_path, 10, max_bytes=3000)
    files = ArchiveReader(tmp_path).files()
    indexes = [index_path_of(file).read_bytes() for file in files]
    for file in files:
        index_path_of(file).unlink()
    assert len(ArchiveReader(tmp_path).check()) == len(files)
    Archive(tmp_path, 3000).close()
    assert [index_path_of(file).read_bytes() for file in files] == indexes


def test_an_unsorted_index_of_an_older_file_is_sorted_again(tmp_path: Path) -> None:
    fill(tmp_path, 10, max_bytes=3000)
    oldest = ArchiveReader(tmp_path).files()[0]
    lines = index_path_of(oldest).read_bytes().splitlines(keepends=True)
    index_path_of(oldest).write_bytes(b"".join(reversed(lines)))
    assert ArchiveReader(tmp_path).check() == [f"{oldest.name}.cdxj: not sorted"]
    Archive(tmp_path, 3000).close()
    assert index_path_of(oldest).read_bytes().splitlines(keepends=True) == lines
    assert ArchiveReader(tmp_path).check() == []


def test_index_lines_without_a_record_are_dropped(tmp_path: Path) -> None:
    places = fill(tmp_path, 3)
    index = index_path_of(tmp_path / places[0].file)
    line = index.read_bytes().splitlines(keepends=True)[-1]
    stray = line.replace(b'"offset": "', b'"offset": "9')
    index.write_bytes(index.read_bytes() + stray)
    with Archive(tmp_path, LARGE) as archive:
        assert stray not in index.read_bytes()
        assert archive.check() == []


@pytest.mark.parametrize("lost", [(0,), (2,), (1, 2, 4), (0, 1, 2, 3, 4, 5)])
def test_lines_lost_between_others_are_rebuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: tuple[int, ...]
) -> None:
    monkeypatch.setattr(recovery, "_UNTRUSTED_LINES", 1)
    places = fill(tmp_path, 6)
    file = tmp_path / places[0].file
    lines = index_path_of(file).read_bytes().splitlines(keepends=True)
    kept = [line for number, line in enumerate(lines) if number not in lost]
    index_path_of(file).write_bytes(b"".join(kept))
    os.truncate(file, places[5].offset + 9)
    with Archive(tmp_path, LARGE) as archive:
        assert index_path_of(file).read_bytes().splitlines(keepends=True) == lines[:5]
        assert file.stat().st_size == places[5].offset
        assert archive.check() == []


def test_of_many_records_only_the_last_are_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "_UNTRUSTED_LINES", 2)
    places = fill(tmp_path, 6)
    inflated: list[int] = []

    def counting(data: Buffer, start: int = 0) -> tuple[bytes, int]:
        inflated.append(start)
        return inflate_member(data, start)

    monkeypatch.setattr(recovery, "inflate_member", counting)
    Archive(tmp_path, LARGE).close()
    assert inflated == [0, places[4].offset, places[5].offset]


@pytest.mark.parametrize("with_index", [True, False])
def test_damage_in_the_middle_loses_only_one_record(tmp_path: Path, with_index: bool) -> None:
    places = fill(tmp_path, 6)
    file = tmp_path / places[0].file
    content = bytearray(file.read_bytes())
    content[places[2].offset + 20 : places[2].offset + 60] = bytes(40)
    file.write_bytes(content)
    if not with_index:
        index_path_of(file).unlink()
    with Archive(tmp_path, LARGE) as archive:
        assert file.stat().st_size == len(content)
        assert [archive.read(places[n]).status for n in (0, 1, 3, 4, 5)] == [200] * 5
        with pytest.raises(DamagedRecord):
            archive.read(places[2])
        end = places[2].offset + places[2].length
        damage = f"{file.name}: bytes {places[2].offset} to {end} are damaged"
        assert damage in archive.check()
        assert numbers_in(archive, 6) == [0, 1, 3, 4, 5]


def test_damage_in_an_older_file_is_reported_and_stops_nothing(tmp_path: Path) -> None:
    places = fill(tmp_path, 10, max_bytes=3000)
    oldest = tmp_path / places[0].file
    content = oldest.read_bytes()
    oldest.write_bytes(content[:-100])
    with Archive(tmp_path, 3000) as archive:
        assert (
            oldest.stat().st_size == len(content) - 100
        )  # never truncated: there may be no other copy
        assert [problem.partition(":")[0] for problem in archive.check()] == [oldest.name]
        assert archive.read(append(archive, response(11))).status == 200
        assert archive.latest("https://example.com/11") is not None
        assert archive.latest("https://example.com/9") is not None


def test_a_copied_archive_is_checked_again(tmp_path: Path) -> None:
    fill(tmp_path / "a", 10, max_bytes=3000)
    shutil.copytree(tmp_path / "a", tmp_path / "b", copy_function=shutil.copyfile)
    with Archive(tmp_path / "b", 3000) as archive:
        assert archive.check() == []
        assert numbers_in(archive, 10) == list(range(10))


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from archive_pages import append, response
from tidings.store.archive.warc_files import Archive
archive = Archive(Path({folder!r}), 4000)
for number in range(10**6):
    append(archive, response(number))
    archive.sync()
    print(number, flush=True)
"""


def writer(folder: Path) -> "subprocess.Popen[str]":
    script = WRITER.format(tests=str(Path(__file__).parent), folder=str(folder))
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("acknowledged", [1, 9, 40])
def test_kill_9_loses_nothing_that_was_synced(tmp_path: Path, acknowledged: int) -> None:
    process = writer(tmp_path)
    assert process.stdout is not None
    for _ in range(acknowledged):
        assert process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().splitlines()
    process.wait()
    process.stdout.close()
    synced = acknowledged + len(rest)
    with Archive(tmp_path, 4000) as archive:
        assert numbers_in(archive, synced) == list(range(synced))
        assert archive.check() == []


FULL_DISK = """
import os, resource, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from archive_pages import append, numbers_in, response
from tidings.store.archive.warc_files import Archive
archive = Archive(Path({folder!r}), 10**9)
append(archive, response(0))
archive.sync()
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, resource.RLIM_INFINITY))
for number in (1, 2):
    try:
        append(archive, response(number, os.urandom(50_000)))
    except OSError as error:
        print(error.errno)
size = (archive.files()[0]).stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
place = append(archive, response(3))
assert place.offset == size, (place, size)
assert archive.read(place).body == response(3).body
assert numbers_in(archive, 4) == [0, 3]
assert archive.check() == []
"""


@pytest.mark.parametrize("limit", [1, 1200, 20_000])
def test_a_full_disk_is_an_error_that_leaves_the_archive_usable(tmp_path: Path, limit: int) -> None:
    script = FULL_DISK.format(tests=str(Path(__file__).parent), folder=str(tmp_path), limit=limit)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (run.returncode, run.stdout.split()) == (0, [str(errno.EFBIG)] * 2), run.stderr
    with Archive(tmp_path, LARGE) as archive:
        assert numbers_in(archive, 4) == [0, 3]


SMALL_DISK = """
import errno, os, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from archive_pages import append, numbers_in, response
from tidings.store.archive.warc_files import Archive
folder = Path({folder!r})
filler = folder / "filler"
filler.write_bytes(bytes(60_000))
archive = Archive(folder / "archive", 20_000)
kept, refused = [], 0
for number in range(60):
    try:
        append(archive, response(number, os.urandom(4_000)))
        archive.sync()
        kept.append(number)
    except OSError as error:
        assert error.errno == errno.ENOSPC, error
        refused += 1
    if number == 50:
        assert refused
        filler.unlink()
assert kept[-1] == 59
assert numbers_in(archive, 60) == kept
assert archive.check() == []
archive.close()
archive = Archive(folder / "archive", 20_000)
assert numbers_in(archive, 60) == kept
"""


def test_a_disk_that_fills_up_and_is_freed_loses_nothing(tmp_path: Path) -> None:
    # In its own namespaces, so that the small disk is gone when the process ends.
    mount = f"mount -t tmpfs -o size=160k tmpfs {tmp_path}"
    isolated = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
    if (
        not shutil.which("unshare")
        or subprocess.run([*isolated, mount], capture_output=True).returncode
    ):
        pytest.skip("a small disk cannot be mounted here")
    script = SMALL_DISK.format(tests=str(Path(__file__).parent), folder=str(tmp_path))
    run = subprocess.run(
        [*isolated, f'{mount} && exec "$0" -c "$1"', sys.executable, script],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr


@given(pages=st.lists(st.binary(min_size=1, max_size=3000), max_size=12), cut=st.integers(0, 10**6))
def test_any_pages_can_be_read_and_truncation_loses_only_the_end(
    tmp_path_factory: pytest.TempPathFactory, pages: list[bytes], cut: int
) -> None:
    folder = tmp_path_factory.mktemp("archive")
    with Archive(folder, 4000) as archive:
        places = [append(archive, response(n, body)) for n, body in enumerate(pages)]
    reader = ArchiveReader(folder)
    assert [reader.read(place).body for place in places] == pages
    assert reader.check() == []
    for newest in reader.files()[-1:]:
        size = cut % (newest.stat().st_size + 1)
        os.truncate(newest, size)
        kept = [p for p in places if p.file != newest.name or p.offset + p.length <= size]
        with Archive(folder, 4000) as archive:
            assert [archive.read(place).body for place in kept] == pages[: len(kept)]
            assert numbers_in(archive, len(pages)) == list(range(len(kept)))
            append(archive, response(999))
            assert archive.check() == []
    shutil.rmtree(folder)
