"""Compares a table in two databases: the number of rows, and a digest of them all.

Rows are read in any order, because the databases order some texts differently: the digest is the
sum of the digests of the rows. Sums are kept by part of the keys, so that a second reading finds
what differs without keeping more than a small part of the rows.
"""

import marshal
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b

from tidings.store.database.copying.copy_end import CopyEnd, shown_key
from tidings.store.database.copying.row_values import RowCheck
from tidings.store.database.copying.table_copy import OnRows
from tidings.store.database.copying.table_layout import Key, Row, TableLayout

_PARTS = 1024  # of ten million rows, the second reading keeps ten thousand
_DIGEST_BYTES = 16
_MODULUS = 2 ** (8 * _DIGEST_BYTES)
_REPORT_ROWS = 5_000  # between two reports of progress
# The format without references: equal rows give equal bytes.
_MARSHAL_VERSION = 2


@dataclass(frozen=True, slots=True)
class TableDigest:
    """A table in two numbers, and those of its parts."""

    rows: int
    digest: str
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableDifference:
    """What is not the same in two tables of one name."""

    table: str
    rows: tuple[int, int]  # in the source, in the destination
    key: str  # of a row that differs; empty if only the numbers of new rows do
    what: str

    def __str__(self) -> str:
        row = f"row {self.key} {self.what}" if self.key else self.what
        return f"{self.table}: {row} ({self.rows[0]} rows here, {self.rows[1]} there)"


def table_digest(end: CopyEnd, layout: TableLayout, on_rows: OnRows) -> TableDigest:
    """Read a whole table and return its digest; raises RowRefused."""
    parts, count = [0] * _PARTS, 0
    for key, row in _fitting_rows(end, layout):
        parts[hash(key) % _PARTS] += int.from_bytes(_digest(row))
        count += 1
        if count % _REPORT_ROWS == 0:
            on_rows(_REPORT_ROWS)
    on_rows(count % _REPORT_ROWS)
    total = sum(parts) % _MODULUS
    return TableDigest(count, f"{total:032x}", tuple(part % _MODULUS for part in parts))


def table_difference(
    source: CopyEnd, destination: CopyEnd, layout: TableLayout, on_rows: OnRows
) -> tuple[TableDigest, TableDifference | None]:
    """Return the source's digest, and what is different in the destination."""
    ours = table_digest(source, layout, on_rows)
    theirs = table_digest(destination, layout, on_rows)
    counts = ours.rows, theirs.rows
    if ours != theirs:
        return ours, _first_difference(source, destination, layout, ours, theirs)
    if destination.highest_number(layout) < source.highest_number(layout):
        what = "numbers would be given a second time"
        return ours, TableDifference(layout.name, counts, "", what)
    return ours, None


def _first_difference(
    source: CopyEnd,
    destination: CopyEnd,
    layout: TableLayout,
    ours: TableDigest,
    theirs: TableDigest,
) -> TableDifference:
    """Read the first part that differs again, and name a row in it."""
    pairs = enumerate(zip(ours.parts, theirs.parts, strict=True))
    part = next(number for number, (here, there) in pairs if here != there)
    here, there = _part(source, layout, part), _part(destination, layout, part)
    differing = (key for key in {**here, **there} if here.get(key) != there.get(key))
    key = min(differing, key=shown_key)
    if key not in there:
        what = "is missing"
    else:
        what = "differs" if key in here else "is only in the destination"
    return TableDifference(layout.name, (ours.rows, theirs.rows), shown_key(key), what)


def _part(end: CopyEnd, layout: TableLayout, part: int) -> dict[Key, bytes]:
    rows = _fitting_rows(end, layout)
    return {key: _digest(row) for key, row in rows if hash(key) % _PARTS == part}


def _fitting_rows(end: CopyEnd, layout: TableLayout) -> Iterator[tuple[Key, Row]]:
    check, names = RowCheck(layout), layout.names
    places = [names.index(name) for name in layout.key]
    with closing(end.all_rows(layout)) as rows:
        for row in rows:
            fitting = check.fit(row)
            yield tuple(fitting[place] for place in places), fitting


def _digest(row: Row) -> bytes:
    return blake2b(marshal.dumps(row, _MARSHAL_VERSION), digest_size=_DIGEST_BYTES).digest()
