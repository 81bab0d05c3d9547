"""What reading a home may raise, for those who need not know what it consists of."""

from typing import Final

from tidings.search.index.errors import IndexUnusable
from tidings.store.database.errors import StoreError

HOME_ERRORS: Final[tuple[type[Exception], ...]] = (StoreError, IndexUnusable)
