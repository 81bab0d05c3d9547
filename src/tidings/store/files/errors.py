"""What can go wrong with a store of files.

StoreError
    StoreLost
        StoreAway           (of `database.errors`) no answer now: try again later
        StoreRefused        keys, bucket or rights are wrong: trying again is useless
    FileMissing
    FileExists
    FileChanged
    StoreDamaged
        FileDamaged
"""

from typing import Final

from tidings.store.database.errors import StoreAway, StoreDamaged, StoreError, StoreLost

STORE: Final = "store"  # what is away


class StoreRefused(StoreLost):
    """The server answers, but refuses us."""


class FileMissing(StoreError):
    """There is no file of this name."""


class FileExists(StoreError):
    """There is a file of this name already, with other content."""


class FileChanged(StoreError):
    """Somebody else has replaced the file since it was read."""


class FileDamaged(StoreDamaged):
    """The content is not what was stored."""


def away(message: str) -> StoreAway:
    """Return the error for a store that does not answer."""
    return StoreAway(message, STORE)
