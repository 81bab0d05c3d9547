"""The log of what became of articles: appended to, read in order, pruned."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tidings.model.articles.change import Change, ChangeKind
from tidings.store.database.pruning import prune
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.changes.numbering import last_number, take_numbers

_COUNTER = "seq"
_NO_LIMIT = 2**62
_NOTE = (
    "INSERT INTO changes (seq, article, old_id, url, source, revision, with_login, kind, at) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class _Note(NamedTuple):
    article: str
    old_id: str | None
    url: str
    source: str
    revision: int
    with_login: int
    kind: ChangeKind
    at: float


def note_change(
    connection: Writer,
    kind: ChangeKind,
    article: str,
    at: datetime,
    *,
    url: str,
    source: str,
    revision: int,
    with_login: bool,
    old_id: str | None = None,
) -> None:
    """Note what became of an article; the change gets its seq when the transaction ends."""
    note = _Note(article, old_id, url, source, revision, int(with_login), kind, to_seconds(at))
    connection.collect(_write_changes, note)


def _write_changes(connection: Writer, notes: Sequence[_Note]) -> None:
    """Write the changes of a transaction, and to each article its last one."""
    seqs = take_numbers(connection, _COUNTER, len(notes))
    connection.executemany(_NOTE, [(seq, *note) for seq, note in zip(seqs, notes, strict=True)])
    last = {note.article: seq for seq, note in zip(seqs, notes, strict=True)}
    connection.executemany(
        "UPDATE articles SET seq = ? WHERE id = ?", [(seq, id_) for id_, seq in last.items()]
    )


def unnumbered_seq(article: str) -> int:
    """Return what stands in a new article's row until its transaction ends: a negative number.

    It is the same for the same id only, so that writers do not wait for each other.
    """
    digest = hashlib.blake2b(article.encode("utf-8", "replace"), digest_size=7).digest()
    return -1 - int.from_bytes(digest)


def changes_after(connection: Reader, seq: int, limit: int, until: int = _NO_LIMIT) -> list[Change]:
    """Return the changes after `seq` and up to `until`, in order."""
    rows = connection.execute(
        "SELECT seq, kind, article, url, source, revision, at, old_id, with_login FROM changes "
        "WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
        (seq, until, limit),
    )
    return [
        Change(number, ChangeKind(kind), article, url, source, revision, from_seconds(at), old_id,
               None if with_login is None else bool(with_login))
        for number, kind, article, url, source, revision, at, old_id, with_login in rows
    ]  # fmt: skip


def newest_change(connection: Reader) -> int:
    """Return the seq of the newest change, or 0; also if it is no longer in the log."""
    return last_number(connection, _COUNTER)


def first_logged(connection: Reader) -> int:
    """Return the seq from which the log is complete."""
    row = connection.execute("SELECT min(seq) FROM changes").fetchone()
    return newest_change(connection) + 1 if row[0] is None else int(row[0])


def prune_changes(connection: Writer, before: datetime, rows: int) -> int:
    """Remove changes that are older or beyond the newest `rows`, at most a chunk; return how many.

    A follower that has not seen them yet scans the articles instead.
    """
    return prune(connection, "changes", "seq", before, rows)
