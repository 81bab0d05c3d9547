"""Lessons become versions exactly once, whatever happens between a version and its cursor."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import pytest

from tidings.engine.knowledge import knowledge_keeper as module
from tidings.engine.knowledge.knowledge import version_after
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.knowledge.knowledge_keeper import KnowledgeKeeper
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.library.follower_status import follower_statuses
from tidings.engine.reading.annotator import lesson_of
from tidings.events.crawl_events import FollowerFailing, FollowerRecovered
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.lessons import Lesson, add_lesson, last_lesson
from tidings.text.parsing.parsed_text import parse_text

SECTIONS = ("Sport", "Finanzen", "Music")


@cache
def lesson(number: int) -> Lesson:
    title = parse_text(f"Zorbing {SECTIONS[number % 3]} number {number}", "en")
    return lesson_of(title, parse_text("", "en"), (SECTIONS[number % 3],))


def add(database: Database, log: LessonLog, count: int, first: int = 0) -> None:
    def work(connection: Writer) -> None:
        for number in range(first, first + count):
            log.add(connection, lesson(number))

    database.write(work).result()


def documents(folder: Path, version: int) -> int:
    return KnowledgeFiles(folder).at(version).corpus.documents("en")


def versions(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.isdecimal()]


def waiting(database: Database) -> int:
    return int(database.read().execute("SELECT count(*) FROM lessons").fetchone()[0])


async def test_lessons_wait_as_rows_until_a_version_has_them(
    database: Database, tmp_path: Path
) -> None:
    keeper, log, folder = KnowledgeKeeper(database, tmp_path), LessonLog(), tmp_path
    add(database, log, 63)
    await keeper.catch_up()
    assert (keeper.version, waiting(database)) == (0, 63)
    add(database, log, 37, first=63)
    await keeper.catch_up()
    assert (keeper.version, waiting(database)) == (64, 36)
    assert documents(folder, 64) == 64


async def test_a_kill_between_a_version_and_its_rows_counts_nothing_twice(
    database: Database, tmp_path: Path
) -> None:
    add(database, LessonLog(), 300)
    killed = KnowledgeKeeper(database, tmp_path)
    killed._make_next()  # the file is there, the rows are not deleted
    assert waiting(database) == 300
    keeper = KnowledgeKeeper(database, tmp_path)
    assert keeper.version == 64
    await keeper.catch_up()
    assert (keeper.version, documents(tmp_path, 256)) == (256, 256)
    assert waiting(database) == 44


async def test_a_torn_file_is_made_again(database: Database, tmp_path: Path) -> None:
    add(database, LessonLog(), 64)
    (tmp_path / "draft").write_bytes(b"killed while writing")
    (tmp_path / "64").write_bytes(b"")
    keeper = KnowledgeKeeper(database, tmp_path)
    await keeper.catch_up()
    assert documents(tmp_path, 64) == 64


async def test_a_version_depends_on_the_lessons_alone(database: Database, tmp_path: Path) -> None:
    at_once, piecemeal = tmp_path / "at once", tmp_path / "piecemeal"
    log = LessonLog()
    for first in range(0, 256, 32):
        add(database, log, 32, first)
        # A new process each time; it deletes no rows, since the other one needs them.
        keeper = KnowledgeKeeper(database, piecemeal)
        if version_after(keeper.version) <= last_lesson(database.read()):
            keeper._make_next()
    await KnowledgeKeeper(database, at_once).catch_up()
    files = [(folder / "256").read_bytes() for folder in (at_once, piecemeal)]
    assert files[0] == files[1]


async def test_numbers_continue_after_the_version_when_all_rows_are_gone(
    database: Database, tmp_path: Path
) -> None:
    add(database, LessonLog(), 64)
    await KnowledgeKeeper(database, tmp_path).catch_up()
    assert waiting(database) == 0
    add(database, LessonLog(known_version=64), 1)
    assert last_lesson(database.read()) == 65


async def test_a_lesson_of_a_failed_piece_is_not_counted(
    database: Database, tmp_path: Path
) -> None:
    log = LessonLog()

    def fail(connection: Writer) -> None:
        log.add(connection, lesson(0))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        database.write(fail).result()
    add(database, log, 64)
    keeper = KnowledgeKeeper(database, tmp_path)
    await keeper.catch_up()
    assert (keeper.version, documents(tmp_path, 64), waiting(database)) == (64, 63, 1)


async def test_a_version_that_a_task_names_is_kept_until_the_task_is_done(
    database: Database, tmp_path: Path
) -> None:
    keeper, log = KnowledgeKeeper(database, tmp_path), LessonLog()
    add(database, log, 64)
    await keeper.catch_up()
    with keeper.pinned() as version:
        assert version == 64
        add(database, log, 192, first=64)
        await keeper.catch_up()
        assert keeper.version == 256
        assert documents(tmp_path, 64) == 64
    add(database, log, 768, first=256)
    await keeper.catch_up()
    assert versions(tmp_path) == ["1024"]


async def test_a_failure_delays_a_version_and_loses_nothing(
    database: Database, tmp_path: Path
) -> None:
    folder = tmp_path / "knowledge"
    folder.write_text("in the way")
    keeper = KnowledgeKeeper(database, folder)
    add(database, LessonLog(), 64)
    with pytest.raises(OSError, match="knowledge"):
        await keeper.catch_up()
    folder.unlink()
    await keeper.catch_up()
    assert documents(folder, 64) == 64


@asynccontextmanager
async def running(keeper: KnowledgeKeeper) -> AsyncIterator[None]:
    task = asyncio.create_task(keeper.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_true():
            await asyncio.sleep(0.01)


def failures(database: Database) -> list[str]:
    statuses = follower_statuses(database.read(), 0)
    return [each.error for each in statuses if each.name == "knowledge"]


async def test_operators_learn_that_it_fails_and_recovers(
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(module, "_RETRY_SECONDS", 0.01)
    folder = tmp_path / "knowledge"
    folder.write_text("in the way")
    add(database, LessonLog(), 64)
    with caplog.at_level(logging.INFO, "tidings"):
        async with running(KnowledgeKeeper(database, folder)):
            await until(lambda: failures(database) != [])
        assert "FileExistsError" in failures(database)[0]
        folder.unlink()
        async with running(KnowledgeKeeper(database, folder)):  # another process
            # It says so after the commit: who leaves on seeing the row may be too early.
            await until(lambda: FollowerRecovered("knowledge") in [x.msg for x in caplog.records])
        assert failures(database) == []
    assert documents(folder, 64) == 64
    events = [each.msg for each in caplog.records]
    assert isinstance(events[0], FollowerFailing)
    assert (events[0].follower, events[0].attempt) == ("knowledge", 1)
    assert events.count(FollowerRecovered("knowledge")) == 1


async def test_it_survives_errors_that_nobody_expects(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_RETRY_SECONDS", 0.01)
    add(database, LessonLog(), 1)
    damaged = Lesson(b"\0", b"not a topic")
    database.write(lambda db: add_lesson(db, 64, damaged)).result()
    async with running(KnowledgeKeeper(database, tmp_path)):
        await until(lambda: failures(database) != [])
        repaired = "UPDATE lessons SET terms = ?, topic = ? WHERE number = 64"
        good = lesson(1)
        database.write(lambda db: db.execute(repaired, (good.terms, good.topic))).result()
        await until(lambda: versions(tmp_path) == ["64"])
        await until(lambda: failures(database) == [])
