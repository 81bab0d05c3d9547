"""No error, name or log line has the password of a database."""

import logging
from pathlib import Path
from typing import Any

import pytest
from tests.store.postgres_server import PostgresProcess, postgres_process

from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.errors import StoreUnusable

SETTINGS = StoreSettings(commit_seconds=0.0)
URLS = {
    "in its place": "postgresql://me:hunter%2F22@/home?host=/nowhere",
    "not encoded": "postgresql://me:hunter/22@127.0.0.1:1/home",
    "with an at sign": "postgresql://me:hunter@22@127.0.0.1:1/home",
    "as a parameter": "postgresql://me@/home?host=/nowhere&password=hunter22",
    "as an encoded parameter": "postgresql://me@/home?host=/nowhere&password=hunter%3222",
    "as a misspelled parameter": "postgresql://me@/home?host=/nowhere&pasword=hunter22",
    "in the place of a name": "postgresql://me:12/hunter22@127.0.0.1:1/home",
    "as a port": "postgresql://me@127.0.0.1:hunter22/home",
}


@pytest.mark.parametrize("url", list(URLS.values()), ids=list(URLS))
def test_an_unusable_url_is_reported_without_the_password(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(StoreUnusable) as caught:
        open_database(url, SETTINGS)
    assert "hunter" not in shown_of(caught.value) + caplog.text
    assert "22@" not in shown_of(caught.value)


def shown_of(error: BaseException) -> str:
    """Return all that a traceback shows of an error except lines of programs."""
    former = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{error!r} {error}" + (shown_of(former) if former else "")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a server that wants a password, and the URL of a database without one."""
    import psycopg

    with postgres_process() as server:
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            connection.execute("CREATE ROLE reader LOGIN SUPERUSER PASSWORD 'hunter22'")
        server.demand_password("reader")
        yield server, server.url("postgres").replace("tidings@", "reader@")


def test_the_password_may_be_in_a_file(
    guarded: tuple[PostgresProcess, str], tmp_path: Path
) -> None:
    file = tmp_path / "password"
    file.write_text("hunter22\n")
    settings = DatabaseSettings(password_file=str(file))
    database = open_database(guarded[1], SETTINGS, database=settings)
    assert database.read().execute("SELECT count(*) FROM counters").fetchone()[0] > 0
    database.close()


@pytest.mark.parametrize("content", ["hunter23", None])
def test_a_wrong_or_missing_password_file_is_reported_without_what_is_in_it(
    guarded: tuple[PostgresProcess, str], tmp_path: Path, content: str | None
) -> None:
    file = tmp_path / "password"
    if content is not None:
        file.write_text(content)
    settings = DatabaseSettings(password_file=str(file))
    with pytest.raises(StoreUnusable) as caught:
        open_database(guarded[1], SETTINGS, database=settings)
    shown = shown_of(caught.value)
    assert "hunter23" not in shown
    assert ("password authentication failed" if content else str(file)) in shown


def test_the_environment_may_have_the_password(
    guarded: tuple[PostgresProcess, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", "hunter22")
    open_database(guarded[1], SETTINGS).close()
