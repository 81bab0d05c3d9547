"""Compaction: what was taken down is no longer in the archive files; all else is kept."""

import gzip
from collections.abc import AsyncIterator

import pytest
from tests.engine.commands.test_takedown import Newsroom
from tests.engine.paper_server import clocked_crawler, paper_server

from tidings.engine.commands.command_values import DeleteArticle, DeleteSource
from tidings.engine.maintenance import compaction
from tidings.engine.maintenance.compaction import compact
from tidings.engine.process.home import Home, HomeUnusable
from tidings.engine.process.home_archive import archive_of
from tidings.engine.process.home_lock import HomeLock
from tidings.settings.tree import Settings
from tidings.store.archive import file_compaction
from tidings.store.archive.warc_files import ArchiveReader


class Killed(BaseException):
    """Stands for kill -9; tests/crash has the real one."""


@pytest.fixture
async def newsroom(settings: Settings) -> AsyncIterator[Newsroom]:
    async with paper_server() as server, clocked_crawler(settings) as crawler:
        yield Newsroom(settings, server, crawler)


def archived_bytes(settings: Settings) -> bytes:
    """All that the archive files contain, inflated."""
    files = sorted((settings.home / "archive").iterdir())
    read = (path.read_bytes() for path in files)
    return b"".join(gzip.decompress(b) if b[:2] == b"\x1f\x8b" else b for b in read)


def copies(newsroom: Newsroom, numbers: range) -> list[bytes]:
    with newsroom.library() as library:
        pages = [library.archived(newsroom.url(number)) for number in numbers]
    return [page.body if page else b"" for page in pages]


async def test_a_deleted_article_is_removed_from_the_files_and_the_rest_is_where_it_was(
    newsroom: Newsroom,
) -> None:
    await newsroom.publish(1, 2, 3)
    await newsroom.issue(DeleteArticle(newsroom.url(2)))
    before = copies(newsroom, range(1, 4))
    assert newsroom.url(2).encode() in archived_bytes(newsroom.settings)
    progress: list[tuple[int, int]] = []
    result = compact(newsroom.settings, lambda *counts: progress.append(counts))
    assert (result.files, result.records, progress) == (1, 1, [(1, 1)])
    assert result.freed_bytes > 0
    assert newsroom.url(2).encode() + b"\r" not in archived_bytes(newsroom.settings)
    assert copies(newsroom, range(1, 4)) == before
    assert before[1] == b""
    home = Home(newsroom.settings.home)
    assert ArchiveReader(home.archive).check() == []
    with newsroom.database() as database:
        assert len(list(archive_of(home, database).find(newsroom.url(3)))) == 1
    assert compact(newsroom.settings).files == 0


async def test_the_crawl_goes_on_after_a_compaction(newsroom: Newsroom) -> None:
    await newsroom.publish(1, 2)
    await newsroom.issue(DeleteArticle(newsroom.url(1)))
    compact(newsroom.settings)
    assert len(await newsroom.publish(3)) == 2
    await newsroom.crawler.close()
    assert all(copies(newsroom, range(2, 4)))
    assert ArchiveReader(newsroom.settings.home / "archive").check() == []


async def test_a_file_without_any_record_left_is_removed(newsroom: Newsroom) -> None:
    await newsroom.publish(1, 2)
    await newsroom.issue(DeleteSource(newsroom.server.url("/")))
    result = compact(newsroom.settings)
    assert (result.files, result.records > 2) == (1, True)
    assert list((newsroom.settings.home / "archive").iterdir()) == []
    with newsroom.database() as database:
        query = "SELECT count(*) FROM urls WHERE file IS NOT NULL"
        assert database.read().execute(query).fetchone()[0] == 0


async def test_a_compaction_needs_the_home_for_itself(newsroom: Newsroom) -> None:
    await newsroom.publish(1)
    await newsroom.crawler.close()
    with HomeLock(Home(newsroom.settings.home)), pytest.raises(HomeUnusable, match="another"):
        compact(newsroom.settings)


@pytest.mark.parametrize(
    ("owner", "step", "after"),
    [
        (compaction, "rewrite_without", False),
        (file_compaction, "_publish", False),
        (file_compaction, "seal_warc", False),
        (compaction, "rewrite_without", True),
        (compaction, "remove_file", False),
        (compaction, "remove_file", True),
    ],
)
async def test_an_interrupted_compaction_is_completed_or_undone(
    newsroom: Newsroom, monkeypatch: pytest.MonkeyPatch, owner: object, step: str, after: bool
) -> None:
    await newsroom.publish(1, 2, 3)
    await newsroom.issue(DeleteArticle(newsroom.url(2)))
    before = copies(newsroom, range(1, 4))
    real = getattr(owner, step)

    def die(*arguments: object) -> None:
        if after:
            real(*arguments)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(owner, step, die)
        with pytest.raises(Killed):
            compact(newsroom.settings)
    assert copies(newsroom, range(1, 4)) == before
    await newsroom.publish(4)
    await newsroom.crawler.close()
    compact(newsroom.settings)
    assert copies(newsroom, range(1, 4)) == before
    assert all(copies(newsroom, range(4, 5)))
    archive = newsroom.settings.home / "archive"
    assert ArchiveReader(archive).check() == []
    assert len(list(archive.iterdir())) == 2
    assert newsroom.url(2).encode() + b"\r" not in archived_bytes(newsroom.settings)
