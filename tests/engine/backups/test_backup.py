"""Backing up a home and restoring it: nothing that rows name is lost, nothing half looks whole."""

import json
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.commands.test_takedown import Newsroom
from tests.engine.paper_server import clocked_crawler, paper_server
from tests.engine.sample_home import NOW

from tidings.engine.backups import archive_copy, backup
from tidings.engine.backups.backup import BackupReport, back_up
from tidings.engine.backups.backup_folder import BackupFolder
from tidings.engine.backups.manifest import MANIFEST, BackupUnusable, read_manifest
from tidings.engine.backups.restore import restore
from tidings.engine.commands.command_values import DeleteArticle, DeleteSource
from tidings.engine.library.library import Library
from tidings.engine.maintenance.compaction import compact
from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import Home, HomeUnusable
from tidings.engine.process.home_lock import HomeLock
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import Archive, ArchiveReader, archive_files


class Killed(BaseException):
    """Stands for kill -9."""


@pytest.fixture
def max_bytes() -> int:
    """Of an archive file: each has a page or two."""
    return 1_000


@pytest.fixture
def settings(settings: Settings, max_bytes: int) -> Settings:
    return replace(settings, store=replace(settings.store, warc_max_bytes=max_bytes))


@pytest.fixture
async def newsroom(settings: Settings) -> AsyncIterator[Newsroom]:
    async with paper_server() as server, clocked_crawler(settings) as crawler:
        yield Newsroom(settings, server, crawler)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backup"


def restored(settings: Settings, folder: Path, name: str = "restored") -> Settings:
    """Restore a backup into a home beside the other one."""
    other = replace(settings, home=settings.home.parent / name)
    restore(other, folder)
    return other


def pages(settings: Settings, newsroom: Newsroom, *numbers: int) -> list[bytes]:
    """What the archive of a home has of some articles, as readers get it."""
    library = Library.open(settings)
    try:
        found = [library.archived(newsroom.url(number)) for number in numbers]
    finally:
        library.close()
    return [page.body if page else b"" for page in found]


def problems(settings: Settings) -> list[str]:
    """What `doctor` finds, without what the next crawl does: the index, and waiting articles."""
    found = [each for each in examine(settings) if each.check != "index"]
    lines = [line for each in found for line in each.trouble]
    return [line for line in lines if "the next crawl groups them" not in line]


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def generations(folder: Path) -> int:
    """How many backups have files of their own; the folder `archive` is for all."""
    return sum(path.is_dir() and path.name != "archive" for path in folder.iterdir())


