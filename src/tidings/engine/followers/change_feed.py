"""The feed of changes after a cursor, in batches; whatever the log lacks is found by a scan."""

from collections.abc import Sequence
from dataclasses import dataclass

from tidings.model.articles.change import Change
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import changes_by_scan
from tidings.store.tables.changes.article_changes import (
    changes_after,
    first_logged,
    newest_change,
)


@dataclass(frozen=True, slots=True)
class ChangeBatch:
    """Changes in their order."""

    changes: Sequence[Change]
    cursor: int  # to be committed with the effect of the changes
    # After the last batch of a scan: what was deleted meanwhile was not among its changes.
    ends_scan: bool = False


class ChangeFeed:
    """Reads on from where it is. The changes of a scan are articles that have changed.

    The log has no gaps. If it does not continue right after the cursor, the changes in between were
    pruned, or they are from before there was a log. Then the articles that changed since are read,
    in the order of their last change, up to the change that is the newest when the scan begins.
    What happens from then on is in the log.
    """

    def __init__(self, cursor: int, limit: int, *, scan: bool = False) -> None:
        """Begin after a cursor; with `scan`, ignore the log of what has happened so far."""
        self._position = cursor
        self._limit = limit
        self._must_scan = scan
        self._scan_end: int | None = None  # during a scan
        self._scan_cursor = 0  # the highest after which a scan is needed again

    def next_batch(self, connection: Reader) -> ChangeBatch | None:
        """Return what comes next, or None if nothing has changed since."""
        if self._scan_end is None:
            newest = newest_change(connection)  # first: then the log has everything up to it
            changes = changes_after(connection, self._position, self._limit)
            if newest == self._position and not changes and not self._must_scan:
                return None
            if changes and changes[0].seq == self._position + 1 and not self._must_scan:
                self._position = changes[-1].seq
                return ChangeBatch(changes, self._position)
            self._begin_scan(connection, newest)
        return self._scanned(connection)

    def _begin_scan(self, connection: Reader, newest: int) -> None:
        if self._position > newest:  # the cursor is of another database, perhaps a later backup
            self._position = 0
        self._must_scan, self._scan_end = False, newest
        # Killed before the end, the follower must scan again: it has not looked for deletions.
        self._scan_cursor = first_logged(connection) - 2

    def _scanned(self, connection: Reader) -> ChangeBatch:
        assert self._scan_end is not None
        changes = changes_by_scan(connection, self._position, self._scan_end, self._limit)
        if len(changes) == self._limit:
            self._position = changes[-1].seq
            return ChangeBatch(changes, min(self._position, self._scan_cursor))
        self._position, self._scan_end = self._scan_end, None
        return ChangeBatch(changes, self._position, ends_scan=True)
