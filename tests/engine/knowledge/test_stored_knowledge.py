"""A machine that is lost loses nothing of what was learned."""

import asyncio
import shutil
from pathlib import Path

import pytest
from tests.engine.knowledge.test_knowledge_keeper import add, documents, waiting
from tests.store.files.faulty_proxy import Fault, FaultyProxy

from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.knowledge.knowledge_keeper import KnowledgeKeeper
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreAway
from tidings.store.files.file_store import FileStore


def keeper_in(database: Database, folder: Path, store: FileStore) -> KnowledgeKeeper:
    return KnowledgeKeeper(database, folder, stored=StoredKnowledge(store, folder))


@pytest.fixture(autouse=True)
def bucket(store: FileStore) -> None:
    """Make the bucket: SeaweedFS does so with the first file."""
    store.put("bucket", b"")


def stored(store: FileStore) -> list[str]:
    return sorted(each.key for each in store.list("knowledge"))


async def test_a_lost_machine_goes_on_with_the_same_knowledge(
    database: Database, store: FileStore, tmp_path: Path
) -> None:
    lost, new, same = tmp_path / "lost", tmp_path / "new", tmp_path / "same"
    keeper = keeper_in(database, lost, store)
    add(database, LessonLog(), 300)
    await keeper.catch_up()
    shutil.copytree(lost, same)
    shutil.rmtree(lost)
    keeper = keeper_in(database, new, store)
    assert keeper.version == 256
    add(database, LessonLog(keeper.version), 1000, first=300)
    await keeper.catch_up()
    assert documents(new, keeper.version) == keeper.version == 1024
    assert KnowledgeFiles(new).packed(1024) != KnowledgeFiles(same).packed(256)


async def test_only_the_newest_version_stays_on_the_store(
    database: Database, store: FileStore, tmp_path: Path
) -> None:
    keeper = keeper_in(database, tmp_path / "knowledge", store)
    add(database, LessonLog(), 300)
    await keeper.catch_up()
    assert stored(store) == ["knowledge/256.zst"]


async def test_lessons_stay_until_the_store_has_their_version(
    database: Database, far_store: FileStore, store: FileStore, proxy: FaultyProxy, tmp_path: Path
) -> None:
    keeper = keeper_in(database, tmp_path / "knowledge", far_store)
    add(database, LessonLog(), 70)
    proxy.fail(Fault.ERROR)
    with pytest.raises(StoreAway):
        await keeper.catch_up()
    assert waiting(database) == 70
    proxy.heal()
    await keeper.catch_up()
    assert (waiting(database), stored(store)) == (6, ["knowledge/64.zst"])
    assert documents(tmp_path / "knowledge", 64) == 64


def test_a_crawl_does_not_begin_without_knowing_what_is_learned(
    database: Database, far_store: FileStore, proxy: FaultyProxy, tmp_path: Path
) -> None:
    proxy.fail(Fault.ERROR)
    with pytest.raises(StoreAway):
        keeper_in(database, tmp_path / "knowledge", far_store)


def test_a_damaged_version_is_ignored_and_replaced(
    database: Database, store: FileStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store.put("knowledge/64.zst", b"damaged")
    keeper = keeper_in(database, tmp_path / "knowledge", store)
    assert keeper.version == 0
    assert "KnowledgeFetchFailed" in caplog.text
    add(database, LessonLog(keeper.version), 70)
    asyncio.run(keeper.catch_up())
    again = keeper_in(database, tmp_path / "other", store)
    assert documents(tmp_path / "other", again.version) == 64