def content(folder: Path) -> dict[str, bytes]:
    """Everything in a folder but locks, which have process ids."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in files if path.name != "lock"
    }


async def test_a_restored_home_has_all_articles_pages_and_secrets(
    newsroom: Newsroom, folder: Path
) -> None:
    kept = await newsroom.publish(1, 2, 3, 4)
    home = newsroom.settings.home
    (home / "tidings.toml").write_text("[fetch]\ndelay = 3.0\n")
    (home / "credentials.toml").write_text("")
    (home / "credentials.toml").chmod(0o600)
    report = back_up(newsroom.settings, folder)  # the crawler holds the home meanwhile
    assert (report.missing, report.elsewhere) == ((), ())
    copy = restored(newsroom.settings, folder)
    assert pages(copy, newsroom, 1, 2, 3, 4) == pages(newsroom.settings, newsroom, 1, 2, 3, 4)
    assert all(pages(copy, newsroom, 1, 2, 3, 4))
    assert (copy.home / "tidings.toml").read_text() == "[fetch]\ndelay = 3.0\n"
    assert mode_of(copy.home / "credentials.toml") == 0o600
    assert mode_of(folder) == 0o700
    library = Library.open(copy)
    assert library.status().articles == len(kept) == 4
    library.close()
    assert problems(copy) == []


async def test_a_crawl_goes_on_in_a_restored_home(newsroom: Newsroom, folder: Path) -> None:
    await newsroom.publish(1, 2)
    back_up(newsroom.settings, folder)
    before = content(folder)
    await newsroom.crawler.close()
    newsroom.settings.home.rename(newsroom.settings.home.parent / "lost")
    restore(newsroom.settings, folder)
    assert len(await newsroom.publish(3)) == 3
    await newsroom.crawler.close()
    assert all(pages(newsroom.settings, newsroom, 1, 2, 3))
    assert [line for each in examine(newsroom.settings) for line in each.trouble] == []
    assert content(folder) == before


async def test_a_second_backup_copies_only_what_is_new(newsroom: Newsroom, folder: Path) -> None:
    await newsroom.publish(1, 2, 3, 4)
    first = back_up(newsroom.settings, folder)
    full = {path.name for path in (folder / "archive").iterdir()}
    inodes = {path.name: path.stat().st_ino for path in (folder / "archive").iterdir()}
    assert len(full) > 4
    await newsroom.publish(5, 6)
    second = back_up(newsroom.settings, folder)
    assert second.counts.kept == sum((folder / "archive" / name).stat().st_size for name in full)
    assert first.counts.kept == 0
    assert {n: (folder / "archive" / n).stat().st_ino for n in full} == inodes
    assert generations(folder) == 1
    assert len(pages(restored(newsroom.settings, folder), newsroom, 1, 6)) == 2
    assert all(pages(restored(newsroom.settings, folder, "again"), newsroom, *range(1, 7)))


@pytest.mark.parametrize("links", [True, False])
async def test_what_is_taken_down_leaves_the_next_backup(
    newsroom: Newsroom, folder: Path, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:  # as between two file systems
        monkeypatch.setattr(os, "link", _no_links)
    await newsroom.publish(1, 2, 3, 4)
    report = back_up(newsroom.settings, folder)
    assert bool(report.counts.linked) == links
    await newsroom.issue(DeleteArticle(newsroom.url(2)))
    assert compact(newsroom.settings).records == 1
    assert all(pages(restored(newsroom.settings, folder), newsroom, 1, 2, 3, 4))
    names = {path.name for path in (folder / "archive").iterdir()}
    back_up(newsroom.settings, folder)
    assert not names <= {path.name for path in (folder / "archive").iterdir()}
    copy = restored(newsroom.settings, folder, "again")
    found = pages(copy, newsroom, 1, 2, 3, 4)
    assert [bool(page) for page in found] == [True, False, True, True]
    assert problems(copy) == []


def _no_links(source: object, target: object) -> None:
    raise OSError(18, "Invalid cross-device link")


async def test_records_that_are_written_after_the_rows_were_copied_are_left_out(
    newsroom: Newsroom, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await newsroom.publish(1, 2)
    real = archive_copy.take_archive

    def later(*arguments: object) -> list[str]:
        with Archive(newsroom.settings.home / "archive", 10**6) as archive:
            member = next(archive.members())[1]
            for _ in range(3):
                archive.append(member, "https://a.example/", NOW, 200, "text/html", "sha1:x")
        return real(*arguments)  # type: ignore[arg-type]

    await newsroom.crawler.close()
    before = archive_files(newsroom.settings.home / "archive")[-1].stat().st_size
    monkeypatch.setattr(backup, "take_archive", later)
    back_up(newsroom.settings, folder)
    copy = restored(newsroom.settings, folder)
    assert archive_files(copy.home / "archive")[-1].stat().st_size == before
    assert ArchiveReader(copy.home / "archive").check() == []
    assert all(pages(copy, newsroom, 1, 2))


@pytest.mark.parametrize("max_bytes", [3_000])
async def test_a_compaction_between_rows_and_archive_lets_both_be_copied_again(
    newsroom: Newsroom, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await newsroom.publish(1, 2, 3, 4)
    await newsroom.issue(DeleteArticle(newsroom.url(2)))
    real, calls = archive_copy.take_archive, []

    def compacted(*arguments: object) -> list[str]:
        calls.append(compact(newsroom.settings).files)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(backup, "take_archive", compacted)
    report = back_up(newsroom.settings, folder)
    assert (calls, report.missing) == ([1, 0], ())
    copy = restored(newsroom.settings, folder)
    assert [bool(page) for page in pages(copy, newsroom, 1, 2, 3, 4)] == [True, False, True, True]
    assert problems(copy) == []


async def test_an_archive_file_that_is_lost_is_named(newsroom: Newsroom, folder: Path) -> None:
    await newsroom.publish(1, 2, 3, 4)
    lost = archive_files(newsroom.settings.home / "archive")[1]
    lost.unlink()
    assert back_up(newsroom.settings, folder).missing == (lost.name,)
    assert read_manifest(folder).files


async def test_what_a_backup_has_linked_does_not_grow(newsroom: Newsroom, folder: Path) -> None:
    await newsroom.publish(1, 2, 3, 4)
    back_up(newsroom.settings, folder)
    await newsroom.crawler.close()
    newest = archive_files(newsroom.settings.home / "archive")[-1]
    newest.unlink()  # as a compaction does if nothing in it is kept
    newest.with_name(newest.name + ".cdxj").unlink()
    before = content(folder)
    await newsroom.publish(5)
    await newsroom.crawler.close()
    assert content(folder) == before
    assert all(pages(newsroom.settings, newsroom, 5))
    assert ArchiveReader(newsroom.settings.home / "archive").check() == []


def _steps() -> Iterator[tuple[object, str]]:
    yield backup, "_take_rows"
    yield backup, "take_archive"
    yield archive_copy, "_take_growing"
    yield BackupFolder, "finish"
    yield BackupFolder, "_remove_others"


@pytest.mark.parametrize(("owner", "step"), [*_steps()])
@pytest.mark.parametrize("after", [False, True])
async def test_an_interrupted_backup_leaves_the_former_one_whole(
    newsroom: Newsroom, folder: Path, monkeypatch: pytest.MonkeyPatch,
    owner: object, step: str, after: bool,
) -> None:  # fmt: skip
    await newsroom.publish(1, 2)
    await newsroom.crawler.close()
    with _killed(monkeypatch, owner, step, after), pytest.raises(Killed):
        back_up(newsroom.settings, folder)
    has_one = step == "_remove_others" or (step == "finish" and after)
    if not has_one:
        with pytest.raises(BackupUnusable, match="is not a backup, or one that was interrupted"):
            restored(newsroom.settings, folder)
        back_up(newsroom.settings, folder)
    await newsroom.publish(3, 4)
    await newsroom.crawler.close()
    with _killed(monkeypatch, owner, step, after), pytest.raises(Killed):
        back_up(newsroom.settings, folder)
    copy = restored(newsroom.settings, folder)
    assert all(pages(copy, newsroom, 1, 2))
    assert problems(copy) == []
    back_up(newsroom.settings, folder)
    assert all(pages(restored(newsroom.settings, folder, "again"), newsroom, 1, 2, 3, 4))
    assert generations(folder) == 1


class _killed:  # noqa: N801 - reads like a function
    """Die before or after a step."""

    def __init__(self, patch: pytest.MonkeyPatch, owner: object, step: str, after: bool) -> None:
        self._context, self._owner, self._step, self._after = patch, owner, step, after

    def __enter__(self) -> None:
        real: Callable[..., object] = getattr(self._owner, self._step)

        def die(*arguments: object, **others: object) -> None:
            if self._after:
                real(*arguments, **others)
            raise Killed

        self._real = real
        self._context.setattr(self._owner, self._step, die)

    def __exit__(self, *_: object) -> None:
        self._context.setattr(self._owner, self._step, self._real)


async def test_a_damaged_backup_is_refused_before_anything_is_restored(
    newsroom: Newsroom, folder: Path
) -> None:
    await newsroom.publish(1, 2, 3)
    back_up(newsroom.settings, folder)
    damaged = next((folder / "archive").glob("*.warc.gz"))
    data = bytearray(damaged.read_bytes())
    data[100] ^= 1
    damaged.unlink()  # it is a link
    damaged.write_bytes(data)
    with pytest.raises(BackupUnusable, match=f"1 of .* files .*{damaged.name}"):
        restored(newsroom.settings, folder)
    assert not (newsroom.settings.home.parent / "restored").exists()
    damaged.unlink()
    with pytest.raises(BackupUnusable, match="damaged or missing"):
        restored(newsroom.settings, folder)


async def test_an_interrupted_restore_is_no_home_and_begins_again(
    newsroom: Newsroom, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tidings.engine.backups import restore as module

    await newsroom.publish(1, 2)
    back_up(newsroom.settings, folder)
    real = module._put_file
    done: list[object] = []

    def die_later(*arguments: object) -> None:
        if len(done) == 2:
            raise Killed
        done.append(real(*arguments))  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(module, "_put_file", die_later)
        with pytest.raises(Killed):
            restored(newsroom.settings, folder)
    assert not Home(newsroom.settings.home.parent / "restored").exists
    assert all(pages(restored(newsroom.settings, folder), newsroom, 1, 2))


async def test_a_home_that_is_in_use_or_not_empty_is_left_alone(
    newsroom: Newsroom, folder: Path
) -> None:
    await newsroom.publish(1)
    back_up(newsroom.settings, folder)
    with pytest.raises(HomeUnusable, match="is not empty"):
        restore(newsroom.settings, folder)
    other = newsroom.settings.home.parent / "restored"
    other.mkdir()
    with HomeLock(Home(other)), pytest.raises(HomeUnusable, match="Another Tidings"):
        restored(newsroom.settings, folder)
    assert all(pages(restored(newsroom.settings, folder), newsroom, 1))


async def test_a_backup_goes_neither_into_the_home_nor_among_other_files(
    newsroom: Newsroom, folder: Path
) -> None:
    await newsroom.publish(1)
    with pytest.raises(BackupUnusable, match="is in the home"):
        back_up(newsroom.settings, newsroom.settings.home / "backup")
    other_files(folder)
    with pytest.raises(BackupUnusable, match="has other files"):
        back_up(newsroom.settings, folder)


def other_files(folder: Path) -> None:
    folder.mkdir()
    (folder / "thesis.txt").write_text("")


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "archive/../../x", ""])
async def test_a_manifest_leads_nowhere_else(newsroom: Newsroom, folder: Path, name: str) -> None:
    await newsroom.publish(1)
    back_up(newsroom.settings, folder)
    path = folder / MANIFEST
    fields = json.loads(path.read_text())
    fields["files"][0]["path"] = name
    path.write_text(json.dumps(fields))
    with pytest.raises(BackupUnusable, match="cannot be read"):
        restored(newsroom.settings, folder)


async def test_an_archive_without_rows_is_backed_up(newsroom: Newsroom, folder: Path) -> None:
    await newsroom.publish(1, 2, 3)
    await newsroom.issue(DeleteSource(newsroom.server.url("/")))
    home = newsroom.settings.home
    for path in home.glob("tidings.db*"):
        path.unlink()
    newsroom.database().__enter__()
    back_up(newsroom.settings, folder)
    copy = restored(newsroom.settings, folder)
    was, now = (len([*ArchiveReader(each / "archive").members()]) for each in (home, copy.home))
    assert was == now > 3


async def test_backups_while_articles_are_written_are_all_whole(
    newsroom: Newsroom, folder: Path
) -> None:
    reports: list[BackupReport | Exception] = []
    ended = threading.Event()

    def again_and_again() -> None:
        number = 0
        while not ended.is_set() or number < 3:
            number += 1
            try:
                reports.append(back_up(newsroom.settings, folder.with_name(f"backup-{number}")))
            except Exception as error:  # noqa: BLE001 - shown by the test
                reports.append(error)

    await newsroom.publish(1)
    thread = threading.Thread(target=again_and_again)
    thread.start()
    try:
        await newsroom.publish(*range(2, 40))
    finally:
        ended.set()
        thread.join()
    for report in reports:
        assert isinstance(report, BackupReport)
        copy = restored(newsroom.settings, report.folder, report.folder.name + "-restored")
        with_rows = _named_pages(copy)
        assert all(with_rows), f"{report} lacks pages"
        assert problems(copy) == []


def _named_pages(settings: Settings) -> list[bool]:
    """Whether the page is there that each row names."""
    library = Library.open(settings)
    try:
        rows = library._database.read().execute("SELECT url FROM urls WHERE file IS NOT NULL")
        return [library.archived(row[0]) is not None for row in rows]
    finally:
        library.close()
