"""Numbers in the order of commits.

The row of the counter is locked last in a transaction, after all pieces of work. So a transaction
with higher numbers commits later, with several writers, too, and a reader never sees a number
before a lower one.
"""

from tidings.store.database.session import Reader, Writer


def take_numbers(connection: Writer, counter: str, count: int) -> range:
    """Reserve the next numbers of a counter; call this only at the end of a transaction."""
    row = connection.execute(
        "UPDATE counters SET value = value + ? WHERE name = ? RETURNING value", (count, counter)
    ).fetchone()
    last = int(row[0])
    return range(last - count + 1, last + 1)


def lock_number(connection: Writer, counter: str) -> int:
    """Return the last number of a counter; nobody else takes the next one before the commit."""
    row = connection.execute(
        "UPDATE counters SET value = value + 0 WHERE name = ? RETURNING value", (counter,)
    ).fetchone()
    return int(row[0])


def last_number(connection: Reader, counter: str) -> int:
    """Return the last number that was given, or 0."""
    row = connection.execute("SELECT value FROM counters WHERE name = ?", (counter,)).fetchone()
    return int(row[0])
