"""What reading a home may raise, for those who need not know what it consists of."""

from typing import Final

from tidings.search.index.errors import IndexUnusable
from tidings.store.database.errors import StoreAway, StoreError

HOME_ERRORS: Final[tuple[type[Exception], ...]] = (StoreError, IndexUnusable)


def reason_for_readers(error: Exception) -> str:
    """Return why a home cannot be read, without names of servers and users."""
    if isinstance(error, StoreAway):
        return f"The {error.what} does not answer."
    return str(error)
