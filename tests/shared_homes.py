"""A plugin that puts every home a test makes into PostgreSQL, and its files on S3.

    pytest -p tests.shared_homes -o tmp_path_retention_policy=failed tests/engine tests/crash

One server of each kind for the whole run; a database and a prefix for each home. A home is made
where the test says `tidings.db`; its note (`places.json`) is all that the program sees.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from tests.store.files.seaweed_server import ACCESS, SECRET, seaweed_server
from tests.store.postgres_server import locale_of_tests, postgres_server

from tidings.engine.process.home import Home
from tidings.engine.process.home_places import HomePlaces, note_places, noted_places
from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database import database as databases
from tidings.store.files.store_opening import open_store

_SERVER: Final = "SHARED_HOMES_POSTGRES"  # the folder of its socket
_BUCKET: Final = "s3://tests"  # which the server begins with
_TEMPLATE: Final = "migrated"
# What is about the files of SQLite or of the default home, and says nothing about shared ones.
_LOCAL_ONLY: Final = (
    "tests/engine/access/test_old_home.py",  # a file of an earlier version
    "tests/engine/agent_places/test_lost_places.py",  # the program that runs makes a local home
    "tests/engine/backups/",  # says itself which home it makes
    "tests/engine/cluster/test_starting.py::test_homes_in_two_folders",
    "tests/engine/followers/test_migration.py",
    "tests/engine/migration/",  # make homes of each kind themselves
    "tests/engine/mirroring/",
    "tests/crash/test_index_on_store.py",
    "tests/engine/maintenance/test_compaction.py",  # files of a folder; see tests/store/archive
    "tests/crash/test_commands.py::test_a_compaction_killed_at_every_step",
    "tests/engine/maintenance/test_access_check.py::test_the_doctor_says",  # modes of a file
    "tests/engine/maintenance/test_doctor.py::test_unreadable_rows",
    "tests/engine/process/",  # about the choice between the two kinds
    "tests/cli/test_wrong_input.py",
)
_FOLDERS: Final = {"tmp_path", "tmp_path_factory"}
_servers = ExitStack()
_connections: dict[int, "psycopg.Connection[Any]"] = {}  # by process: a fork must not use another's


def pytest_configure(config: pytest.Config) -> None:
    """Start the servers in the first process; the others find them in the environment."""
    if not hasattr(config, "workerinput"):
        os.environ[_SERVER] = _servers.enter_context(postgres_server())
        files = _servers.enter_context(seaweed_server())
        os.environ |= {
            "AWS_ENDPOINT_URL": files.endpoint,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": ACCESS,
            "AWS_SECRET_ACCESS_KEY": SECRET,
        }
        _make_template()
    install()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the servers."""
    if os.getpid() in _connections:
        _connections.pop(os.getpid()).close()
    _servers.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is about local homes only, and what makes no home: `make test` runs that."""
    left = [
        item for item in items if item.nodeid.startswith(_LOCAL_ONLY) or not may_make_a_home(item)
    ]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


def may_make_a_home(item: pytest.Item) -> bool:
    """Return whether a test has a folder to make a home in, or opens a database by itself."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(_FOLDERS & fixtures) or hasattr(getattr(item, "module", None), "open_database")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Drop the databases whose homes are gone: each takes 10 MB."""
    yield
    server = _server()
    homes = server.execute("SELECT folder, name FROM homes").fetchall()
    for name in (name for folder, name in homes if not Path(folder).exists()):
        # Another process of this run may look at the same moment.
        if server.execute("DELETE FROM homes WHERE name = %s", (name,)).rowcount:
            server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def install() -> None:
    """Let `open_database` find the home of a `tidings.db`; also called in programs of the tests."""
    original = databases.open_database
    if getattr(original, "is_shared", False):
        return

    def shared(location: Path | str, settings: StoreSettings, **others: Any) -> databases.Database:
        if isinstance(location, Path) and location.name == "tidings.db":
            location = ensure_places(location.parent).database
            others["database"] = replace(others.get("database") or DatabaseSettings(), url=location)
        return original(location, settings, **others)

    shared.is_shared = True  # type: ignore[attr-defined]
    databases.open_database = shared
    _replace_everywhere(original, shared)


def ensure_places(folder: Path) -> HomePlaces:
    """Return where a home's data are; make a home that is not there yet."""
    home = Home(folder.resolve())
    return noted_places(home) or _make_places(home, _TEMPLATE)


def give_own_places(folder: Path) -> None:
    """Copy rows and files of a home that is a copy: its note names those of the other home."""
    home = Home(folder.resolve())
    noted = noted_places(home)
    assert noted is not None
    places = _make_places(home, str(conninfo_to_dict(noted.database)["dbname"]))
    old, new = (open_store(StoreSettings(url=each.files)) for each in (noted, places))
    for file in old.list():
        new.put(file.key, old.get(file.key).data)


def _replace_everywhere(original: Callable[..., Any], shared: Callable[..., Any]) -> None:
    """Replace the function in modules that have imported it already."""
    for module in list(sys.modules.values()):
        if getattr(module, "open_database", None) is original:
            module.open_database = shared  # type: ignore[attr-defined]


def _make_places(home: Home, template: str) -> HomePlaces:
    """Make the database of a home from another one, and note it."""
    name = f"home_{uuid4().hex}"
    home.folder.mkdir(parents=True, exist_ok=True)
    server = _server()
    # It takes half of the CPU that WAL_LOG takes.
    server.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    server.execute("INSERT INTO homes VALUES (%s, %s)", (name, str(home.folder)))
    places = HomePlaces(_url(name), f"{_BUCKET}/{name}")
    note_places(home, places)
    return places


def _make_template() -> None:
    server, locale = _server(), locale_of_tests(os.environ[_SERVER])
    server.execute(f"CREATE DATABASE {_TEMPLATE} TEMPLATE template0 LOCALE '{locale}'")
    server.execute("CREATE TABLE homes (name TEXT PRIMARY KEY, folder TEXT NOT NULL)")
    databases.open_database(_url(_TEMPLATE), StoreSettings()).close()


def _server() -> "psycopg.Connection[Any]":
    """Return this process's connection for making and dropping databases."""
    process = os.getpid()
    if process not in _connections:
        _connections[process] = psycopg.connect(_url("postgres"), autocommit=True)
    return _connections[process]


def _url(name: str) -> str:
    return f"postgresql://tidings@/{name}?host={os.environ[_SERVER]}"
