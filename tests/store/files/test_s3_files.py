import hashlib
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.store.files.faulty_proxy import Fault, FaultyProxy
from tests.store.files.seaweed_server import ACCESS, SECRET

from tidings.settings.tree import StoreSettings
from tidings.store.database.errors import StoreAway, StoreUnusable
from tidings.store.files.errors import (
    FileChanged,
    FileDamaged,
    FileExists,
    FileMissing,
    StoreRefused,
)
from tidings.store.files.file_store import FileStore
from tidings.store.files.store_opening import open_store

LARGE = 20 * 1024 * 1024  # three pieces


def test_what_was_put_can_be_read(store: FileStore) -> None:
    etag = store.put("a/b.txt", b"first")
    assert store.get("a/b.txt").data == b"first"
    assert store.get("a/b.txt").etag == etag
    assert store.put("a/b.txt", b"second") != etag
    assert store.get("a/b.txt").data == b"second"
    store.put("empty", b"")
    assert store.get("empty").data == b""


def test_a_missing_file_is_an_error_of_its_own(store: FileStore, tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        store.get("none")
    with pytest.raises(FileMissing):
        store.get_range("none", 0, 1)
    with pytest.raises(FileMissing):
        store.download("none", tmp_path / "none")
    assert store.find("none") is None
    assert [*store.list("none")] == []
    assert [*tmp_path.iterdir()] == []


def test_put_new_refuses_a_file_with_other_content_only(store: FileStore) -> None:
    etag = store.put_new("a", b"mine")
    assert store.put_new("a", b"mine") == etag
    with pytest.raises(FileExists):
        store.put_new("a", b"not mine")
    assert store.get("a").data == b"mine"


def test_of_many_that_put_new_at_once_one_succeeds(store: FileStore) -> None:
    won: list[int] = []
    barrier = threading.Barrier(8)

    def put(number: int) -> None:
        barrier.wait()
        try:
            store.put_new("contended", b"%d" % number)
        except FileExists:
            return
        won.append(number)

    threads = [threading.Thread(target=put, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.get("contended").data] == [b"%d" % number for number in won]


def test_replace_refuses_a_file_that_was_changed(store: FileStore) -> None:
    first = store.put("a", b"1")
    second = store.replace("a", b"2", first)
    with pytest.raises(FileChanged):
        store.replace("a", b"3", first)
    assert store.get("a").data == b"2"
    assert store.replace("a", b"4", second)
    with pytest.raises(FileChanged):
        store.replace("none", b"1", first)


def test_a_file_that_is_removed_meanwhile_is_read_whole_or_missing(store: FileStore) -> None:
    content = bytes(range(256)) * 16
    done = threading.Event()

    def put_and_remove() -> None:
        while not done.is_set():
            store.put("brief", content)
            done.wait(0.005)
            store.delete(["brief"])

    thread = threading.Thread(target=put_and_remove)
    thread.start()
    read = 0
    try:
        for _ in range(400):
            done.wait(0.001)
            with suppress(FileMissing):
                assert store.get_range("brief", 0, len(content)) == content
                read += 1
    finally:
        done.set()
        thread.join()
    assert read


def test_a_file_that_seems_shorter_than_it_is_is_asked_for_again(
    store: FileStore, patient_store: FileStore, proxy: FaultyProxy
) -> None:
    store.put("a", b"0123456789")
    proxy.fail(Fault.EMPTY, times=3, wanted=_is_get)
    assert patient_store.get_range("a", 2, 3) == b"234"
    store.delete(["a"])
    proxy.fail(Fault.EMPTY, wanted=_is_get)
    with pytest.raises(FileMissing):
        patient_store.get_range("a", 2, 3)


def test_a_file_that_always_seems_shorter_than_it_is_is_away(
    store: FileStore, far_store: FileStore, proxy: FaultyProxy
) -> None:
    store.put("a", b"0123456789")
    proxy.fail(Fault.EMPTY, wanted=_is_get)
    with pytest.raises(StoreAway):
        far_store.get_range("a", 2, 3)


def _is_get(method: str, path: str) -> bool:
    return method == "GET"


def test_ranges_end_where_the_file_ends(store: FileStore) -> None:
    store.put("a", b"0123456789")
    assert store.get_range("a", 2, 3) == b"234"
    assert store.get_range("a", 8, 100) == b"89"
    assert store.get_range("a", 10, 1) == b""


@pytest.mark.parametrize("size", [0, 10, LARGE])
def test_files_of_any_size_go_up_and_come_down(store: FileStore, tmp_path: Path, size: int) -> None:
    (tmp_path / "up").write_bytes(os.urandom(size))
    etag = store.upload(tmp_path / "up", "a/file")
    store.download("a/file", tmp_path / "down")
    assert (tmp_path / "down").read_bytes() == (tmp_path / "up").read_bytes()
    found = store.find("a/file")
    assert found is not None
    assert (found.size, found.etag) == (size, etag)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["down", "up"]


def test_a_listing_names_the_files_of_a_folder_only(store: FileStore) -> None:
    for key in ("a/1", "a/b/2", "ab/3", "4"):
        store.put(key, key.encode())
    assert sorted(file.key for file in store.list("a")) == ["a/1", "a/b/2"]
    assert sorted(file.key for file in store.list()) == ["4", "a/1", "a/b/2", "ab/3"]
    (found,) = store.list("ab")
    assert (found.key, found.size) == ("ab/3", 4)
    assert found.etag == store.get("ab/3").etag


def test_a_listing_is_not_cut_at_a_thousand(store: FileStore) -> None:
    for number in range(1005):
        store.put(f"many/{number}", b"")
    assert len([*store.list("many")]) == 1005
    store.delete(f"many/{number}" for number in range(1005))
    assert [*store.list("many")] == []


def test_deleting_what_does_not_exist_is_no_error(store: FileStore) -> None:
    store.put("a", b"1")
    store.delete(["a", "none"])
    store.delete([])
    assert store.find("a") is None


@pytest.mark.parametrize("size", [100, LARGE])
def test_damage_on_the_store_is_noticed(
    store: FileStore, store_settings: StoreSettings, tmp_path: Path, size: int
) -> None:
    import obstore

    from tidings.store.files import s3_files
    from tidings.store.files.s3_place import s3_place

    raw = s3_files._opened(s3_place(store_settings), 20.0)
    content = os.urandom(size)
    stored = {"sha256": hashlib.sha256(b"other").hexdigest()}
    obstore.put(raw, "a", content, attributes=stored)  # as if a disk of the server had lied
    with pytest.raises(FileDamaged):
        store.get("a")
    with pytest.raises(FileDamaged):
        store.download("a", tmp_path / "a")
    assert [*tmp_path.iterdir()] == []


def _calls(tmp_path: Path) -> dict[str, Callable[[FileStore], object]]:
    (tmp_path / "file").write_bytes(b"file")
    return {
        "put": lambda store: store.put("a", b"1"),
        "put_new": lambda store: store.put_new("b", b"1"),
        "get": lambda store: store.get("there"),
        "get_range": lambda store: store.get_range("there", 0, 3),
        "list": lambda store: [*store.list()],
        "delete": lambda store: store.delete(["a"]),
        "upload": lambda store: store.upload(tmp_path / "file", "c"),
        "download": lambda store: store.download("there", tmp_path / "down"),
    }


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.CUT, Fault.LOSE, Fault.HANG])
def test_a_server_that_fails_once_is_asked_again(
    store: FileStore, patient_store: FileStore, proxy: FaultyProxy, tmp_path: Path, fault: Fault
) -> None:
    store.put("there", b"abcdef")
    for name, call in _calls(tmp_path).items():
        seen = len(proxy.seen)
        proxy.fail(fault, times=1)
        call(patient_store)
        assert len(proxy.seen) > seen + 1, name
        proxy.heal()
    assert store.get("b").data == b"1"
    assert (tmp_path / "down").read_bytes() == b"abcdef"


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.CUT, Fault.HANG])
@pytest.mark.parametrize("name", ["put", "put_new", "get", "list", "upload", "download"])
def test_a_server_that_keeps_failing_is_away(
    store: FileStore,
    far_store: FileStore,
    proxy: FaultyProxy,
    tmp_path: Path,
    fault: Fault,
    name: str,
) -> None:
    store.put("there", b"abcdef")
    proxy.fail(fault)
    with pytest.raises(StoreAway) as raised:
        _calls(tmp_path)[name](far_store)
    assert raised.value.what == "store"
    assert not (tmp_path / "down").exists()


