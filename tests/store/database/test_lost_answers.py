"""A link that is cut while a transaction ends: its pieces are stored exactly once."""

from collections.abc import Callable, Iterator

import pytest
from tests.store.database.cut_link import Cut, CutLink, cut_link
from tests.store.postgres_server import PostgresProcess, postgres_process

from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.errors import StoreAway
from tidings.store.database.session import Writer

SETTINGS = StoreSettings(commit_seconds=0.0)
COMMIT = b"COMMIT\0"  # the whole statement, not READ COMMITTED


@pytest.fixture
def link(new_postgres: Callable[[], str]) -> Iterator[tuple[CutLink, str]]:
    """Return a link, and the URL of an empty home behind it."""
    address, _, folder = new_postgres().partition("?host=")
    with cut_link(folder) as cut:
        yield cut, cut.url(address.rpartition("/")[2])


@pytest.fixture
def database(link: tuple[CutLink, str]) -> Iterator[Database]:
    database = open_database(link[1], SETTINGS)
    database.write(add_counter).result(timeout=20)
    yield database
    database.close()


def add_counter(connection: Writer) -> None:
    connection.execute("INSERT INTO counters VALUES ('n', 0)")


def increment(connection: Writer) -> int:
    row = connection.execute(
        "UPDATE counters SET value = value + 1 WHERE name = 'n' RETURNING value"
    ).fetchone()
    return int(row[0])


def counted(database: Database) -> int:
    row = database.read().execute("SELECT value FROM counters WHERE name = 'n'").fetchone()
    return int(row[0])


class Batches:
    """What a database's hooks were told."""

    def __init__(self, database: Database) -> None:
        self.ends: list[bool] = []
        self.rollbacks = 0
        database.after_batch = self.ends.append
        database.after_rollback = self._note_rollback

    def _note_rollback(self) -> None:
        self.rollbacks += 1


def test_a_commit_whose_answer_is_lost_counts_once(
    link: tuple[CutLink, str], database: Database
) -> None:
    batches = Batches(database)
    link[0].cut_at(COMMIT, Cut.BETWEEN)
    assert database.write(increment).result(timeout=20) == 1
    assert counted(database) == 1
    assert link[0].cuts == 1
    assert batches.ends == [True]
    assert batches.rollbacks == 0


def test_a_commit_that_never_arrived_is_run_again(
    link: tuple[CutLink, str], database: Database
) -> None:
    batches = Batches(database)
    link[0].cut_at(COMMIT, Cut.BEFORE)
    assert database.write(increment).result(timeout=20) == 1
    assert counted(database) == 1
    assert link[0].cuts == 1
    assert batches.ends == [False, True]
    assert batches.rollbacks == 1


@pytest.mark.parametrize("_time", range(5))
def test_a_commit_that_may_still_run_counts_once(
    link: tuple[CutLink, str], database: Database, _time: int
) -> None:
    link[0].cut_at(COMMIT, Cut.SENT)
    assert database.write(increment).result(timeout=20) == 1
    assert counted(database) == 1
    assert link[0].cuts == 1


def test_a_cut_in_the_middle_of_a_transaction_runs_it_again(
    link: tuple[CutLink, str], database: Database
) -> None:
    link[0].cut_at(b"UPDATE counters", Cut.BETWEEN)
    assert database.write(increment).result(timeout=20) == 1
    assert counted(database) == 1


def test_a_writer_gives_up_when_its_patience_is_over(link: tuple[CutLink, str]) -> None:
    impatient = DatabaseSettings(patience_seconds=0.3)
    database = open_database(link[1], SETTINGS, database=impatient)
    database.write(add_counter).result(timeout=20)
    link[0].refuse()
    with pytest.raises(StoreAway):
        database.write(increment).result(timeout=20)
    link[0].accept()
    assert database.write(increment).result(timeout=20) == 1
    database.close()


def test_a_reader_goes_on_after_its_link_was_cut(
    link: tuple[CutLink, str], database: Database
) -> None:
    assert counted(database) == 0
    link[0].cut_at(b"SELECT value FROM counters", Cut.BETWEEN)
    assert counted(database) == 0
    assert link[0].cuts == 1


@pytest.fixture(scope="module")
def own_server() -> Iterator[PostgresProcess]:
    pytest.importorskip("psycopg", reason="the extra `postgres` is missing")
    with postgres_process() as server:
        yield server


@pytest.mark.parametrize("moment", list(Cut))
def test_a_killed_server_loses_and_doubles_nothing(
    own_server: PostgresProcess, moment: Cut
) -> None:
    name = f"home_{list(Cut).index(moment)}"
    import psycopg

    with psycopg.connect(own_server.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")

    def restart() -> None:
        own_server.kill()
        own_server.start()

    with cut_link(str(own_server.folder)) as link:
        database = open_database(link.url(name), SETTINGS)
        database.write(add_counter).result(timeout=20)
        assert counted(database) == 0  # a reader that outlives the server
        link.cut_at(COMMIT, moment, restart)
        assert database.write(increment).result(timeout=60) == 1
        assert counted(database) == 1
        assert link.cuts == 1
        database.close()
