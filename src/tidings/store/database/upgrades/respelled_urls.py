"""Respells the known URLs, with all that is known by their ids. Two rows of one page become one."""

from collections.abc import Iterable

from tidings.read.url import url_id
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.upgrades.respelled_texts import has_escapes, spelled

_CHUNK = 5_000
_ADDRESSES = ("url", "parent", "target")
# What is known by the id of a URL is moved with it. Of a row that goes, only its visits stay.
_MOVES = (
    "UPDATE lists SET id = ? WHERE id = ?",
    "UPDATE rhythms SET id = ? WHERE id = ?",
    "UPDATE visits SET url_id = ? WHERE url_id = ?",
    "UPDATE lists SET twin = ? WHERE twin = ?",
    "UPDATE lists SET parent = ? WHERE parent = ?",
)


def respell_urls(connection: Writer) -> None:
    """Respell all URLs that have escapes, in the order in which they were found."""
    number, last = connection.dialect.row_number, -1
    condition = " OR ".join(has_escapes(f"coalesce({name}, '')") for name in _ADDRESSES)
    query = (
        f"SELECT {number} AS number, host_id, id, url, parent, target FROM urls "  # noqa: S608
        f"WHERE {number} > ? AND ({condition}) ORDER BY {number} LIMIT {_CHUNK}"
    )
    while rows := connection.execute(query, (last,)).fetchall():
        moves = _Moves(connection)
        for row in rows:
            _respell(connection, row, moves)
        moves.make()
        last = rows[-1]["number"]


class _Moves:
    """Ids of URLs and their new ids, collected because many at once are faster."""

    def __init__(self, connection: Writer) -> None:
        self._connection = connection
        self._moves: list[tuple[int, int]] = []  # new id, old id
        self._gone: set[int] = set()  # numbers of rows that were merged into others

    def add(self, new: int, old: int) -> None:
        """Move what is known by an id, soon."""
        self._moves.append((new, old))

    def drop(self, number: int) -> None:
        """Note that a row is gone."""
        self._gone.add(number)

    def has_dropped(self, number: int) -> bool:
        """Return whether a row is gone."""
        return number in self._gone

    def make(self) -> None:
        """Move what is known by the ids, and let the link graph know."""
        if not self._moves:
            return
        for statement in _MOVES:
            self._connection.executemany(statement, self._moves)
        _lead_on(self._connection, self._moves)
        self._moves.clear()


def _lead_on(connection: Writer, moves: Iterable[tuple[int, int]]) -> None:
    """Let old ids lead to new ones, except those that are ids of kept articles."""
    connection.executemany(
        "INSERT INTO spellings (id, stands_for) SELECT ?, ? WHERE NOT EXISTS "
        "(SELECT 1 FROM articles WHERE articles.id = ?) ON CONFLICT DO NOTHING",
        [(old, new, f"{old & 0xFFFF_FFFF_FFFF_FFFF:016x}") for new, old in moves],
    )


def _respell(connection: Writer, row: Row, moves: _Moves) -> None:
    number, host, old, *texts = row
    if moves.has_dropped(number):
        return
    url, parent, target = (text and spelled(text) for text in texts)
    new = old if url == texts[0] else url_id(url)
    if new != old:
        stays = _takes_id(connection, number, host, new, moves)
        moves.add(new, old)
        if not stays:
            return
        connection.execute(
            "UPDATE prospects SET id = ?, url = ? WHERE host_id = ? AND id = ?",
            (new, url, host, old),
        )
    connection.execute(
        "UPDATE urls SET id = ?, url = ?, parent = ?, target = ? "  # noqa: S608
        f"WHERE {connection.dialect.row_number} = ?",
        (new, url, parent, None if target == url else target, number),
    )


def _takes_id(connection: Writer, number: int, host: int, new: int, moves: _Moves) -> bool:
    """Return whether a row stays, and may have the id; if another has it, one of the two goes."""
    holder = connection.execute(
        f"SELECT {connection.dialect.row_number} FROM urls WHERE host_id = ? AND id = ?",  # noqa: S608
        (host, new),
    ).fetchone()
    if holder is None:
        return True
    moves.make()  # so that nothing waits for an id that is decided about now
    kept, gone = sorted((_whole(connection, each) for each in (number, holder[0])), key=_merit)
    _remove(connection, gone)
    _pass_on(connection, kept, gone)
    moves.drop(gone["number"])
    return bool(kept["number"] == number)


def _whole(connection: Reader, number: int) -> Row:
    name = connection.dialect.row_number
    row: Row = connection.execute(
        f"SELECT {name} AS number, urls.* FROM urls WHERE {name} = ?",  # noqa: S608
        (number,),
    ).fetchone()
    return row


def _merit(row: Row) -> tuple[bool, bool, bool, bool, int]:
    """Of two rows of one page the one with the lower merit stays: what is known of it counts."""
    return (
        row["article"] is None,
        row["target"] is not None,
        row["visited_at"] is None,
        row["state"] == "dropped",
        row["number"],
    )


def _remove(connection: Writer, row: Row) -> None:
    """Remove a row, and what is known by its id."""
    connection.execute(
        f"DELETE FROM urls WHERE {connection.dialect.row_number} = ?",  # noqa: S608
        (row["number"],),
    )
    for table in ("lists", "rhythms"):
        connection.execute(f"DELETE FROM {table} WHERE id = ?", (row["id"],))  # noqa: S608
    connection.execute(
        "DELETE FROM prospects WHERE host_id = ? AND id = ?", (row["host_id"], row["id"])
    )
    connection.execute(
        "UPDATE url_counts SET count = count - 1 WHERE state = ? AND kind = ? AND reason = ?",
        (row["state"], row["kind"] or "", row["reason"]),
    )
    connection.execute(
        "UPDATE site_hosts SET urls = urls - 1 WHERE site = ? AND host_id = ?",
        (row["site"], row["host_id"]),
    )


def _pass_on(connection: Writer, kept: Row, gone: Row) -> None:
    """Keep what the removed row says better: that a feed lists the page, and how near it is."""
    connection.execute(
        "UPDATE urls SET listed = ?, published = ?, depth = ?, priority = ? "  # noqa: S608
        f"WHERE {connection.dialect.row_number} = ?",
        (
            max(kept["listed"], gone["listed"]),
            kept["published"] or gone["published"],
            min(kept["depth"], gone["depth"]),
            min(kept["priority"], gone["priority"]),
            kept["number"],
        ),
    )
