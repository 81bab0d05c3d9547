"""The servers of the contenders: PostgreSQL as one would run it, and SeaweedFS with its S3."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any

import psycopg
from tests.store.files.seaweed_server import BUCKET, Seaweed, seaweed_server
from tests.store.postgres_server import PostgresProcess, postgres_process

from benchmarks.databases.home_kinds import HomeKind
from benchmarks.databases.server_processes import ServerProcesses
from tidings.engine.migration.home_migration import migrate_home
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database

_OPTIONS = "-c max_connections=100"  # everything is as PostgreSQL comes
_TEMPLATE = "migrated"
# What would make a commit less than durable, and what it must say.
_DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}


class Servers:
    """The running servers, and room for homes on them."""

    def __init__(self, postgres: PostgresProcess | None, seaweed: Seaweed | None) -> None:
        self._postgres = postgres  # None: not needed, as the other
        self._seaweed = seaweed
        self._numbers = count(1)
        if postgres is not None:
            self._prepare()

    @contextmanager
    def place(self, kind: HomeKind) -> Iterator[dict[str, str]]:
        """Make room for a new home; yield the variables with its settings."""
        name = f"home_{next(self._numbers)}"
        settings: dict[str, str] = {}
        if kind.is_on_s3:
            assert self._seaweed is not None
            settings |= {
                "TIDINGS_STORE_URL": f"s3://{BUCKET}/{name}",
                "TIDINGS_STORE_ENDPOINT": self._seaweed.endpoint,
                "TIDINGS_STORE_SECRET_FILE": str(self._seaweed.secret_file),
                "TIDINGS_STORE_ALLOW_HTTP": "true",
            }
        if not kind.is_on_postgres:
            yield settings
            return
        self._run(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        try:
            yield settings | {"TIDINGS_DATABASE_URL": self._url(name)}
        finally:
            self._run(f"DROP DATABASE {name} WITH (FORCE)")

    def processes(self, kind: HomeKind) -> ServerProcesses:
        """Return the processes of the servers that a contender uses."""
        return ServerProcesses(
            self._postgres.pid if kind.is_on_postgres and self._postgres else 0,
            self._seaweed.pid if kind.is_on_s3 and self._seaweed else 0,
        )

    def settle_down(self, kind: HomeKind) -> None:
        """Let PostgreSQL write what it has put off, so that no turn pays for another's rows."""
        if kind.is_on_postgres:
            self._run("CHECKPOINT")

    def move(self, settings: Settings, place: Mapping[str, str]) -> None:
        """Move the rows of a home to PostgreSQL, as users do, and wait for its statistics."""
        url = place["TIDINGS_DATABASE_URL"]
        migrate_home(settings, url)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")  # as autovacuum does within some minutes
            connection.execute("CHECKPOINT")

    def version(self) -> str:
        """Return PostgreSQL's version; empty if it is not running."""
        return str(self._run("SHOW server_version")) if self._postgres else ""

    def _prepare(self) -> None:
        for setting, value in _DURABLE.items():
            if self._run(f"SHOW {setting}") != value:
                raise AssertionError(f"PostgreSQL's {setting} must be {value}: the rest is a lie.")
        self._run(f"CREATE DATABASE {_TEMPLATE}")
        open_database(self._url(_TEMPLATE), StoreSettings()).close()

    def _url(self, name: str) -> str:
        assert self._postgres is not None
        return self._postgres.url(name)

    def _run(self, statement: str) -> Any:
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchone()[0] if cursor.description else None


@contextmanager
def running_servers(kinds: Sequence[HomeKind]) -> Iterator[Servers]:
    """Run the servers that these contenders need."""
    with ExitStack() as stack:
        postgres = seaweed = None
        if any(kind.is_on_postgres for kind in kinds):
            postgres = stack.enter_context(postgres_process(_OPTIONS))
        if any(kind.is_on_s3 for kind in kinds):
            seaweed = stack.enter_context(seaweed_server())
        yield Servers(postgres, seaweed)
