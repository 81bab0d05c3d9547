"""What is true of an archive in a folder and of one on a store."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.store.archive.archive_pages import AT, LARGE, append, numbers_in, response

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive.recovery import index_path_of
from tidings.store.archive.shared_archive import SharedArchive
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.warc_files import Archive, ArchivedPage, ArchiveReader
from tidings.store.archive.warc_record import (
    DamagedRecord,
    inflate_member,
    parse_record,
    payload_digest,
    read_record,
    response_record,
)
from tidings.store.files.file_store import FileStore


@dataclass(frozen=True, slots=True)
class Archives:
    """Opens one archive, in a folder or on a store."""

    folder: Path
    store: FileStore | None

    def open(
        self, max_bytes: int = LARGE, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> Archive:
        """Open it for writing."""
        if self.store is None:
            return Archive(self.folder, max_bytes, now)
        return SharedArchive(self.folder, self.store, max_bytes, LARGE, now)

    def reader(self) -> ArchiveReader:
        """Open it for reading; on a store, from another folder."""
        if self.store is None:
            return ArchiveReader(self.folder)
        other = self.folder / "other"
        return ArchiveReader(other, volumes=SharedVolumes(other, self.store, LARGE))

    def fill(self, count: int, max_bytes: int = LARGE) -> list[ArchivePlace]:
        """Write pages, and close it."""
        with self.open(max_bytes) as archive:
            return [append(archive, response(number)) for number in range(count)]


@pytest.fixture(params=["folder", "store"])
def archives(request: pytest.FixtureRequest, tmp_path: Path) -> Archives:
    is_shared = request.param == "store"
    return Archives(tmp_path, request.getfixturevalue("store") if is_shared else None)


def test_an_appended_page_can_be_read_immediately(archives: Archives) -> None:
    with archives.open() as archive:
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


def test_every_file_starts_with_a_warcinfo_record(archives: Archives) -> None:
    archives.fill(20, 3000)
    reader = archives.reader()
    files = reader.files()
    assert len(files) > 2
    for file in files:
        reader.volumes.fetch(file)
        record = parse_record(inflate_member(file.read_bytes())[0])
        assert record.kind == "warcinfo"
        assert record.headers["warc-filename"] == file.name
        assert file.stat().st_size <= 3000


def test_files_are_named_by_time_and_serial_and_sorted_by_serial(archives: Archives) -> None:
    clock = iter([datetime(2024, 5, 1, tzinfo=UTC), datetime(2023, 1, 1, tzinfo=UTC)] * 2)
    moments = [moment for moment in clock for _ in range(2)]
    with archives.open(1, now=iter(moments).__next__) as archive:
        append(archive, response(1))
        append(archive, response(2))
        names = [file.name for file in archive.files()]
    assert names == ["tidings-20240501000000-00001.warc.gz", "tidings-20230101000000-00002.warc.gz"]


def test_a_page_above_the_file_limit_gets_its_own_file(archives: Archives) -> None:
    with archives.open(1000) as archive:
        places = [append(archive, response(n, os.urandom(5000))) for n in range(3)]
    assert len({place.file for place in places}) == 3
    assert archives.reader().check() == []


def test_all_captures_of_a_page_are_found_in_all_files(archives: Archives) -> None:
    with archives.open(2000) as archive:
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


def test_urls_with_the_same_key_are_distinguished(archives: Archives) -> None:
    with archives.open() as archive:
        for url in ("https://example.com/a", "http://www.example.com/A/"):
            archive.append(response_record(response(1)), url, AT, 200, "text/html", "sha1:X")
        (found,) = archive.find("https://example.com/a")
    assert found.url == "https://example.com/a"


def test_the_index_of_a_closed_file_is_sorted(archives: Archives) -> None:
    archives.fill(15, 3000)
    reader = archives.reader()
    for file in reader.files():
        reader.volumes.fetch_index(file)
        lines = index_path_of(file).read_bytes().splitlines()
        assert lines == sorted(lines)


def test_an_empty_archive_is_valid(archives: Archives) -> None:
    with archives.open() as archive:
        archive.sync()
        assert (archive.files(), archive.check(), archive.latest("http://a/")) == ([], [], None)
    assert archives.reader().files() == []


@pytest.mark.parametrize(
    "place",
    [
        ArchivePlace("tidings-20240501100000-00009.warc.gz", 0, 10),
        ArchivePlace("../../etc/passwd", 0, 10),
        ArchivePlace("tidings-20240501100000-00001.warc.gz", 10**9, 10),
    ],
)
def test_a_place_that_does_not_exist_is_damaged(archives: Archives, place: ArchivePlace) -> None:
    with archives.open(now=lambda: AT) as archive:
        append(archive, response(1))
        with pytest.raises(DamagedRecord):
            archive.read(place)


def test_a_reader_sees_what_the_writer_appends(archives: Archives) -> None:
    reader = archives.reader()
    with archives.open(1500) as archive:
        for number in range(8):
            append(archive, response(number))
            archive.sync()
            if isinstance(reader.volumes, SharedVolumes):
                reader.volumes.forget_listing()  # it may be a second old
            assert numbers_in(reader, 9) == list(range(number + 1))
            assert reader.check() == []


@pytest.mark.parametrize("max_bytes", [LARGE, 1_500])
def test_reading_continues_after_any_record(archives: Archives, max_bytes: int) -> None:
    places = archives.fill(9, max_bytes)
    archive = archives.reader()
    assert [capture.place for capture, _ in archive.members_after(None)] == places
    for number, place in enumerate(places):
        remaining = list(archive.members_after(place))
        assert [capture.place for capture, _ in remaining] == places[number + 1 :]
        assert [read_record(member).url for _, member in remaining] == [
            f"https://example.com/{later}" for later in range(number + 1, 9)
        ]


def test_reading_restarts_the_file_if_the_last_record_read_was_lost(archives: Archives) -> None:
    places = archives.fill(4)
    lost = ArchivePlace(places[-1].file, places[-1].offset + 7, 99)
    found = [capture.place for capture, _ in archives.reader().members_after(lost)]
    assert found == places
