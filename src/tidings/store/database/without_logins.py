"""A connection for readers who may not see what was fetched with credentials.

Its own view `articles` stands before the table of that name. So whatever is asked through it, now
or by later code, those articles are not there. `login_articles` has their ids, for the index.
"""

from tidings.store.database.session import Reader


def hide_login_articles(connection: Reader, table: str) -> None:
    """Hide them from a connection; `table` is the name under which it finds the table itself."""
    connection.execute(
        f"CREATE TEMP VIEW login_articles AS SELECT id FROM {table} WHERE with_login = 1"  # noqa: S608
    )
    connection.execute(
        f"CREATE TEMP VIEW articles AS SELECT * FROM {table} WHERE with_login = 0"  # noqa: S608
    )
