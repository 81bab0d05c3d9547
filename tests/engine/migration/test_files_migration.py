"""Moving a home's files: the same bytes at the same places, there and back, whoever is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.engine.migration import killed_move
from tests.factories import make_response

from tidings.engine.backups.verification import verify
from tidings.engine.knowledge.knowledge import no_knowledge
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.migration.files_migration import compare_files, files_to_move, migrate_files
from tidings.engine.migration.migration_stop import MigrationStopped
from tidings.engine.migration.moved_volumes import FilesDiffer
from tidings.engine.process.home import HomeUnusable, ensure_home, home_of
from tidings.engine.process.home_archive import opened_archive, volumes_of, whole_archive
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_lock import HomeLock, HomeTaken
from tidings.engine.process.home_places import HomePlaces, noted_places
from tidings.model.crawl.visit import ArchivePlace
from tidings.settings.tree import DatabaseSettings, Settings, StoreSettings
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.store_listing import listed_archive
from tidings.store.archive.volume_names import volume_key
from tidings.store.archive.volumes import archive_files
from tidings.store.archive.warc_record import payload_digest, response_record
from tidings.store.database.errors import StoreUnusable
from tidings.store.files.file_store import FileStore
from tidings.store.files.store_opening import open_store

AT = datetime(2026, 11, 18, tzinfo=UTC)
PAGES = 12  # two to a volume
_ROW = (
    "INSERT INTO urls (host_id, id, url, site, role, state, reason, priority, depth, added_at, "
    "file, \"offset\", length) VALUES (?, ?, ?, 1, 'page', 'done', '', 3, 2, 1.5, ?, ?, ?)"
)

Places = dict[str, ArchivePlace]


class Case(NamedTuple):
    """A home whose files are in its folder, and where they may go."""

    settings: Settings  # with the keys, but without the place
    to: str
    places: Places  # of its pages, by URL

    @property
    def store(self) -> FileStore:
        return open_store(replace(self.settings.store, url=self.to))


@pytest.fixture
def case(settings: Settings, store_settings: StoreSettings) -> Iterator[Case]:
    store = replace(store_settings, url="", warc_max_bytes=2_000, patience_seconds=1.0)
    ours = replace(settings, store=store)
    yield Case(ours, store_settings.url, archived(ours, range(PAGES)))
    volumes_of.cache_clear()


def archived(settings: Settings, pages: range) -> Places:
    """Archive pages, with the rows that name them."""
    home, places = ensure_home(settings), {}
    with closing(opened_database(home)) as database:
        archive = opened_archive(home, database, settings.store)
        for number in pages:
            url, body = f"https://a.example/{number}", os.urandom(700)
            page, digest = make_response(url, body, at=AT), payload_digest(body)
            record = response_record(page, digest)
            places[url] = archive.append(record, url, AT, 200, "text/html", digest)
        archive.sync()
        rows = [
            (pages.start, number, url, place.file, place.offset, place.length)
            for number, (url, place) in enumerate(places.items())
        ]
        database.write(lambda db: db.executemany(_ROW, rows)).result()
        archive.close()
    return places


def assert_whole(settings: Settings, places: Places) -> None:
    """Every page is where it was, and everything agrees."""
    volumes_of.cache_clear()
    archive = whole_archive(home_of(settings))
    assert {url: archive.read(place).url for url, place in places.items()} == {
        url: url for url in places
    }
    found = verify(settings)
    assert (found.problems, found.urls) == ([], len(places))


def contents(settings: Settings) -> dict[str, bytes]:
    return {warc.name: warc.read_bytes() for warc in archive_files(settings.home / "archive")}


def run(case: Case, to: str, stage: str) -> int:
    store = case.settings.store
    words = [str(case.settings.home), store.endpoint, store.secret_file, to, stage]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, killed_move.__file__, *words], env=environment, check=False, timeout=120
    ).returncode


def test_files_move_there_and_back(case: Case) -> None:
    before = contents(case.settings)
    assert len(before) > 3
    KnowledgeFiles(case.settings.home / "knowledge").keep(replace(no_knowledge(), version=64))
    there = migrate_files(case.settings, case.to)
    assert [volume.name for volume in there.volumes] == [*before]
    assert there.size == sum(map(len, before.values()))
    assert noted_places(home_of(case.settings)) == HomePlaces(files=case.to)
    assert_whole(case.settings, case.places)
    keys = {file.key for file in case.store.list()}
    assert "moving.json" not in keys
    assert "knowledge/64.zst" in keys
    assert {f"archive/{name}.cdxj.zst" for name in before} < keys
    compare_files(case.settings, "files")
    more = archived(case.settings, range(100, 100 + PAGES))
    assert listed_archive(case.store).growing()  # the newest is in parts
    compare_files(case.settings, "files")
    back = migrate_files(case.settings, "files")
    assert noted_places(home_of(case.settings)) == HomePlaces()
    assert {volume.name for volume in back.volumes} > before.keys()
    assert before.items() < contents(case.settings).items()
    assert any("stays there" in note for note in back.notes)
    assert_whole(case.settings, case.places | more)
    assert_whole(case.settings, case.places | more | archived(case.settings, range(200, 203)))


def test_the_files_of_the_folder_are_the_cache(case: Case) -> None:
    before = contents(case.settings)
    migrate_files(case.settings, case.to)
    volumes = SharedVolumes(case.settings.home / "archive", case.store, 10**9)
    assert all(volumes.is_stored(name) for name in before)
    archived(case.settings, range(100, 101))  # an owner has opened the archive
    assert before.items() < contents(case.settings).items()


def test_files_that_are_not_here_are_fetched(case: Case) -> None:
    before = contents(case.settings)
    migrate_files(case.settings, case.to)
    for name in before:
        SharedVolumes(case.settings.home / "archive", case.store, 10**9).drop(name)
    small = replace(case.settings, store=replace(case.settings.store, cache_bytes=1))
    migrate_files(small, "files")
    assert contents(case.settings) == before
    assert_whole(case.settings, case.places)


def test_a_move_with_rows_in_postgres(case: Case, new_postgres: Callable[[], str]) -> None:
    home = replace(
        case.settings, home=case.settings.home / "on", database=DatabaseSettings(new_postgres())
    )
    places = archived(home, range(PAGES))
    for to in (case.to, "files"):
        migrate_files(home, to)
        assert_whole(home, places)


STAGES_THERE = (
    "before claim", "before put_new", "after put_new", "after upload", "after put",
    "before put_volumes", "after put_volumes", "before compared_volumes", "before _require_only",
    "after mark_stored", "before note_left", "before note_places", "after note_places",
    "before forget_claim", "after delete",
)  # fmt: skip
STAGES_BACK = (
    "after download", "before fetch_volumes", "after fetch_volumes", "before restore_index",
    "before checked_volumes", "before forget_marks", "after forget_marks", "before note_places",
    "after note_places", "before leave_archive", "after leave_archive",
)  # fmt: skip
QUICK = {"after put_volumes", "before note_places", "after note_places"}  # the others take minutes


def stages(names: tuple[str, ...]) -> list[Any]:
    """Return the stages as parameters; in `make test`, only the quick ones run."""
    return [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in names]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("stage", stages(STAGES_THERE))
def test_a_move_to_a_store_that_was_killed_goes_on(case: Case, stage: str) -> None:
    assert run(case, case.to, stage) == -signal.SIGKILL
    assert_whole(case.settings, case.places)
    places = case.places | archived(case.settings, range(300, 302))  # the home goes on meanwhile
    assert run(case, case.to, "never") == 0
    assert noted_places(home_of(case.settings)) == HomePlaces(files=case.to)
    assert_whole(case.settings, places)
    assert "moving.json" not in {file.key for file in case.store.list()}
    assert not [*case.settings.home.glob("mov*.json")]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("stage", stages(STAGES_BACK))
def test_a_move_back_that_was_killed_goes_on(case: Case, stage: str) -> None:
    migrate_files(case.settings, case.to)
    SharedVolumes(case.settings.home / "archive", case.store, 10**9).drop(
        min(contents(case.settings))
    )
    assert run(case, "files", stage) == -signal.SIGKILL
    assert_whole(case.settings, case.places)
    places = case.places | archived(case.settings, range(300, 302))
    assert run(case, "files", "never") == 0
    assert noted_places(home_of(case.settings)) == HomePlaces()
    assert_whole(case.settings, places)
    assert not [*case.settings.home.glob("mov*.json")]
    elsewhere = replace(
        case.settings,
        home=case.settings.home / "other",
        store=replace(case.settings.store, url=case.to),
    )
    with pytest.raises(StoreUnusable, match="were moved to"):
        archived(elsewhere, range(1))  # another machine


def test_a_store_that_is_not_empty_is_refused(case: Case) -> None:
    case.store.put("archive/writer.json", b'{"writer": "somebody", "fence": 1}')
    with pytest.raises(HomeUnusable, match=r"not empty \(there is archive/writer.json\)"):
        migrate_files(case.settings, case.to)
    assert noted_places(home_of(case.settings)) is None
    assert_whole(case.settings, case.places)


def test_the_place_of_another_unfinished_move_is_refused(case: Case, tmp_path: Path) -> None:
    assert run(case, case.to, "after put_volumes") == -signal.SIGKILL
    other = replace(case.settings, home=tmp_path / "other")
    archived(other, range(1))
    with pytest.raises(HomeUnusable, match="Another home is being moved"):
        migrate_files(other, case.to)
    assert noted_places(home_of(other)) is None


def test_somebody_who_writes_there_meanwhile_is_noticed(case: Case) -> None:
    def write(*_: object) -> None:
        case.store.put("archive/writer.json", b"{}")

    with pytest.raises(HomeUnusable, match="Another program writes"):
        migrate_files(case.settings, case.to, write)
    assert_whole(case.settings, case.places)


def test_a_volume_that_differs_is_found_and_the_home_stays(case: Case) -> None:
    name, content = min(contents(case.settings).items())
    damaged = bytearray(content)
    damaged[100] ^= 1

    def damage(step: object, *_: object) -> None:
        if str(step) == "copy":
            case.store.put(volume_key(name), bytes(damaged))

    with pytest.raises(FilesDiffer, match=name):
        migrate_files(case.settings, case.to, damage)
    assert noted_places(home_of(case.settings)) is None
    with pytest.raises(FilesDiffer, match=name):
        compare_files(case.settings, case.to)
    migrate_files(case.settings, case.to)  # what an earlier attempt put is put once more
    assert_whole(case.settings, case.places)


def test_a_damaged_file_of_the_cache_is_found_on_the_way_back(case: Case) -> None:
    migrate_files(case.settings, case.to)
    warc = archive_files(case.settings.home / "archive")[0]
    damaged = bytearray(warc.read_bytes())
    damaged[100] ^= 1
    warc.write_bytes(damaged)
    with pytest.raises(FilesDiffer, match=warc.name):
        migrate_files(case.settings, "files")
    assert noted_places(home_of(case.settings)) == HomePlaces(files=case.to)


def test_a_file_that_was_lost_before_is_named(case: Case) -> None:
    lost = archive_files(case.settings.home / "archive")[1]
    lost.unlink()
    done = migrate_files(case.settings, case.to)
    assert any(lost.name in note for note in done.notes)


def test_a_home_that_is_used_is_not_moved(case: Case) -> None:
    with HomeLock(home_of(case.settings)), pytest.raises(HomeTaken, match="crawling"):
        migrate_files(case.settings, case.to)


def test_a_store_that_does_not_answer_leaves_the_home_as_it_was(case: Case) -> None:
    away = replace(case.settings, store=replace(case.settings.store, endpoint="http://127.0.0.1:9"))
    with pytest.raises(MigrationStopped, match="the home is as before"):
        migrate_files(away, case.to)
    assert_whole(case.settings, case.places)


def test_what_would_be_moved_is_listed(case: Case) -> None:
    shown = files_to_move(case.settings, case.to)
    assert {each.name: each.size for each in shown.volumes} == {
        name: len(content) for name, content in contents(case.settings).items()
    }
    assert not [*case.store.list()]


def test_a_second_store_is_reached_by_way_of_the_folder(case: Case) -> None:
    migrate_files(case.settings, case.to)
    assert migrate_files(case.settings, case.to).is_done
    with pytest.raises(HomeUnusable, match="--to files"):
        migrate_files(case.settings, f"{case.to}-other")


def test_settings_may_name_the_store_before_the_move(case: Case) -> None:
    named = replace(case.settings, store=replace(case.settings.store, url=case.to))
    with pytest.raises(HomeUnusable, match="tidings migrate"):
        opened_database(home_of(named))
    migrate_files(named, case.to)
    assert_whole(named, case.places)
    assert any("store.url" in note for note in migrate_files(named, "files").notes)
