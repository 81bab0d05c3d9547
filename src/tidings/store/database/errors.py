"""What can go wrong with a database, whichever it is.

StoreError
    StoreLost               the batch fails, and a crawl stops
        StoreAway           waited for, then the batch runs again
        OwnershipLost
    StoreDamaged
    StoreConflict
StoreUnusable
"""

from typing import Final

DATABASE: Final = "database"  # what is away; else the name of another part, such as "store"


class StoreError(Exception):
    """The database refused a statement."""


class StoreLost(StoreError):
    """The database cannot be reached now: the disk is full or gone, the file locked."""


class StoreAway(StoreLost):
    """A server does not answer now, and may come back: nothing of the transaction is stored."""

    def __init__(self, message: str, what: str = DATABASE) -> None:
        super().__init__(message)
        self.what = what  # which server


class OwnershipLost(StoreLost):
    """Another process owns the home now."""


class StoreDamaged(StoreError):
    """The database holds something that cannot be read."""


class StoreConflict(StoreError):
    """A row contradicts another one."""


class StoreUnusable(Exception):
    """The database cannot be opened; the message says what to do."""
