"""A store that is away, damaged, or written by somebody else."""

import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.mirroring.shared_home import (
    NOW,
    SharedHome,
    found,
    ids_in,
    indexed,
    keep,
    owner,
    wait_until,
)
from tests.factories import make_article
from tests.store.files.faulty_proxy import Fault, FaultyProxy

from tidings.engine.library.follower_status import FollowerStatus, follower_statuses
from tidings.engine.library.library import Library
from tidings.engine.live.crawl_stores import CrawlStores
from tidings.engine.mirroring.index_fetching import fetch_newer
from tidings.engine.mirroring.index_mirror import NAME
from tidings.engine.mirroring.index_sender import IndexSender, IndexTakenOver
from tidings.engine.mirroring.stored_index import CURRENT, DAMAGED, FILES, FoundIndex, found_index
from tidings.search.entries.entry import entry_of
from tidings.search.index.held_commit import HeldCommit
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings
from tidings.store.files.errors import FileDamaged
from tidings.store.files.file_store import FileStore


def failures(stores: CrawlStores) -> list[FollowerStatus]:
    statuses = follower_statuses(stores.database.read(), stores.index.last_seq())
    return [each for each in statuses if each.name == NAME]


def on_store(store: FileStore) -> FoundIndex:
    known = found_index(store)
    assert known is not None
    return known


def held(index: Index, name: str) -> HeldCommit:
    """Commit an article and hold that commit."""
    article = make_article(f"http://a.example/{name}", name, "Text.", id=name, first_seen=NOW)
    index.add([replace(entry_of(article), seq=index.last_seq() + 1)])
    index.commit(index.last_seq() + 1)
    commit = index.hold()
    assert commit is not None
    return commit


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.HANG])
def test_a_store_that_is_away_delays_the_index_and_nothing_else(
    home: SharedHome, store: FileStore, proxy: FaultyProxy, fault: Fault
) -> None:
    with owner(home.settings("a", endpoint=proxy.endpoint)) as stores:
        keep(stores, "one")
        wait_until(lambda: found_index(store) is not None and on_store(store).index.cursor == 1)
        proxy.fail(fault, wanted=lambda method, path: "/index/" in path)
        keep(stores, "two")
        wait_until(lambda: any("/index/" in path for _, path in proxy.seen[-1:]))
        keep(stores, "three")
        wait_until(lambda: stores.index.last_seq() == 3)  # visible here all the same
        assert on_store(store).index.cursor == 1
        if fault is Fault.ERROR:
            wait_until(lambda: bool(failures(stores)))
            assert "StoreAway" in failures(stores)[0].error
        proxy.heal()
        wait_until(lambda: on_store(store).index.cursor == 3)
        wait_until(lambda: not failures(stores))


def test_a_crawl_ends_though_the_store_is_away_and_the_next_one_sends_the_index(
    home: SharedHome, store: FileStore, proxy: FaultyProxy
) -> None:
    settings = home.settings("a", endpoint=proxy.endpoint)
    with owner(settings) as stores:
        keep(stores, "one")
        proxy.fail(Fault.ERROR, wanted=lambda method, path: "/index/" in path)
    proxy.heal()
    with owner(settings) as stores:
        wait_until(lambda: not failures(stores))
    assert on_store(store).index.cursor == 1
    assert found(home.settings("b")) == {"one"}


def test_who_was_taken_over_cannot_replace_the_index(
    home: SharedHome, store: FileStore, index: Index
) -> None:
    first, second = IndexSender(store), IndexSender(store)
    first.send(held(index, "one"), 1.0)
    second.send(held(index, "two"), 2.0)
    with pytest.raises(IndexTakenOver):
        first.send(held(index, "three"), 3.0)
    with pytest.raises(IndexTakenOver):  # not by trying again either
        first.send(held(index, "four"), 4.0)
    assert on_store(store).index.at == 2.0
    second.send(held(index, "five"), 5.0)
    second.release(6.0)
    first.send(held(index, "six"), 7.0)  # nobody else has it any more
    assert on_store(store).index.at == 7.0


def test_four_files_are_sent_at_a_time(
    store: FileStore, far_store: FileStore, proxy: FaultyProxy, index: Index
) -> None:
    def is_file(method: str, path: str) -> bool:
        return method == "PUT" and "/index/files/" in path

    def waiting() -> int:
        return len({path for method, path in proxy.seen if is_file(method, path)})

    proxy.fail(Fault.HANG, times=4, wanted=is_file)
    commit = held(index, "one")
    with ThreadPoolExecutor() as threads:
        sending = threads.submit(IndexSender(far_store).send, commit, 1.0)
        wait_until(lambda: waiting() == 4)
        sending.result(30)
    assert [file.name for file in on_store(store).index.files] == [*commit.files]


def test_what_is_sent_is_compressed_and_counted_so(store: FileStore, index: Index) -> None:
    text = "A sentence that is repeated many times. " * 2000
    article = make_article("http://a.example/long", "Long", text, id="long", first_seen=NOW)
    index.add([replace(entry_of(article), seq=1)])
    index.commit(1)
    commit = index.hold()
    assert commit is not None
    sent = IndexSender(store).send(commit, 1.0)
    assert sent == sum(each.size for each in store.list(FILES))
    assert sent < sum((commit.folder / name).stat().st_size for name in commit.files)


