"""Verifying an archive: each kind of damage is found and named, and nothing else."""

import gzip
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.commands.test_takedown import Newsroom
from tests.engine.paper_server import clocked_crawler, paper_server

from tidings.engine.backups.verification import Verification, verify
from tidings.settings.tree import Settings
from tidings.store.archive.recovery import index_path_of
from tidings.store.archive.warc_files import archive_files, captures_in


@pytest.fixture
async def newsroom(settings: Settings) -> AsyncIterator[Newsroom]:
    """A home whose archive has several files; one page is found by a redirect."""
    settings = replace(settings, store=replace(settings.store, warc_max_bytes=3_000))
    async with paper_server() as server, clocked_crawler(settings) as crawler:
        newsroom = Newsroom(settings, server, crawler)
        server.pages["/moved"] = (301, "", server.url(server.article(9)))
        newsroom.articles.append("/moved")
        await newsroom.publish(1, 2, 3, 4, 5)
        yield newsroom


def files(newsroom: Newsroom) -> list[Path]:
    return archive_files(newsroom.settings.home / "archive")


async def test_an_undamaged_archive_has_no_problems(newsroom: Newsroom) -> None:
    progress: list[tuple[int, int]] = []
    found = verify(newsroom.settings, lambda *counts: progress.append(counts))
    assert found.problems == []
    assert found.files == len(files(newsroom)) == len(progress) > 1
    assert found.records > found.urls > 6
    assert found.bytes == sum(warc.stat().st_size for warc in files(newsroom))
    assert progress[-1] == (found.files, found.files)


async def test_a_crawl_does_not_disturb(newsroom: Newsroom) -> None:
    for number in range(10, 14):
        await newsroom.publish(number)
        assert verify(newsroom.settings).problems == []


async def test_a_flipped_bit_is_found(newsroom: Newsroom) -> None:
    warc = files(newsroom)[0]
    capture = captures_in(warc)[0]
    data = bytearray(warc.read_bytes())
    data[capture.place.offset + capture.place.length // 2] ^= 4
    warc.write_bytes(data)
    found = verify(newsroom.settings)
    assert f"{warc.name}: bytes {capture.place.offset} to" in found.problems[0]
    assert any(f"{capture.url} should be at" in problem for problem in found.problems)


async def test_a_body_that_was_changed_and_packed_again_is_found(newsroom: Newsroom) -> None:
    """The gzip member is valid: only the digests of the record show it."""
    warc = files(newsroom)[0]
    place = captures_in(warc)[1].place
    data = warc.read_bytes()
    member = gzip.decompress(data[place.offset : place.offset + place.length])
    forged = _packed(member.replace(b"Number", b"Kumber"), place.length)
    warc.write_bytes(data[: place.offset] + forged + data[place.offset + place.length :])
    assert verify(newsroom.settings).problems == [
        f"{warc.name}: the record at {place.offset} has another digest",
        f"{warc.name}: the page at {place.offset} has another digest",
    ]


def _packed(content: bytes, length: int) -> bytes:
    """Return a gzip member of exactly this length, with a comment that fills it."""
    packed = gzip.compress(content, 9, mtime=0)
    assert len(packed) < length
    flags = bytes([packed[3] | 16])
    return (
        packed[:3] + flags + packed[4:10] + b"x" * (length - len(packed) - 1) + b"\0" + packed[10:]
    )


async def test_a_line_that_the_index_lacks_is_found(newsroom: Newsroom) -> None:
    index = index_path_of(files(newsroom)[0])
    index.write_bytes(b"".join(index.read_bytes().splitlines(keepends=True)[1:]))
    assert verify(newsroom.settings).problems == [f"{index.name}: 1 missing"]


async def test_a_lost_file_is_found_by_the_rows_that_name_it(newsroom: Newsroom) -> None:
    await newsroom.crawler.close()
    lost = files(newsroom)[0]
    lost.unlink()
    (problem,) = verify(newsroom.settings).problems
    assert problem.startswith(f"{lost.name}: is missing, and ")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ('"offset" = "offset" + 1', "no record is there"),
        ("length = length + 1", "the record there ends at"),
        ("url = url || 'x'", "the record there is of"),
    ],
)
async def test_a_row_that_names_the_wrong_record_is_found(
    newsroom: Newsroom, change: str, problem: str
) -> None:
    await newsroom.crawler.close()
    url = newsroom.url(3)
    with newsroom.database() as database:
        database.write(
            lambda db: db.execute(f"UPDATE urls SET {change} WHERE url = ?", (url,))
        ).result()
    (found,) = verify(newsroom.settings).problems
    assert url in found
    assert problem in found


def test_many_problems_are_counted_and_some_are_listed() -> None:
    found = Verification()
    for number in range(1000):
        found.add(str(number))
    assert (found.problem_count, len(found.problems)) == (1000, 200)
