"""Who may ask a host at all: one process of many, if several fetch for one home.

The pace says when; this says whether. A crawl alone needs no permission.
"""

from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol


class HostNotHeld(Exception):
    """Another process asks this host, or may ask it now: nothing was learned about the URL.

    The fetcher lets it through to its caller, unlike what servers and the network do.
    """


class HostPermission(Protocol):
    """Gives permission to ask hosts."""

    def asking(self, host: str) -> AbstractAsyncContextManager[None]:
        """Return a block in which host[:port] may be asked; raises HostNotHeld.

        Entering it may wait. If the permission ends in the block, what it awaits is cancelled and
        the block raises HostNotHeld.
        """


class _Everyone:
    """No other process fetches for this home."""

    def asking(self, host: str) -> AbstractAsyncContextManager[None]:
        """Return a block that does nothing."""
        return nullcontext()


EVERYONE: HostPermission = _Everyone()
