"""A real PostgreSQL and a real SeaweedFS, each behind a proxy, and homes on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from tests.store.database.cut_link import CutLink, cut_link
from tests.store.files.faulty_proxy import FaultyProxy, faulty_proxy
from tests.store.files.seaweed_server import BUCKET, Seaweed, seaweed_server
from tests.store.postgres_server import PostgresProcess, postgres_process

from tidings.settings.load import load
from tidings.settings.tree import Settings

_TEMPLATE = """\
[database]
url = "{database}"
patience_seconds = {database_patience}
[store]
url = "s3://{bucket}/{name}"
endpoint = "{endpoint}"
secret_file = "{secret_file}"
allow_http = true
patience_seconds = {store_patience}
batch = 5
commit_seconds = 0.05
warc_max_bytes = 300_000
index_seconds = 1.0
[search]
commit_seconds = 0.05
[fetch]
delay = 0.02
per_host = 1
allow_private = ["127.0.0.0/8"]
[engine]
workers = 1
"""


@dataclass(frozen=True, slots=True)
class FailingServers:
    """The two servers, and what stands before them."""

    postgres: PostgresProcess
    seaweed: Seaweed
    link: CutLink
    proxy: FaultyProxy

    def new_home(
        self, folder: Path, database_patience: float = 60.0, store_patience: float = 60.0
    ) -> Settings:
        """Make the settings of a home in an empty database and an empty prefix."""
        name = f"chaos_{folder.parent.name}_{folder.name}".replace("-", "_").lower()[-60:]
        with psycopg.connect(self.postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        folder.mkdir()
        folder.joinpath("tidings.toml").write_text(
            _TEMPLATE.format(
                database=self.link.url(name),
                bucket=BUCKET,
                name=name,
                endpoint=self.proxy.endpoint,
                secret_file=self.seaweed.secret_file,
                database_patience=database_patience,
                store_patience=store_patience,
            )
        )
        return load(folder, {}, {})


@contextmanager
def failing_servers() -> Iterator[FailingServers]:
    """Run both; PostgreSQL keeps what it commits, whatever stops it."""
    with (
        postgres_process("") as postgres,
        seaweed_server() as seaweed,
        cut_link(str(postgres.folder)) as link,
        faulty_proxy(seaweed.port) as proxy,
    ):
        yield FailingServers(postgres, seaweed, link, proxy)
