"""Why a migration stops in the middle, in one sentence; the home is as before."""

from collections.abc import Iterator
from contextlib import contextmanager

from tidings.store.database.errors import StoreError


class MigrationStopped(Exception):
    """A server or a disk failed in the middle; the home is as before."""


@contextmanager
def stops() -> Iterator[None]:
    """Say how to go on after an error of a server or of the disk."""
    try:
        yield
    except (StoreError, OSError) as error:
        raise MigrationStopped(
            f"The migration stopped ({error}): the home is as before. Run the same command again "
            "to go on."
        ) from error
