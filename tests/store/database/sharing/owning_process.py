"""A process that owns a home in PostgreSQL and writes on demand. Usage: owning_process.py URL NAME.

For each line that it reads, it does one thing and prints one line.
"""

import sys
from concurrent.futures import Future

from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.session import Writer
from tidings.store.database.sharing.owner import Ownership


def increment(connection: Writer) -> None:
    connection.execute(
        "INSERT INTO counters VALUES ('n', 1) "
        "ON CONFLICT (name) DO UPDATE SET value = counters.value + 1"
    )


def outcome(future: "Future[None]") -> str:
    error = future.exception()
    return "written" if error is None else type(error).__name__


def released(ownership: Ownership) -> str:
    ownership.release()
    return "released"


def main(url: str, name: str) -> None:
    settings = DatabaseSettings(patience_seconds=20.0)
    database = open_database(url, StoreSettings(commit_seconds=0.0), database=settings)
    ownership = database.ownership()
    assert ownership is not None
    acts = {
        "take": lambda: str(ownership.take("crawling", name)),
        "owner": lambda: str(ownership.owner()),
        "lost": lambda: str(ownership.is_lost()),
        "write": lambda: outcome(database.write(increment)),
        "release": lambda: released(ownership),
    }
    for line in sys.stdin:
        print(acts[line.strip()](), flush=True)
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
