import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from tests.engine.mirroring.shared_home import (
    SharedHome,
    delete,
    found,
    ids_in,
    indexed,
    keep,
    owner,
    wait_until,
)
from tests.store.files.faulty_proxy import FaultyProxy

from tidings.engine.knowledge.knowledge import no_knowledge, taught
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.engine.library.library import Library
from tidings.engine.mirroring.stored_index import FILES, found_index
from tidings.store.files.file_store import FileStore


def stored_cursor(store: FileStore) -> int:
    known = found_index(store)
    return 0 if known is None else known.index.cursor


def test_a_search_on_another_machine_finds_what_was_crawled_here(home: SharedHome) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one", "two")
    assert found(home.settings("b")) == {"one", "two"}


def test_a_server_on_another_machine_follows_a_crawl(home: SharedHome, store: FileStore) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
        wait_until(lambda: stored_cursor(store) == 1)
        library = Library.open(home.settings("b"))
        try:
            assert ids_in(library) == {"one"}
            keep(stores, "two")
            wait_until(lambda: ids_in(library) == {"one", "two"})
            delete(stores, "one")
            wait_until(lambda: indexed(home.settings("b")).keys() == {"two"})
        finally:
            library.close()


def test_a_lost_folder_is_restored_and_goes_on_after_its_cursor(home: SharedHome) -> None:
    settings = home.settings("a")
    with owner(settings) as stores:
        keep(stores, *(f"n{number}" for number in range(20)))
    before = indexed(settings)
    shutil.rmtree(settings.home)
    with owner(settings) as stores:
        assert stores.index.last_seq() == 20  # before anything was followed
        keep(stores, "last")
    assert indexed(settings) == before | {"last": 21}


def test_a_machine_that_takes_over_has_what_the_former_owner_indexed(home: SharedHome) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
    with owner(home.settings("b")) as stores:
        assert stores.index.last_seq() == 1
        keep(stores, "two")
        delete(stores, "one")
    with owner(home.settings("a")) as stores:
        assert stores.index.last_seq() == 3
        keep(stores, "three")
    assert indexed(home.settings("a")) == {"two": 2, "three": 4}
    assert found(home.settings("b")) == {"two", "three"}


def test_only_what_the_last_two_manifests_name_stays_on_the_store(
    home: SharedHome, store: FileStore
) -> None:
    with owner(home.settings("a")) as stores:
        for number in range(30):
            keep(stores, f"n{number}")
            wait_until(lambda seq=number + 1: stored_cursor(store) == seq)  # type: ignore[misc]
    with owner(home.settings("a")) as stores:
        keep(stores, "last")
    last = found_index(store)
    assert last is not None
    named = {file.key for file in last.index.files}
    there = {each.key for each in store.list(FILES)}
    assert named <= there
    assert len(there) < 4 * len(named)
    assert last.index.owner == ""  # nobody has it open


def test_the_local_index_wins_if_it_has_as_much(home: SharedHome, store: FileStore) -> None:
    settings = home.settings("a")
    with owner(settings) as stores:
        keep(stores, "one")
    generation = (settings.home / "index" / "current").read_text()
    with owner(settings):
        pass
    assert (settings.home / "index" / "current").read_text() == generation


def test_a_home_without_a_store_sends_nothing(home: SharedHome, store: FileStore) -> None:
    settings = home.settings("a")
    settings = replace(settings, store=replace(settings.store, url=""))
    with owner(settings) as stores:
        assert stores.files is None
        keep(stores, "one")
    assert list(store.list()) == []


def test_of_two_processes_of_a_folder_one_fetches_and_both_find_it(
    home: SharedHome, store: FileStore, proxy: FaultyProxy
) -> None:
    settings = home.settings("b", endpoint=proxy.endpoint)
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
        wait_until(lambda: stored_cursor(store) == 1)
        libraries = [Library.open(settings), Library.open(settings)]
        try:
            keep(stores, "two")
            wait_until(lambda: stored_cursor(store) == 2)
            for library in libraries:
                wait_until(lambda each=library: ids_in(each) == {"one", "two"})  # type: ignore[misc]
        finally:
            for library in libraries:
                library.close()
    fetched = [path for method, path in proxy.seen if method == "GET" and FILES in path]
    assert len(fetched) == len(set(fetched))


def test_a_server_on_another_machine_knows_what_articles_taught(
    home: SharedHome, store: FileStore
) -> None:
    with owner(home.settings("a")) as stores:
        keep(stores, "one")
        KnowledgeFiles(stores.home.knowledge).keep(taught(no_knowledge(), 64, ()))
        StoredKnowledge(store, stores.home.knowledge).put(64)
    Library.open(home.settings("b")).close()
    assert KnowledgeFiles(home.folder / "b" / "knowledge").newest() == 64


def test_a_local_home_never_loads_the_client_of_the_store(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from tests.engine.mirroring.shared_home import keep, owner\n"
        "from tidings.engine.library.library import Library\n"
        "from tidings.settings.tree import Settings\n"
        "settings = Settings(home=Path(sys.argv[1]))\n"
        "with owner(settings) as stores:\n"
        "    keep(stores, 'one')\n"
        "Library.open(settings).close()\n"
        "assert 'obstore' not in sys.modules\n"
        "assert 'psycopg' not in sys.modules\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code, tmp_path / "home"], check=True, env=environment)
