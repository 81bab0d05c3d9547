"""What lists announce as changed becomes rows, and so does what a look at it found."""

from collections.abc import Iterable
from datetime import datetime

from tidings.crawl.visits.announced_edits import is_believed, is_newer
from tidings.model.crawl.announcement import AnnouncedChange
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.announcements import (
    announcer_of,
    forget_waiting,
    held_copy,
    keep_announcement,
    note_look,
)


def hear_announcements(
    connection: Writer,
    site: int,
    announcer: int,
    changes: Iterable[AnnouncedChange],
    now: datetime,
) -> None:
    """Store what a list announces about articles whose copies are older, if it is believed."""
    is_known = False
    for change in changes:
        if not is_known and not _is_believed(connection, announcer, now):
            return
        is_known = True
        copy = held_copy(connection, site, change.url)
        if copy is None or not is_newer(change.at, copy):
            continue
        other = copy.waits_for
        if other in (None, announcer) or not _is_believed(connection, other, now):
            keep_announcement(connection, site, announcer, copy, change.at, now)


def settle_look(connection: Writer, url_id: int, was_true: bool | None, now: datetime) -> bool:
    """Store what a recheck found about an announced change; False if nothing was announced."""
    announcer = note_look(connection, url_id, was_true, now)
    if announcer is None:
        return False
    if was_true is False and not _is_believed(connection, announcer, now):
        forget_waiting(connection, announcer)
    return True


def _is_believed(connection: Reader, announcer: int, now: datetime) -> bool:
    return is_believed(announcer_of(connection, announcer), now)
