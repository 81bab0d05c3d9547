"""Writers to a store that are killed with SIGKILL at every step: nothing lost, no offset twice."""

import dataclasses
import json
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from tests.store.archive.archive_pages import append, response
from tests.store.archive.kill_points import POINTS

from tidings.model.crawl.visit import ArchivePlace
from tidings.settings.tree import StoreSettings
from tidings.store.archive.shared_archive import SharedArchive
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.store_listing import listed_archive
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.files.file_store import FileStore

Places = dict[int, ArchivePlace]


def killed_writer(point: str, folder: Path, settings: StoreSettings, start: int) -> Places:
    """Let a process write pages from a number on until it dies; return what it committed."""
    names = ("url", "endpoint", "secret_file", "allow_http")
    values = {name: getattr(settings, name) for name in names}
    run = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("kill_points.py")), point, str(folder)],
        input=f"{json.dumps(values)}\n{start}\n", capture_output=True, text=True, timeout=90,
    )  # fmt: skip
    assert run.returncode == -signal.SIGKILL, run.stderr
    lines = [line.split() for line in run.stdout.splitlines()]
    return {int(number): ArchivePlace(file, int(at), int(size)) for number, file, at, size in lines}


def assert_whole(archive: ArchiveReader, places: Places) -> None:
    """Every committed place reads back its page, and no offset is used twice."""
    for number, place in places.items():
        page = archive.read(place)
        assert (page.url, page.body) == (response(number).url, response(number).body)
    spans = sorted(
        (capture.place.file, capture.place.offset, capture.place.length)
        for capture, _ in archive.members()
    )
    for (file, offset, length), (next_file, next_offset, _) in pairwise(spans):
        assert file != next_file or offset + length <= next_offset
    assert {(place.file, place.offset, place.length) for place in places.values()} <= {*spans}
    assert archive.check() == []


@pytest.mark.parametrize("same_folder", [True, False], ids=["same folder", "another folder"])
@pytest.mark.parametrize("point", POINTS)
def test_kill_9_loses_nothing_and_uses_no_offset_twice(
    tmp_path: Path, store: FileStore, store_settings: StoreSettings, point: str, same_folder: bool
) -> None:
    first = tmp_path / "first"
    next_folder = first if same_folder else tmp_path / "second"
    if point == "after the take-over":
        SharedArchive(first, store, 4000, cache_bytes=10**9).close()  # there is a former writer
    places = killed_writer(point, first, store_settings, 0)
    assert point == "after the take-over" or len(places) >= 12
    assert_whole(ArchiveReader(tmp_path, volumes=SharedVolumes(tmp_path / "r", store, 0)), places)
    places |= killed_writer("between commits", next_folder, store_settings, 1000)
    with SharedArchive(next_folder, store, 4000, cache_bytes=10**9) as archive:
        places[2000] = append(archive, response(2000))
        archive.sync()
        archive.wait_for_sealing()
        assert_whole(archive, places)
    listing = listed_archive(store)
    assert not {*listing.sealed} & {*listing.parts}
    assert {*listing.sealed} == {*listing.indexes}
    assert len(listing.parts) <= 1
    volumes = SharedVolumes(tmp_path / "third", store, 10**9)
    assert_whole(ArchiveReader(tmp_path / "third", volumes=volumes), places)
    assert dataclasses.asdict(volumes.listing(fresh=True)) == dataclasses.asdict(listing)
