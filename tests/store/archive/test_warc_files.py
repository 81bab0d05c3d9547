import errno
import os
import shutil
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.crawl.visit import ArchivePlace
from tidings.model.web.exchange import Response
from tidings.store.archive import recovery
from tidings.store.archive.recovery import index_path_of
from tidings.store.archive.warc_files import Archive, ArchivedPage, ArchiveReader
from tidings.store.archive.warc_record import (
    Buffer,
    DamagedRecord,
    inflate_member,
    parse_record,
    payload_digest,
    read_record,
    response_record,
)

AT = datetime(2024, 5, 1, 10, tzinfo=UTC)
LARGE = 10**9


def response(number: int, body: bytes = b"") -> Response:
    url = f"https://example.com/{number}"
    body = body or f"<p>Page {number}</p>".encode()
    at = AT + timedelta(seconds=number)
    headers = (("content-type", "text/html"),)
    return Response(url, url, 200, headers, body, False, (), "192.0.2.1", at, 0.1)


def append(archive: Archive, page: Response) -> ArchivePlace:
    return archive.append(
        response_record(page),
        page.url,
        page.at,
        page.status,
        page.content_type,
        payload_digest(page.body),
    )


def fill(folder: Path, count: int, max_bytes: int = LARGE) -> list[ArchivePlace]:
    with Archive(folder, max_bytes) as archive:
        return [append(archive, response(number)) for number in range(count)]


def numbers_in(archive: ArchiveReader, among: int) -> list[int]:
    return [n for n in range(among) if archive.latest(f"https://example.com/{n}") is not None]


def test_an_appended_page_can_be_read_immediately(tmp_path: Path) -> None:
    with Archive(tmp_path / "archive", LARGE) as archive:
        page = response(1)
        place = append(archive, page)
        archive.sync()
        assert archive.read(place) == ArchivedPage(
            page.url, page.at, 200, page.headers, page.body, truncated=False
        )
        found = archive.latest(page.url)
        assert found is not None
        assert (found.place, found.at, found.status) == (place, page.at, 200)
        assert found.digest == payload_digest(page.body)


def test_every_file_starts_with_a_warcinfo_record(tmp_path: Path) -> None:
    fill(tmp_path, 20, max_bytes=3000)
    files = ArchiveReader(tmp_path).files()
    assert len(files) > 2
    for file in files:
        record = parse_record(inflate_member(file.read_bytes())[0])
        assert record.kind == "warcinfo"
        assert record.headers["warc-filename"] == file.name
        assert file.stat().st_size <= 3000


def test_files_are_named_by_time_and_serial_and_sorted_by_serial(tmp_path: Path) -> None:
    clock = iter([datetime(2024, 5, 1, tzinfo=UTC), datetime(2023, 1, 1, tzinfo=UTC)] * 2)
    moments = [moment for moment in clock for _ in range(2)]
    with Archive(tmp_path, 1, now=iter(moments).__next__) as archive:
        append(archive, response(1))
        append(archive, response(2))
        names = [file.name for file in archive.files()]
    assert names == ["tidings-20240501000000-00001.warc.gz", "tidings-20230101000000-00002.warc.gz"]


def test_a_page_above_the_file_limit_gets_its_own_file(tmp_path: Path) -> None:
    with Archive(tmp_path, 1000) as archive:
        places = [append(archive, response(n, os.urandom(5000))) for n in range(3)]
    assert len({place.file for place in places}) == 3
    assert ArchiveReader(tmp_path).check() == []


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


def test_all_captures_of_a_page_are_found_in_all_files(tmp_path: Path) -> None:
    with Archive(tmp_path, 2000) as archive:
        for second in range(12):
            page = response(7)
            at = AT + timedelta(seconds=second)
            archive.append(response_record(page), page.url, at, 200, "text/html", "sha1:X")
            append(archive, response(100 + second))
        assert len(archive.files()) > 2
        found = list(archive.find("https://example.com/7"))
        assert sorted(capture.at.second for capture in found) == list(range(12))
        latest = archive.latest("https://example.com/7")
        assert latest is not None
        assert latest.at.second == 11
        assert {archive.read(capture.place).url for capture in found} == {"https://example.com/7"}


def test_urls_with_the_same_key_are_distinguished(tmp_path: Path) -> None:
    with Archive(tmp_path, LARGE) as archive:
        for url in ("https://example.com/a", "http://www.example.com/A/"):
            archive.append(response_record(response(1)), url, AT, 200, "text/html", "sha1:X")
        (found,) = archive.find("https://example.com/a")
    assert found.url == "https://example.com/a"


def test_the_index_of_a_closed_file_is_sorted(tmp_path: Path) -> None:
    fill(tmp_path, 15, max_bytes=3000)
    for file in ArchiveReader(tmp_path).files():
        lines = index_path_of(file).read_bytes().splitlines()
        assert lines == sorted(lines)


def test_an_empty_archive_is_valid(tmp_path: Path) -> None:
    with Archive(tmp_path, LARGE) as archive:
        archive.sync()
        assert (archive.files(), archive.check(), archive.latest("http://a/")) == ([], [], None)
    assert ArchiveReader(tmp_path / "nowhere").files() == []


@pytest.mark.parametrize(
    "place",
    [
        ArchivePlace("tidings-20240501100000-00009.warc.gz", 0, 10),
        ArchivePlace("../../etc/passwd", 0, 10),
        ArchivePlace("tidings-20240501100000-00001.warc.gz", 10**9, 10),
    ],
)
def test_a_place_that_does_not_exist_is_damaged(tmp_path: Path, place: ArchivePlace) -> None:
    with Archive(tmp_path, LARGE, now=lambda: AT) as archive:
        append(archive, response(1))
        with pytest.raises(DamagedRecord):
            archive.read(place)


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


def test_a_reader_sees_what_the_writer_appends(tmp_path: Path) -> None:
    reader = ArchiveReader(tmp_path)
    with Archive(tmp_path, 1500) as archive:
        for number in range(8):
            append(archive, response(number))
            assert numbers_in(reader, 9) == list(range(number + 1))
            assert reader.check() == []


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from test_warc_files import append, response
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
from test_warc_files import append, numbers_in, response
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
from test_warc_files import append, numbers_in, response
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


@pytest.mark.parametrize("max_bytes", [LARGE, 1_500])
def test_reading_continues_after_any_record(tmp_path: Path, max_bytes: int) -> None:
    places = fill(tmp_path, 9, max_bytes)
    archive = ArchiveReader(tmp_path)
    assert [capture.place for capture, _ in archive.members_after(None)] == places
    for number, place in enumerate(places):
        remaining = list(archive.members_after(place))
        assert [capture.place for capture, _ in remaining] == places[number + 1 :]
        assert [read_record(member).url for _, member in remaining] == [
            f"https://example.com/{later}" for later in range(number + 1, 9)
        ]


def test_reading_restarts_the_file_if_the_last_record_read_was_lost(tmp_path: Path) -> None:
    places = fill(tmp_path, 4)
    lost = ArchivePlace(places[-1].file, places[-1].offset + 7, 99)
    found = [capture.place for capture, _ in ArchiveReader(tmp_path).members_after(lost)]
    assert found == places
