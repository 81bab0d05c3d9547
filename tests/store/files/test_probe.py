"""Trying a real store, and one behind a proxy that breaks promises."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tidings.settings.tree import StoreSettings
from tidings.store.files.file_store import FileStore
from tidings.store.files.probe import StoreProbe, probed
from tidings.store.files.store_opening import open_store


def test_a_store_that_keeps_its_promises_has_no_problems(store: FileStore) -> None:
    assert probed(store) == StoreProbe()
    assert list(store.list()) == []


def test_clocks_that_differ_are_noted(store: FileStore) -> None:
    found = probed(store, lambda: datetime.now(UTC) + timedelta(minutes=5))
    assert found.problems == ()
    (note,) = found.notes
    assert "seconds behind ours" in note
    (note,) = probed(store, lambda: datetime.now(UTC) - timedelta(minutes=5)).notes
    assert "seconds ahead of ours" in note


def test_refused_keys_are_a_problem_without_the_secret(
    store_settings: StoreSettings, tmp_path: Path
) -> None:
    keys = tmp_path / "keys"
    keys.write_text("tidings-tests\nnot-the-secret\n")
    found = probed(open_store(replace(store_settings, secret_file=str(keys))))
    (problem,) = found.problems
    assert "refuses our keys" in problem
    assert "not-the-secret" not in problem


def test_a_server_that_is_not_there_is_a_problem(store_settings: StoreSettings) -> None:
    there = replace(store_settings, endpoint="http://127.0.0.1:9")
    (problem,) = probed(open_store(there, answer_seconds=0.5, try_seconds=0.2)).problems
    assert "no answer" in problem


class Careless:
    """A real store whose server honours no conditions."""

    def __init__(self, store: FileStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def put_new(self, key: str, data: bytes) -> str:
        return self._store.put(key, data)

    def replace(self, key: str, data: bytes, etag: str) -> str:
        return self._store.put(key, data)


def test_a_server_that_ignores_conditions_is_named(store: FileStore) -> None:
    problems = probed(Careless(store)).problems  # type: ignore[arg-type]
    assert ["If-None-Match" in problems[0], "If-Match" in problems[1]] == [True, True]
    assert list(store.list()) == []