def test_the_next_owner_sends_only_what_the_store_lacks(store: FileStore, index: Index) -> None:
    commit = held(index, "one")
    first = IndexSender(store)
    assert first.send(commit, 1.0) > 0
    first.release(2.0)
    second = IndexSender(store)
    assert second.send(commit, 3.0) == 0
    second.release(4.0)
    cut = on_store(store).index.files[0]
    store.put(cut.key, store.get(cut.key).data[:-1])
    assert IndexSender(store).send(commit, 5.0) == cut.stored_size


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_damaged_index_on_the_store_is_ignored_and_built_again(
    home: SharedHome, store: FileStore, caplog: pytest.LogCaptureFixture, is_lost: bool
) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one", "two")
    key = on_store(store).index.files[0].key
    if is_lost:
        store.delete([key])
    else:
        data = store.get(key).data
        store.put(key, bytes([data[0] ^ 1]) + data[1:])
    caplog.set_level(logging.WARNING)
    with owner(home.settings("b")) as stores:
        wait_until(lambda: stores.index.last_seq() == 2)
    assert "IndexFetchFailed" in caplog.text
    assert indexed(home.settings("b")) == {"one": 1, "two": 2}
    assert found(home.settings("c")) == {"one", "two"}  # the new one is whole


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_file_that_a_reader_finds_damaged_is_sent_again(
    store: FileStore, index: Index, tmp_path: Path, is_cut: bool
) -> None:
    sender = IndexSender(store)
    sender.send(held(index, "one"), 1.0)
    file = on_store(store).index.files[0]
    data = store.get(file.key).data
    damaged = data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]
    store.put(file.key, damaged[:-1] if is_cut else damaged)
    (tmp_path / "b").mkdir()
    with pytest.raises(FileDamaged):
        fetch_newer(store, tmp_path / "b", SearchSettings())
    assert [*store.list(DAMAGED)]
    sender.send(held(index, "two"), 2.0)
    assert file in on_store(store).index.files
    assert store.get(file.key).data == data
    assert not [*store.list(DAMAGED)]
    fetch_newer(store, tmp_path / "b", SearchSettings())
    fetched = Index.open(tmp_path / "b", SearchSettings(), writable=False)
    assert {*fetched.ids()} == {"one", "two"}
    fetched.close()


@pytest.mark.parametrize("text", [b"{", b'{"owner": 1}', b"[]", b""])
def test_a_damaged_manifest_is_ignored_and_replaced(
    home: SharedHome, store: FileStore, text: bytes
) -> None:
    store.put(CURRENT, text)
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
    assert found(home.settings("b")) == {"one"}


@pytest.mark.parametrize("name", ["../../outside", "/outside", "forward/../../outside"])
def test_a_manifest_cannot_name_a_file_outside(
    home: SharedHome, store: FileStore, name: str
) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
    known = store.get(CURRENT).data
    first = on_store(store).index.files[0].name
    store.put(CURRENT, known.replace(f'"name": "{first}"'.encode(), f'"name": "{name}"'.encode()))
    with owner(home.settings("b")) as stores:
        wait_until(lambda: stores.index.last_seq() == 1)
    assert not [*home.folder.rglob("outside")]


def test_a_reader_keeps_what_it_has_while_the_store_is_away(
    home: SharedHome, store: FileStore, proxy: FaultyProxy
) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
        wait_until(lambda: found_index(store) is not None and on_store(store).index.cursor == 1)
        library = Library.open(home.settings("b", endpoint=proxy.endpoint))
        try:
            proxy.fail(Fault.ERROR)
            seen = len(proxy.seen)
            keep(stores, "two")
            wait_until(lambda: len(proxy.seen) > seen)
            assert ids_in(library) == {"one"}
            proxy.heal()
            wait_until(lambda: ids_in(library) == {"one", "two"})
        finally:
            library.close()


def test_an_owner_without_an_index_waits_for_a_store_that_is_away(
    home: SharedHome, proxy: FaultyProxy, caplog: pytest.LogCaptureFixture
) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
    # More attempts than are made before the store is called away.
    proxy.fail(Fault.ERROR, times=12, wanted=lambda method, path: "/index/" in path)
    caplog.set_level(logging.WARNING)
    with owner(home.settings("b", endpoint=proxy.endpoint)) as stores:
        assert stores.index.last_seq() == 1  # before anything was followed
    assert "IndexFetchFailed" not in caplog.text


def test_a_reader_with_an_index_does_not_wait_for_a_store_that_hangs(
    home: SharedHome, proxy: FaultyProxy
) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
    assert found(home.settings("b")) == {"one"}
    proxy.fail(Fault.HANG)
    began = time.monotonic()
    assert found(home.settings("b", endpoint=proxy.endpoint)) == {"one"}
    assert time.monotonic() - began < 15  # an answer may take 20
    assert proxy.seen


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = Index.open(tmp_path / "written", SearchSettings(), writable=True)
    yield index
    index.close()
