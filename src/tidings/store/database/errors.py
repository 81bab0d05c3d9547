"""What can go wrong with a database, whichever it is."""


class StoreError(Exception):
    """The database refused a statement."""


class StoreLost(StoreError):
    """The database cannot be reached now: the disk is full or gone, the file locked."""


class StoreDamaged(StoreError):
    """The database holds something that cannot be read."""


class StoreConflict(StoreError):
    """A row contradicts another one."""


class StoreUnusable(Exception):
    """The database cannot be opened; the message says what to do."""
