"""A process that notes changes alongside others. Usage: writing_process.py URL NAME TRANSACTIONS.

It waits for a line on its standard input first, so that all begin together.
"""

import sys
from datetime import UTC, datetime
from random import Random

from tidings.model.articles.change import ChangeKind
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.session import Writer
from tidings.store.tables.changes.article_changes import note_change

NOW = datetime(2026, 11, 18, 6, tzinfo=UTC)
PER_TRANSACTION = 3


def main(url: str, name: str, transactions: str) -> None:
    chance = Random(name)
    database = open_database(url, StoreSettings(commit_seconds=0.0, batch=1), alongside=True)
    database.read()
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(transactions)):
        first = number * PER_TRANSACTION

        def work(connection: Writer, first: int = first) -> None:
            for each in range(first, first + PER_TRANSACTION):
                note_change(connection, ChangeKind.NEW, f"{name}-{each}", NOW, url="", source=name,
                            revision=1, with_login=False)  # fmt: skip
            connection.execute("SELECT pg_sleep(?)", (chance.random() * 0.004,))

        database.write(work).result()
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
