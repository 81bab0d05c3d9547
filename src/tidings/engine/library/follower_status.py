"""How far behind the changes the index and the stories are; why they or the knowledge fail."""

from dataclasses import dataclass
from datetime import datetime

from tidings.store.database.session import Reader
from tidings.store.tables.changes.article_changes import newest_change
from tidings.store.tables.changes.cursors import FollowerRecord, follower_records

_INDEX = "index"  # its cursor is in the index


@dataclass(frozen=True, slots=True)
class FollowerStatus:
    """A follower of the changes."""

    name: str
    behind: int | None  # changes that it has not taken in; None if that cannot be known
    failing_since: datetime | None
    attempts: int  # that failed since then
    error: str


def follower_statuses(connection: Reader, index_seq: int | None) -> tuple[FollowerStatus, ...]:
    """Return the state of every follower, by name."""
    newest = newest_change(connection)
    known = {_INDEX: FollowerRecord(_INDEX, None)}
    known |= {each.name: each for each in follower_records(connection) if _is_shown(each)}
    statuses = []
    for name, each in sorted(known.items()):
        seq = index_seq if name == _INDEX else each.seq
        behind = None if seq is None else max(0, newest - seq)
        statuses.append(FollowerStatus(name, behind, each.failing_since, each.attempts, each.error))
    return tuple(statuses)


def _is_shown(follower: FollowerRecord) -> bool:
    """Return whether there is anything to say: knowledge, which has no seq, shows only failures."""
    return follower.seq is not None or follower.failing_since is not None