def test_a_server_that_is_not_there_is_away(store_settings: StoreSettings) -> None:
    with pytest.raises(StoreAway, match="no answer"):
        open_store(replace(store_settings, endpoint="http://127.0.0.1:1")).get("a")


def test_an_answer_that_drips_too_slowly_is_no_answer(
    store: FileStore, far_store: FileStore, proxy: FaultyProxy
) -> None:
    store.put("a", bytes(1000))
    proxy.fail(Fault.DRIP)
    with pytest.raises(StoreAway):
        far_store.get("a")
    proxy.heal()
    assert far_store.get("a").data == bytes(1000)


def test_an_answer_that_ends_in_the_middle_is_asked_for_again(
    store: FileStore, patient_store: FileStore, proxy: FaultyProxy, tmp_path: Path
) -> None:
    content = os.urandom(LARGE)
    store.put("a", content)
    proxy.fail(Fault.HALF, times=1, wanted=lambda method, path: method == "GET")
    patient_store.download("a", tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == content


@pytest.mark.parametrize("fault", [Fault.LOSE, Fault.HANG])
def test_a_put_whose_answer_was_lost_is_ours(
    store: FileStore, patient_store: FileStore, proxy: FaultyProxy, fault: Fault
) -> None:
    proxy.fail(fault, times=1)
    patient_store.put_new("a", b"mine")
    etag = store.get("a").etag
    proxy.heal()
    proxy.fail(fault, times=1)
    assert patient_store.replace("a", b"mine too", etag) == store.get("a").etag
    assert store.get("a").data == b"mine too"


def test_a_put_that_somebody_else_was_faster_with_is_not_ours(
    store: FileStore, patient_store: FileStore, proxy: FaultyProxy
) -> None:
    store.put("a", b"theirs")
    proxy.fail(Fault.LOSE, times=1)
    with pytest.raises(FileExists):
        patient_store.put_new("a", b"mine")


@pytest.mark.parametrize("wrong", ["access", "secret"])
def test_wrong_keys_are_refused_at_once_and_never_shown(
    store_settings: StoreSettings, tmp_path: Path, wrong: str
) -> None:
    keys = {"access": ACCESS, "secret": SECRET} | {wrong: "something-very-secret"}
    (tmp_path / "keys").write_text("\n".join(keys.values()))
    store = open_store(replace(store_settings, secret_file=str(tmp_path / "keys")))
    with pytest.raises(StoreRefused, match="refuses our keys") as raised:
        store.put("a", b"1")
    shown = "".join(traceback.format_exception(raised.value)) + repr(store) + repr(vars(store))
    for secret in (*keys.values(), "Signature=", "Credential="):
        assert secret not in shown


def test_no_error_shows_keys_or_signatures(
    store_settings: StoreSettings, far_store: FileStore, proxy: FaultyProxy
) -> None:
    for fault in (Fault.ERROR, Fault.CUT):
        proxy.fail(fault)
        with pytest.raises(StoreAway) as raised:
            far_store.get("a")
        proxy.heal()
        shown = "".join(traceback.format_exception(raised.value))
        for secret in (ACCESS, SECRET, "Signature=", "Credential=", "Authorization"):
            assert secret not in shown


def test_keys_come_from_the_usual_variables_too(
    store_settings: StoreSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    store = open_store(replace(store_settings, secret_file=""))
    store.put("a", b"1")
    assert store.get("a").data == b"1"


@pytest.mark.parametrize("content", [None, "one", "one two three", "\xff"])
def test_a_useless_file_of_keys_is_named(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "keys").write_bytes(content.encode("latin-1"))
    settings = StoreSettings(url="s3://bucket", secret_file=str(tmp_path / "keys"))
    with pytest.raises(StoreUnusable, match=r"store\.secret_file") as raised:
        open_store(settings)
    assert "three" not in str(raised.value)


@pytest.mark.parametrize("url", ["bucket", "s3://", "http://bucket/a", "s3://key:secret@bucket"])
def test_a_url_must_name_a_bucket(url: str) -> None:
    with pytest.raises(StoreUnusable, match=r"store\.url") as raised:
        open_store(StoreSettings(url=url))
    assert "secret" not in str(raised.value)


def test_http_must_be_allowed() -> None:
    with pytest.raises(StoreUnusable, match=r"store\.allow_http"):
        open_store(StoreSettings(url="s3://bucket", endpoint="http://127.0.0.1:1"))


def test_without_the_extra_the_error_names_it() -> None:
    script = (
        "import sys; sys.modules['obstore'] = None\n"
        "from tidings.settings.tree import StoreSettings\n"
        "from tidings.store.files.store_opening import open_store\n"
        "open_store(StoreSettings(url='s3://bucket'))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "StoreUnusable" in run.stderr
    assert "install tidings with the extra `s3`" in run.stderr


def test_naming_the_room_does_not_import_obstore() -> None:
    script = "import sys, tidings.store.files.file_store; print('obstore' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout.strip() == "False", run.stderr


def test_a_wrong_clock_is_not_called_wrong_keys(
    patient_store: FileStore, proxy: FaultyProxy
) -> None:
    proxy.fail(Fault.SKEW)
    with pytest.raises(StoreRefused, match="the clocks of this machine and of the server"):
        patient_store.get("any")


def test_the_sum_of_a_file_is_known_without_reading_it(store: FileStore, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"abc" * 1000)
    store.upload(file, "a/file")
    assert store.sum_of("a/file") == hashlib.sha256(file.read_bytes()).hexdigest()
    with pytest.raises(FileMissing):
        store.sum_of("a/none")
